package wallettest

import (
	"bytes"
	"crypto/sha1"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/smallstep/pkcs7"
)

const (
	passFile      = "pass.json"
	manifestFile  = "manifest.json"
	signatureFile = "signature"
)

// refuse returns the reason, which phones do not show. See
// https://developer.apple.com/documentation/walletpasses/building-a-pass and
// https://developer.apple.com/documentation/walletpasses/pass
func refuse(files map[string][]byte) error {
	var d document
	if err := json.Unmarshal(files[passFile], &d); err != nil {
		return fmt.Errorf("reading %s: %w", passFile, err)
	}
	return errors.Join(refuseManifest(files), refuseSignature(files, d), refusePictures(files), d.refuse())
}

// refuseManifest requires one digest per file.
func refuseManifest(files map[string][]byte) error {
	var digests map[string]string
	if err := json.Unmarshal(files[manifestFile], &digests); err != nil {
		return fmt.Errorf("reading the manifest: %w", err)
	}
	for name := range digests {
		if _, found := files[name]; !found {
			return fmt.Errorf("%s of the manifest is missing", name)
		}
	}
	for name, content := range files {
		digest := sha1.Sum(content)
		if name != manifestFile && name != signatureFile && digests[name] != hex.EncodeToString(digest[:]) {
			return fmt.Errorf("the manifest has another digest of %s", name)
		}
	}
	return nil
}

var passTypeExtension = asn1.ObjectIdentifier{1, 2, 840, 113635, 100, 6, 1, 16}

var farOff = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// refuseSignature requires a detached, timed signature by a certificate of this pass type and team, with Apple's
// intermediate.
func refuseSignature(files map[string][]byte, d document) error {
	signedData, err := pkcs7.Parse(files[signatureFile])
	if err != nil {
		return fmt.Errorf("reading the signature: %w", err)
	}
	if len(signedData.Content) > 0 {
		return errors.New("the signature is not detached")
	}
	signedData.Content = files[manifestFile]
	for _, certificate := range signedData.Certificates { // certificates follow a test's clock, signatures the machine's
		certificate.NotBefore, certificate.NotAfter = time.Time{}, farOff
	}
	var at time.Time
	if err := errors.Join(signedData.Verify(), signedData.UnmarshalSignedAttribute(pkcs7.OIDAttributeSigningTime, &at)); err != nil {
		return fmt.Errorf("the signature is invalid: %w", err)
	}
	return refuseSigner(signedData.GetOnlySigner(), signedData.Certificates, d)
}

func refuseSigner(signer *x509.Certificate, intermediates []*x509.Certificate, d document) error {
	if signer == nil || !slices.ContainsFunc(intermediates, func(c *x509.Certificate) bool { return !c.Equal(signer) && signer.CheckSignatureFrom(c) == nil }) {
		return errors.New("the signature has no intermediate beside its certificate")
	}
	if !slices.Contains(signer.Subject.OrganizationalUnit, d.TeamIdentifier) {
		return fmt.Errorf("the certificate is not of the team %q", d.TeamIdentifier)
	}
	for _, extension := range signer.Extensions {
		var passType string
		if extension.Id.Equal(passTypeExtension) {
			_, err := asn1.Unmarshal(extension.Value, &passType)
			if err == nil && passType == d.PassTypeIdentifier {
				return nil
			}
		}
	}
	return fmt.Errorf("the certificate is not for the pass type %q", d.PassTypeIdentifier)
}

func refusePictures(files map[string][]byte) error {
	for _, icon := range []string{"icon.png", "icon@2x.png"} {
		if len(files[icon]) == 0 {
			return fmt.Errorf("there is no %s", icon)
		}
	}
	for name, content := range files {
		if path.Ext(name) != ".png" {
			continue
		}
		if _, err := png.DecodeConfig(bytes.NewReader(content)); err != nil {
			return fmt.Errorf("%s is no picture: %w", name, err)
		}
	}
	return nil
}

type document struct {
	FormatVersion       int
	PassTypeIdentifier  string
	TeamIdentifier      string
	SerialNumber        string
	OrganizationName    string
	Description         string
	ForegroundColor     string
	LabelColor          string
	BackgroundColor     string
	WebServiceURL       string
	AuthenticationToken string
	Barcodes            []code
	BoardingPass        *fields
	Coupon              *fields
	EventTicket         *fields
	Generic             *fields
	StoreCard           *fields
}

type code struct{ Format, Message, MessageEncoding string }

type fields struct {
	HeaderFields, PrimaryFields, SecondaryFields, AuxiliaryFields, BackFields []field
}

type field struct {
	Key           string
	Value         any
	ChangeMessage string
}

func (d document) refuse() error {
	return errors.Join(d.refuseRequired(), d.refuseService(), d.refuseColours(), d.refuseCodes(), d.refuseStyle())
}

func (d document) refuseRequired() error {
	if d.FormatVersion != 1 {
		return fmt.Errorf("the version of its format is %d", d.FormatVersion)
	}
	for name, value := range map[string]string{
		"passTypeIdentifier": d.PassTypeIdentifier, "teamIdentifier": d.TeamIdentifier, "serialNumber": d.SerialNumber,
		"organizationName": d.OrganizationName, "description": d.Description,
	} {
		if value == "" {
			return errors.New("it has no " + name)
		}
	}
	return nil
}

// shortestToken is in characters.
const shortestToken = 16

func (d document) refuseService() error {
	address, err := url.Parse(d.WebServiceURL)
	switch {
	case d.WebServiceURL == "" && d.AuthenticationToken == "":
		return nil
	case err != nil || address.Scheme != "https" || address.Host == "":
		return fmt.Errorf("its service is at %q", d.WebServiceURL)
	case len(d.AuthenticationToken) < shortestToken:
		return errors.New("its token is too short")
	}
	return nil
}

var colourForm = regexp.MustCompile(`^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$`)

func (d document) refuseColours() error {
	for _, colour := range []string{d.ForegroundColor, d.LabelColor, d.BackgroundColor} {
		if colour != "" && !colourForm.MatchString(colour) {
			return fmt.Errorf("a colour is %q", colour)
		}
	}
	return nil
}

// refuseCodes requires that the message fits the encoding.
func (d document) refuseCodes() error {
	for _, code := range d.Barcodes {
		formats := []string{"PKBarcodeFormatQR", "PKBarcodeFormatPDF417", "PKBarcodeFormatAztec", "PKBarcodeFormatCode128"}
		foreign := strings.ContainsFunc(code.Message, func(letter rune) bool { return letter > 0xff })
		if !slices.Contains(formats, code.Format) || code.Message == "" || code.MessageEncoding == "" || code.MessageEncoding == "iso-8859-1" && foreign {
			return fmt.Errorf("a code is %+v", code)
		}
	}
	return nil
}

// As shown by a store card.
const (
	mostInHeader = 3
	mostBelow    = 4 // secondary and auxiliary together
)

// refuseStyle requires one style, no more fields than it shows, and unique keys, by which phones notice changes.
func (d document) refuseStyle() error {
	var styles []*fields
	for _, style := range []*fields{d.BoardingPass, d.Coupon, d.EventTicket, d.Generic, d.StoreCard} {
		if style != nil {
			styles = append(styles, style)
		}
	}
	if len(styles) != 1 {
		return fmt.Errorf("it has %d styles", len(styles))
	}
	s := styles[0]
	if len(s.HeaderFields) > mostInHeader || len(s.SecondaryFields)+len(s.AuxiliaryFields) > mostBelow {
		return errors.New("it has more fields than are shown")
	}
	return refuseFields(slices.Concat(s.HeaderFields, s.PrimaryFields, s.SecondaryFields, s.AuxiliaryFields, s.BackFields))
}

func refuseFields(all []field) error {
	keys := map[string]bool{}
	for _, f := range all {
		switch {
		case f.Key == "" || f.Value == nil:
			return fmt.Errorf("a field is %+v", f)
		case keys[f.Key]:
			return fmt.Errorf("two fields are called %s", f.Key)
		case f.ChangeMessage != "" && !strings.Contains(f.ChangeMessage, "%@"):
			return fmt.Errorf("the change message of %s lacks its value", f.Key)
		}
		keys[f.Key] = true
	}
	return nil
}
