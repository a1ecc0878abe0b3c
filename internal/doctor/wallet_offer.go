package doctor

import (
	"axioma/internal/badge"
	"axioma/internal/config"
)

// walletOffer is a wallet's button for customers.
type walletOffer struct {
	vendor, setting, artwork string
	isSetUp                  bool
}

// ExamineWalletOffer checks the buttons for wallets: the vendors' artwork, and the button in the WhatsApp message with
// the QR.
func ExamineWalletOffer(s config.Server) []Finding {
	var findings []Finding
	for _, wallet := range []walletOffer{
		{"Apple Wallet", "AXIOMA_APPLE_WALLET_BADGE", s.Wallet.AppleBadge, s.Wallet.AppleCertificate != ""},
		{"Google Wallet", "AXIOMA_GOOGLE_WALLET_BADGE", s.Wallet.GoogleBadge, s.Wallet.GoogleIssuer != ""},
	} {
		if wallet.isSetUp {
			findings = append(findings, wallet.checkButton())
		}
	}
	if len(findings) > 0 && s.WhatsApp.Provider == config.WhatsAppCloud && s.WhatsApp.QRWalletTemplate == "" {
		findings = append(findings, Finding{
			Subject: subjectWallet, State: Attention, Found: "the message with the QR has no button for wallets: customers find it behind the code of their portal",
			ToDo: "Have the template with two buttons approved (docs/operate/whatsapp.md) and name it in AXIOMA_WHATSAPP_QR_WALLET_TEMPLATE.",
		})
	}
	return findings
}

// checkButton checks the button of a wallet.
func (w walletOffer) checkButton() Finding {
	found := Finding{Subject: subjectWallet, State: OK, Found: "the button for " + w.vendor + " has the vendor's artwork"}
	if w.artwork == "" {
		found.State, found.Found = Attention, "the button for "+w.vendor+" has words of ours, and the vendor's rules want its artwork"
		found.ToDo = "Download it in Spanish from the vendor (docs/operate/wallets.md) and name its file in " + w.setting + "."
		return found
	}
	if _, err := badge.Read(w.artwork); err != nil {
		found.State, found.Found = Attention, err.Error()
		found.ToDo = "Name a file with the artwork as SVG or PNG in " + w.setting + "."
	}
	return found
}
