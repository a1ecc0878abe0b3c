package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"axioma/internal/config"
)

func TestExamineWalletOffer(t *testing.T) {
	t.Parallel()
	artwork := filepath.Join(t.TempDir(), "apple.svg")
	if err := os.WriteFile(artwork, []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words  string
		state  State
		change func(*config.Server)
	}{
		{"the button for Apple Wallet has the vendor's artwork", OK, func(*config.Server) {}},
		{"the button for Apple Wallet has no artwork of the vendor", Attention, func(s *config.Server) { s.Wallet.AppleBadge = "" }},
		{"the button for Google Wallet has no artwork of the vendor", Attention, func(s *config.Server) { s.Wallet.GoogleIssuer = "3388" }},
		{"is neither SVG nor PNG", Attention, func(s *config.Server) { s.Wallet.AppleBadge = "wallet_offer_test.go" }},
		{"has no wallet button", Attention, func(s *config.Server) { s.WhatsApp.QRWalletTemplate = "" }},
	} {
		settings := config.Server{
			Wallet:   config.Wallet{AppleCertificate: "card.pem", AppleBadge: artwork},
			WhatsApp: config.WhatsApp{Provider: config.WhatsAppCloud, QRWalletTemplate: "qr_movil"},
		}
		c.change(&settings)
		expect(t, ExamineWalletOffer(settings), c.state, c.words)
	}
	if findings := ExamineWalletOffer(config.Server{WhatsApp: config.WhatsApp{Provider: config.WhatsAppCloud}}); len(findings) > 0 {
		t.Errorf("without wallets there are findings: %+v", findings)
	}
}
