package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

// Apple's pass certificates last a year and are renewed by hand.
const (
	passCertificateEarly   = 60 * 24 * time.Hour
	passCertificateWarning = 30 * 24 * time.Hour
	passCertificateUrgent  = 7 * 24 * time.Hour
)

const subjectWallet = "wallet"

func (e examination) checkWallet(ctx context.Context) []Finding {
	if e.Settings.Wallet.AppleCertificate == "" && e.Settings.Wallet.GoogleIssuer == "" {
		return finding(subjectWallet, OK, "no passes are made: Apple Wallet and Google Wallet are not set up", "")
	}
	findings, _ := ExamineWallet(e.Settings, time.Now())
	if e.Settings.Wallet.GoogleIssuer != "" {
		findings = append(findings, ExamineGoogle(ctx, e.Settings, e.client().Transport))
	}
	return append(findings, ExamineWalletOffer(e.Settings)...)
}

// ExamineWallet checks Apple Wallet in the order of setup and signs a test pass if the certificate is usable. Findings
// contain no secrets.
func ExamineWallet(s config.Server, now time.Time) (findings []Finding, pass []byte) {
	findings = append(findings, checkWalletAddress(s))
	if s.Wallet.AppleCertificate == "" && s.Wallet.GoogleIssuer != "" {
		return append(findings, Finding{Subject: subjectWallet, State: OK, Detail: "no passes of Apple Wallet are made: it is not set up"}), nil
	}
	if s.Wallet.AppleCertificate == "" {
		return append(findings, Finding{
			Subject: subjectWallet, State: Fault, Detail: "there is no certificate for passes",
			ToDo: "Get one from Apple (docs/operate/wallets.md) and set its path in AXIOMA_APPLE_CERTIFICATE.",
		}), nil
	}
	identity, err := wallet.ReadIdentity(AppleFiles(s), now)
	if err != nil {
		return append(findings, identityErrorFinding(err)), nil
	}
	findings = append(findings, identityFinding(identity, now))
	pass, err = newTestPass(identity)
	if err != nil {
		return append(findings, Finding{Subject: subjectWallet, State: Fault, Detail: err.Error(), ToDo: "Report this to the developers."}), nil
	}
	return append(findings, Finding{Subject: subjectWallet, State: OK, Detail: fmt.Sprintf("a test pass of %d bytes was signed", len(pass))}), pass
}

// AppleFiles returns the paths in the settings.
func AppleFiles(s config.Server) wallet.IdentityFiles {
	return wallet.IdentityFiles{Certificate: s.Wallet.AppleCertificate, Password: s.Wallet.ApplePassword, Intermediate: s.Wallet.AppleIntermediate}
}

func checkWalletAddress(s config.Server) Finding {
	if !isPublic(s) || !s.HasHTTPS() {
		return Finding{
			Subject: subjectWallet, State: Fault, Detail: "phones fetch passes by https, but the server's public URL is " + s.BaseURL(),
			ToDo: "Set up https: --acme-domain, or a proxy with a certificate (docs/operate/https.md). AXIOMA_PUBLIC_URL must begin with https://; with --acme-domain it may be empty.",
		}
	}
	return Finding{Subject: subjectWallet, State: OK, Detail: "phones fetch passes at " + s.BaseURL()}
}

func identityErrorFinding(err error) Finding {
	toDo := "Export the certificate and its key together from Keychain as .p12 (docs/operate/wallets.md), and set its path and password."
	if errors.Is(err, wallet.ErrNoIntermediate) {
		toDo = "Download the issuer's certificate from apple.com/certificateauthority (since 2022: Worldwide Developer Relations - G4) and set its path in AXIOMA_APPLE_INTERMEDIATE."
	}
	return Finding{Subject: subjectWallet, State: Fault, Detail: err.Error(), ToDo: toDo}
}

func identityFinding(identity wallet.Identity, now time.Time) Finding {
	const renew = "Get a new one at developer.apple.com (docs/operate/wallets.md) for the same Pass Type ID: existing passes keep working. Then restart the server."
	remaining := identity.ExpiresAt().Sub(now)
	finding := Finding{Subject: subjectWallet, State: OK, Detail: fmt.Sprintf("the Pass Type ID is %s of team %s, and the certificate is valid for %s, until %s",
		identity.PassType(), identity.Team(), formatDuration(remaining), identity.ExpiresAt().UTC().Format(time.DateOnly))}
	switch {
	case remaining < passCertificateUrgent:
		finding.State, finding.ToDo = Fault, renew
	case remaining < passCertificateWarning:
		finding.State, finding.ToDo = Attention, renew
		finding.Detail += ": renew it now"
	case remaining < passCertificateEarly:
		finding.State, finding.ToDo = Attention, renew
	}
	return finding
}

// newTestPass returns a pass whose code counters refuse.
func newTestPass(identity wallet.Identity) ([]byte, error) {
	maker, err := wallet.NewMaker(identity, "")
	if err != nil {
		return nil, err
	}
	terms := loyalty.Terms{Target: loyalty.DefaultVisitTarget, Half: loyalty.DefaultVisitTarget / 2}
	return maker.Make(wallet.Card{
		Serial: "axioma-wallet-doctor", Token: "test", QR: "AXIOMA",
		PassFace: loyalty.PassFace{Business: "Axioma", FirstName: "Prueba", Progress: loyalty.Progress{Terms: terms, Card: loyalty.Card{Stamps: terms.Half - 1}}},
	})
}
