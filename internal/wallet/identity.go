package wallet

import (
	"bytes"
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// IdentityFiles are the operator's Apple certificates.
type IdentityFiles struct {
	Certificate  string // .p12, or PEM with the key
	Password     string
	Intermediate string // Apple's, DER or PEM; empty if in Certificate
}

// Identity signs passes.
type Identity struct {
	certificate  *x509.Certificate
	key          crypto.Signer
	intermediate *x509.Certificate
	passType     string
}

// ErrNoIntermediate means that the issuer's certificate is missing.
var ErrNoIntermediate = errors.New("the issuer's certificate is missing")

// CertificateExpired means that phones reject new passes.
type CertificateExpired struct {
	Name string
	At   time.Time
}

func (e *CertificateExpired) Error() string {
	return fmt.Sprintf("the certificate of %s expired on %s", e.Name, e.At.UTC().Format(time.DateOnly))
}

// ReadIdentity reads certificate and key. It refuses what phones would reject now: another kind of certificate or key,
// ErrNoIntermediate, CertificateExpired.
func ReadIdentity(files IdentityFiles, now time.Time) (Identity, error) {
	content, err := os.ReadFile(files.Certificate)
	if err != nil {
		return Identity{}, fmt.Errorf("reading the certificate for passes: %w", err)
	}
	key, certificates, err := readCertificates(content, files.Password)
	if err != nil {
		return Identity{}, fmt.Errorf("reading the certificate for passes: %w", err)
	}
	if files.Intermediate != "" {
		more, err := readIntermediates(files.Intermediate)
		if err != nil {
			return Identity{}, err
		}
		certificates = append(certificates, more...)
	}
	identity, err := identityOf(key, certificates)
	if err != nil {
		return Identity{}, err
	}
	return identity, identity.checkValidity(now)
}

func readIntermediates(path string) ([]*x509.Certificate, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading Apple's intermediate certificate: %w", err)
	}
	if bytes.Contains(content, []byte("-----BEGIN")) {
		_, certificates, err := readPEM(content)
		return certificates, err
	}
	certificates, err := x509.ParseCertificates(content)
	if err != nil {
		return nil, fmt.Errorf("reading Apple's intermediate certificate in %s: %w", path, err)
	}
	return certificates, nil
}

func readCertificates(content []byte, password string) (crypto.Signer, []*x509.Certificate, error) {
	if bytes.Contains(content, []byte("-----BEGIN")) {
		return readPEM(content)
	}
	key, certificate, others, err := pkcs12.DecodeChain(content, password)
	if errors.Is(err, pkcs12.ErrIncorrectPassword) {
		return nil, nil, errors.New("the password is wrong")
	}
	if err != nil {
		return nil, nil, err
	}
	signer, able := key.(crypto.Signer)
	if !able {
		return nil, nil, errors.New("its key type cannot sign")
	}
	return signer, append([]*x509.Certificate{certificate}, others...), nil
}

func readPEM(content []byte) (key crypto.Signer, certificates []*x509.Certificate, err error) {
	for block, rest := pem.Decode(content); block != nil; block, rest = pem.Decode(rest) {
		switch {
		case block.Type == "CERTIFICATE":
			certificate, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, nil, fmt.Errorf("reading a certificate: %w", err)
			}
			certificates = append(certificates, certificate)
		case strings.HasSuffix(block.Type, "PRIVATE KEY"):
			if key, err = readKey(block.Bytes); err != nil {
				return nil, nil, err
			}
		}
	}
	return key, certificates, nil
}

func readKey(der []byte) (crypto.Signer, error) {
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if signer, able := key.(crypto.Signer); able {
			return signer, nil
		}
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, nil
	}
	key, err := x509.ParseECPrivateKey(der)
	if err != nil {
		return nil, errors.New("its key cannot be read: it must be unencrypted PKCS #8 or PKCS #1")
	}
	return key, nil
}

// passTypeExtension is Apple's, of pass certificates only.
var passTypeExtension = asn1.ObjectIdentifier{1, 2, 840, 113635, 100, 6, 1, 16}

func identityOf(key crypto.Signer, certificates []*x509.Certificate) (Identity, error) {
	if key == nil {
		return Identity{}, errors.New("the file has the certificate for passes without its key")
	}
	at := slices.IndexFunc(certificates, func(c *x509.Certificate) bool { return passTypeOf(c) != "" })
	if at < 0 {
		return Identity{}, errors.New("the file has no certificate of a Pass Type ID: create one at developer.apple.com, under Identifiers")
	}
	i := Identity{certificate: certificates[at], key: key, passType: passTypeOf(certificates[at])}
	public, able := key.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !able || !public.Equal(i.certificate.PublicKey) {
		return Identity{}, fmt.Errorf("the key does not belong to the certificate for %s", i.passType)
	}
	for _, other := range certificates {
		if bytes.Equal(other.RawSubject, i.certificate.RawIssuer) && i.certificate.CheckSignatureFrom(other) == nil {
			i.intermediate = other
			return i, nil
		}
	}
	return Identity{}, fmt.Errorf("%w: download %q from apple.com/certificateauthority", ErrNoIntermediate, i.certificate.Issuer.String())
}

func passTypeOf(c *x509.Certificate) string {
	for _, extension := range c.Extensions {
		var name asn1.RawValue
		if _, err := asn1.Unmarshal(extension.Value, &name); err == nil && extension.Id.Equal(passTypeExtension) {
			return string(name.Bytes)
		}
	}
	return ""
}

func (i Identity) checkValidity(now time.Time) error {
	for _, c := range []*x509.Certificate{i.certificate, i.intermediate} {
		if now.After(c.NotAfter) {
			return &CertificateExpired{Name: c.Subject.CommonName, At: c.NotAfter}
		}
		if now.Before(c.NotBefore) {
			return fmt.Errorf("the certificate of %s is not valid before %s", c.Subject.CommonName, c.NotBefore.UTC().Format(time.DateOnly))
		}
	}
	if i.Team() == "" {
		return fmt.Errorf("the certificate for %s names no team", i.passType)
	}
	return nil
}

// PassType returns an identifier such as pass.es.axioma.card.
func (i Identity) PassType() string { return i.passType }

// Team returns Apple's id of the operator, ten characters.
func (i Identity) Team() string {
	if units := i.certificate.Subject.OrganizationalUnit; len(units) > 0 {
		return units[0]
	}
	return ""
}

// ExpiresAt returns the earlier expiry of both certificates.
func (i Identity) ExpiresAt() time.Time {
	if i.intermediate.NotAfter.Before(i.certificate.NotAfter) {
		return i.intermediate.NotAfter
	}
	return i.certificate.NotAfter
}

// TLS returns the signing certificate, also used by Apple's push service.
func (i Identity) TLS() tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{i.certificate.Raw, i.intermediate.Raw}, PrivateKey: i.key, Leaf: i.certificate}
}
