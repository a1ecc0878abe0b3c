// Package wallettest is a stand-in for Apple's certificate authority, push service and phones, for tests.
package wallettest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"axioma/internal/wallet"
)

// Subject of the certificates.
const (
	PassType = "pass.es.axioma.test"
	Team     = "TEAM123456"
)

// Authority issues pass certificates. It is valid for a year around its creation.
type Authority struct {
	Root         *x509.Certificate
	Intermediate *x509.Certificate
	key          *ecdsa.PrivateKey
	from, until  time.Time
}

// NewAuthority creates an authority.
func NewAuthority(now time.Time) (*Authority, error) {
	a := &Authority{from: now.AddDate(0, -6, 0), until: now.AddDate(0, 6, 0)}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	root := a.template(1, "Stand-in Root")
	root.IsCA, root.BasicConstraintsValid = true, true
	if a.Root, err = signCertificate(root, root, rootKey.Public(), rootKey); err != nil {
		return nil, err
	}
	middle := a.template(2, "Stand-in Worldwide Developer Relations")
	middle.IsCA, middle.BasicConstraintsValid = true, true
	a.Intermediate, err = signCertificate(middle, a.Root, a.key.Public(), rootKey)
	return a, err
}

func (a *Authority) signingTime() time.Time { return a.from.AddDate(0, 6, 0) }

func (a *Authority) template(serial int64, name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: a.from, NotAfter: a.until, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
}

func signCertificate(template, parent *x509.Certificate, public any, key any) (*x509.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, template, parent, public, key)
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	return x509.ParseCertificate(der)
}

// IssuedCertificate is a pass certificate with its key.
type IssuedCertificate struct {
	Certificate *x509.Certificate
	Key         *rsa.PrivateKey
	authority   *Authority
}

// Issue issues a certificate for PassType.
func (a *Authority) Issue(until time.Time) (IssuedCertificate, error) {
	name, err := asn1.Marshal(PassType)
	if err != nil {
		return IssuedCertificate{}, fmt.Errorf("writing an extension: %w", err)
	}
	template := a.template(3, "Pass Type ID: "+PassType)
	template.NotAfter = until
	template.Subject.OrganizationalUnit = []string{Team}
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	template.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 840, 113635, 100, 6, 1, 16}, Value: name}}
	key, err := rsa.GenerateKey(rand.Reader, 2048) // required by Apple
	if err != nil {
		return IssuedCertificate{}, fmt.Errorf("making a key: %w", err)
	}
	certificate, err := signCertificate(template, a.Intermediate, key.Public(), a.key)
	return IssuedCertificate{Certificate: certificate, Key: key, authority: a}, err
}

// Write writes a .p12 with password, as Keychain exports it, and the intermediate.
func (i IssuedCertificate) Write(folder string) (wallet.IdentityFiles, error) {
	const password = "a word of the operator"
	content, err := pkcs12.Modern.Encode(i.Key, i.Certificate, nil, password)
	if err != nil {
		return wallet.IdentityFiles{}, fmt.Errorf("packing a certificate: %w", err)
	}
	files := wallet.IdentityFiles{Certificate: filepath.Join(folder, "pass.p12"), Password: password, Intermediate: filepath.Join(folder, "AppleWWDRCAG4.cer")}
	return files, errors.Join(
		os.WriteFile(files.Certificate, content, 0o600),
		os.WriteFile(files.Intermediate, i.authority.Intermediate.Raw, 0o600),
	)
}

// WriteNewIdentity creates an authority and a certificate.
func WriteNewIdentity(folder string, now, until time.Time) (wallet.IdentityFiles, error) {
	authority, err := NewAuthority(now)
	if err != nil {
		return wallet.IdentityFiles{}, err
	}
	certificate, err := authority.Issue(until)
	if err != nil {
		return wallet.IdentityFiles{}, err
	}
	return certificate.Write(folder)
}

// PEM returns certificate, key and intermediate.
func (i IssuedCertificate) PEM() []byte {
	text := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(i.Key)})
	for _, certificate := range []*x509.Certificate{i.Certificate, i.authority.Intermediate} {
		text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate.Raw})...)
	}
	return text
}
