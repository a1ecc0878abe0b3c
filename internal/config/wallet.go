package config

import (
	"errors"
	"net/url"
	"strings"
)

// Wallet configures Apple's certificate and Google's issuer, without which no passes are made.
type Wallet struct {
	AppleCertificate  string `name:"apple-certificate" help:"File with Apple's pass certificate and its key: a .p12 from Keychain, or PEM. Empty: no passes for Apple Wallet." env:"AXIOMA_APPLE_CERTIFICATE" placeholder:"FILE"`
	ApplePassword     string `name:"apple-certificate-password" secret:"" help:"Password of the .p12." env:"AXIOMA_APPLE_CERTIFICATE_PASSWORD" placeholder:"PASSWORD"`
	AppleIntermediate string `name:"apple-intermediate" help:"File with the issuer's certificate, from apple.com/certificateauthority: Worldwide Developer Relations, usually G4. Empty: the certificate's file contains it." env:"AXIOMA_APPLE_INTERMEDIATE" placeholder:"FILE"`
	ApplePushURL      string `name:"apple-push-url" help:"URL of Apple's push service. Change it only for trials: that server sees the certificate." default:"https://api.push.apple.com" env:"AXIOMA_APPLE_PUSH_URL" placeholder:"URL"`
	AppleBadge        string `name:"apple-wallet-badge" help:"File with Apple's button Add to Apple Wallet, in Spanish: SVG or PNG of at most 64 kB. Empty: a button with text." env:"AXIOMA_APPLE_WALLET_BADGE" placeholder:"FILE"`
	GoogleIssuer      string `name:"google-wallet-issuer" help:"Google's issuer id, a number. Empty: no passes for Google Wallet." env:"AXIOMA_GOOGLE_WALLET_ISSUER" placeholder:"ID"`
	GoogleKey         string `name:"google-wallet-key" help:"File with the JSON key of the issuer's service account." env:"AXIOMA_GOOGLE_WALLET_KEY" placeholder:"FILE"`
	GoogleBadge       string `name:"google-wallet-badge" help:"File with Google's button Add to Google Wallet, in Spanish: SVG or PNG of at most 64 kB. Empty: a button with text." env:"AXIOMA_GOOGLE_WALLET_BADGE" placeholder:"FILE"`
}

// Validate refuses incomplete settings and push URLs without HTTPS.
func (w Wallet) Validate() error {
	if w.AppleCertificate == "" && (w.ApplePassword != "" || w.AppleIntermediate != "") {
		return errors.New("--apple-certificate-password and --apple-intermediate need --apple-certificate")
	}
	if address, err := url.Parse(w.ApplePushURL); err != nil || address.Scheme != "https" || address.Host == "" {
		return errors.New("--apple-push-url is not an https URL")
	}
	if (w.GoogleIssuer == "") != (w.GoogleKey == "") {
		return errors.New("--google-wallet-issuer and --google-wallet-key need each other")
	}
	return nil
}

// HasHTTPS reports whether the public URL is https, which phones and Google need.
func (s Server) HasHTTPS() bool { return strings.HasPrefix(s.BaseURL(), "https://") }
