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

// Apple's certificates for passes hold for a year, and somebody has to ask for the next.
const (
	passesLate = 60 * 24 * time.Hour
	passesNear = 30 * 24 * time.Hour
	passesSoon = 7 * 24 * time.Hour
)

const wallets = "wallet"

// lookAtWallet finds whether passes can be made, where they are meant to be.
func (e examination) lookAtWallet(ctx context.Context) []Finding {
	if e.Settings.Wallet.AppleCertificate == "" && e.Settings.Wallet.GoogleIssuer == "" {
		return one(wallets, OK, "no passes are made: Apple Wallet and Google Wallet are not set up", "")
	}
	findings, _ := ExamineWallet(e.Settings, time.Now())
	if e.Settings.Wallet.GoogleIssuer != "" {
		findings = append(findings, ExamineGoogle(ctx, e.Settings, e.client().Transport))
	}
	return append(findings, ExamineWalletOffer(e.Settings)...)
}

// ExamineWallet says what is missing for passes of Apple Wallet, in the order in which it is
// to be got, and makes one to try where it can; nil: it cannot. Nothing secret stands in
// what is found.
func ExamineWallet(s config.Server, now time.Time) (findings []Finding, pass []byte) {
	findings = append(findings, walletAddress(s))
	if s.Wallet.AppleCertificate == "" && s.Wallet.GoogleIssuer != "" {
		return append(findings, Finding{Subject: wallets, State: OK, Found: "no passes of Apple Wallet are made: it is not set up"}), nil
	}
	if s.Wallet.AppleCertificate == "" {
		return append(findings, Finding{
			Subject: wallets, State: Fault, Found: "there is no certificate for passes",
			ToDo: "Get one from Apple (docs/operate/wallets.md has the steps) and name its file in AXIOMA_APPLE_CERTIFICATE.",
		}), nil
	}
	identity, err := wallet.ReadIdentity(AppleFiles(s), now)
	if err != nil {
		return append(findings, unreadIdentity(err)), nil
	}
	findings = append(findings, heldIdentity(identity, now))
	pass, err = trialPass(identity)
	if err != nil {
		return append(findings, Finding{Subject: wallets, State: Fault, Found: err.Error(), ToDo: "Tell whoever makes the program."}), nil
	}
	return append(findings, Finding{Subject: wallets, State: OK, Found: fmt.Sprintf("a pass to try was made and signed, of %d bytes", len(pass))}), pass
}

// AppleFiles are where the settings say that what Apple has given is kept.
func AppleFiles(s config.Server) wallet.IdentityFiles {
	return wallet.IdentityFiles{Certificate: s.Wallet.AppleCertificate, Password: s.Wallet.ApplePassword, Intermediate: s.Wallet.AppleIntermediate}
}

func walletAddress(s config.Server) Finding {
	if !outside(s) || !s.ReachedSecurely() {
		return Finding{
			Subject: wallets, State: Fault, Found: "telephones ask for their passes by https, and customers reach the server at " + s.ReachedAt(),
			ToDo: "Set up https: --acme-domain, or a proxy with a certificate, and an AXIOMA_PUBLIC_URL that begins with https://.",
		}
	}
	return Finding{Subject: wallets, State: OK, Found: "telephones ask for their passes at " + s.ReachedAt()}
}

func unreadIdentity(err error) Finding {
	toDo := "Export the certificate and its key together from Keychain as .p12 (docs/operate/wallets.md), and name the file and its password."
	if errors.Is(err, wallet.ErrNoIntermediate) {
		toDo = "Download it from apple.com/certificateauthority and name its file in AXIOMA_APPLE_INTERMEDIATE: for certificates made since 2022 it is Worldwide Developer Relations - G4."
	}
	return Finding{Subject: wallets, State: Fault, Found: err.Error(), ToDo: toDo}
}

func heldIdentity(identity wallet.Identity, now time.Time) Finding {
	const renew = "Ask Apple for the next one at developer.apple.com (docs/operate/wallets.md), of the same Pass Type ID: passes that are out go on with it. Then restart the server."
	left := identity.ExpiresAt().Sub(now)
	found := Finding{Subject: wallets, State: OK, Found: fmt.Sprintf("passes are %s of team %s, and the certificate holds for %s, until %s",
		identity.PassType(), identity.Team(), span(left), identity.ExpiresAt().UTC().Format(time.DateOnly))}
	switch {
	case left < passesSoon:
		found.State, found.ToDo = Fault, renew
	case left < passesNear:
		found.State, found.ToDo = Attention, renew
		found.Found += ": it is time for the next one"
	case left < passesLate:
		found.State, found.ToDo = Attention, renew
	}
	return found
}

// trialPass is nobody's: a telephone shows it, and no counter knows its code.
func trialPass(identity wallet.Identity) ([]byte, error) {
	maker, err := wallet.NewMaker(identity, "")
	if err != nil {
		return nil, err
	}
	terms := loyalty.Terms{Target: loyalty.DefaultVisitTarget, Half: loyalty.DefaultVisitTarget / 2}
	return maker.Make(wallet.Card{
		Serial: "axioma-wallet-doctor", Token: "nobody asks for it again", QR: "AXIOMA",
		PassFace: loyalty.PassFace{Business: "Axioma", FirstName: "Prueba", Progress: loyalty.Progress{Terms: terms, Card: loyalty.Card{Stamps: terms.Half - 1}}},
	})
}
