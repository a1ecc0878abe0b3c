package config

import (
	"errors"
	"net/url"
	"strings"
)

// Wallet says what passes of Apple Wallet are signed with, and in whose name those of Google
// Wallet are made. Without a certificate, and without an issuer, none are.
type Wallet struct {
	AppleCertificate  string `name:"apple-certificate" help:"File with Apple's certificate for passes and its key: the .p12 that Keychain exports, or PEM. Empty: no passes for Apple Wallet." env:"AXIOMA_APPLE_CERTIFICATE" placeholder:"FILE"`
	ApplePassword     string `name:"apple-certificate-password" secret:"" help:"Password of the .p12." env:"AXIOMA_APPLE_CERTIFICATE_PASSWORD" placeholder:"PASSWORD"`
	AppleIntermediate string `name:"apple-intermediate" help:"File with the issuer's certificate, from apple.com/certificateauthority: Worldwide Developer Relations, G4 as a rule. Empty: the file of the certificate contains it." env:"AXIOMA_APPLE_INTERMEDIATE" placeholder:"FILE"`
	ApplePushURL      string `name:"apple-push-url" help:"Apple's push service, which hears of changed passes. Another address is for trials: it sees the certificate." default:"https://api.push.apple.com" env:"AXIOMA_APPLE_PUSH_URL" placeholder:"URL"`
	AppleBadge        string `name:"apple-wallet-badge" help:"File with Apple's artwork for the button, Add to Apple Wallet, in Spanish: SVG or PNG of 64 kB at most. Empty: the button has words of ours." env:"AXIOMA_APPLE_WALLET_BADGE" placeholder:"FILE"`
	GoogleIssuer      string `name:"google-wallet-issuer" help:"Issuer id that Google gives, a number. Empty: no passes for Google Wallet." env:"AXIOMA_GOOGLE_WALLET_ISSUER" placeholder:"ID"`
	GoogleKey         string `name:"google-wallet-key" help:"File with the key, in JSON, of the service account that acts for the issuer." env:"AXIOMA_GOOGLE_WALLET_KEY" placeholder:"FILE"`
	GoogleBadge       string `name:"google-wallet-badge" help:"File with Google's artwork for the button, Add to Google Wallet, in Spanish: SVG or PNG of 64 kB at most. Empty: the button has words of ours." env:"AXIOMA_GOOGLE_WALLET_BADGE" placeholder:"FILE"`
}

// Validate refuses what belongs to a certificate without one, an address at which no
// certificate can be shown, and an issuer without its key. The command line calls it.
func (w Wallet) Validate() error {
	if w.AppleCertificate == "" && (w.ApplePassword != "" || w.AppleIntermediate != "") {
		return errors.New("--apple-certificate-password and --apple-intermediate need --apple-certificate")
	}
	if address, err := url.Parse(w.ApplePushURL); err != nil || address.Scheme != "https" || address.Host == "" {
		return errors.New("--apple-push-url is no https address")
	}
	if (w.GoogleIssuer == "") != (w.GoogleKey == "") {
		return errors.New("--google-wallet-issuer and --google-wallet-key need each other")
	}
	return nil
}

// HasHTTPS reports whether customers reach the server by https: telephones ask for
// their passes, and Google for their pictures, at no other address.
func (s Server) HasHTTPS() bool { return strings.HasPrefix(s.BaseURL(), "https://") }
