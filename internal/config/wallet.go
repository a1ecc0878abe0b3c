package config

import (
	"errors"
	"strings"
)

// Wallet says what passes of Apple Wallet are signed with. Without a certificate none are
// made.
type Wallet struct {
	AppleCertificate  string `name:"apple-certificate" help:"File with Apple's certificate for passes and its key: the .p12 that Keychain exports, or PEM. Empty: no passes for Apple Wallet." env:"AXIOMA_APPLE_CERTIFICATE" placeholder:"FILE"`
	ApplePassword     string `name:"apple-certificate-password" secret:"" help:"Password of the .p12." env:"AXIOMA_APPLE_CERTIFICATE_PASSWORD" placeholder:"PASSWORD"`
	AppleIntermediate string `name:"apple-intermediate" help:"File with the certificate of Apple's that issued it, from apple.com/certificateauthority: Worldwide Developer Relations, G4 as a rule. Empty: it stands in the file of the certificate." env:"AXIOMA_APPLE_INTERMEDIATE" placeholder:"FILE"`
}

// Validate refuses what belongs to a certificate without one. The command line calls it.
func (w Wallet) Validate() error {
	if w.AppleCertificate == "" && (w.ApplePassword != "" || w.AppleIntermediate != "") {
		return errors.New("--apple-certificate-password and --apple-intermediate need --apple-certificate")
	}
	return nil
}

// ReachedSecurely reports whether customers reach the server by https: telephones ask for
// their passes at no other address.
func (s Server) ReachedSecurely() bool { return strings.HasPrefix(s.ReachedAt(), "https://") }
