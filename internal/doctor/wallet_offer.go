package doctor

import (
	"axioma/internal/badge"
	"axioma/internal/config"
)

type walletOffer struct {
	vendor, setting, artwork string
	isSetUp                  bool
}

// ExamineWalletOffer checks the vendors' artwork and the button in WhatsApp.
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
			Subject: subjectWallet, State: Attention, Detail: "the message with the QR has no wallet button: customers find it only in their portal",
			ToDo: "Get the template with two buttons approved (docs/operate/whatsapp.md) and set its name in AXIOMA_WHATSAPP_QR_WALLET_TEMPLATE.",
		})
	}
	return findings
}

func (w walletOffer) checkButton() Finding {
	finding := Finding{Subject: subjectWallet, State: OK, Detail: "the button for " + w.vendor + " has the vendor's artwork"}
	if w.artwork == "" {
		finding.State, finding.Detail = Attention, "the button for "+w.vendor+" has no artwork of the vendor, which the vendor's rules require"
		finding.ToDo = "Download it in Spanish from the vendor (docs/operate/wallets.md) and set its path in " + w.setting + "."
		return finding
	}
	if _, err := badge.Read(w.artwork); err != nil {
		finding.State, finding.Detail = Attention, err.Error()
		finding.ToDo = "Set the path of an SVG or PNG file in " + w.setting + "."
	}
	return finding
}
