package doctor

import (
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
	"axioma/internal/wallet/wallettest"
)

func TestExamineWallet(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		words    string
		state    State
		validity time.Duration
		change   func(*config.Server)
	}{
		{"a test pass", OK, 90 * 24 * time.Hour, func(*config.Server) {}},
		{wallettest.PassType + " of team " + wallettest.Team + ", and the certificate is valid for 50 days", Attention, 50 * 24 * time.Hour, func(*config.Server) {}},
		{"renew it now", Attention, 29 * 24 * time.Hour, func(*config.Server) {}},
		{"the certificate is valid for 6 days", Fault, 6 * 24 * time.Hour, func(*config.Server) {}},
		{"the server's public URL is http://example.com", Fault, 90 * 24 * time.Hour, func(s *config.Server) { s.PublicURL = "http://example.com" }},
		{"public URL is https://127.0.0.1", Fault, 90 * 24 * time.Hour, func(s *config.Server) { s.PublicURL = "https://127.0.0.1" }},
		{"there is no certificate", Fault, 90 * 24 * time.Hour, func(s *config.Server) { s.Wallet = config.Wallet{} }},
		{"the password is wrong", Fault, 90 * 24 * time.Hour, func(s *config.Server) { s.Wallet.ApplePassword = "?" }},
		{"the issuer's certificate is missing", Fault, 90 * 24 * time.Hour, func(s *config.Server) { s.Wallet.AppleIntermediate = "" }},
	} {
		settings := config.Server{PublicURL: shop, Wallet: newAppleWallet(t, now, now.Add(c.validity))}
		c.change(&settings)
		findings, pass := ExamineWallet(settings, now)
		expect(t, findings, c.state, c.words)
		if made := findings[len(findings)-1].State == OK; made != (pass != nil) {
			t.Errorf("%s: a pass was made: %t", c.words, pass != nil)
		}
	}
}

func TestCheckWallet_NotSetUp_IsOK(t *testing.T) {
	t.Parallel()
	expect(t, newExamination(newInstallation(storetest.Database{})).checkWallet(t.Context()), OK, "not set up")
}

func newAppleWallet(t *testing.T, now, until time.Time) config.Wallet {
	t.Helper()
	files, err := wallettest.WriteNewIdentity(t.TempDir(), now, until)
	if err != nil {
		t.Fatal(err)
	}
	return config.Wallet{AppleCertificate: files.Certificate, ApplePassword: files.Password, AppleIntermediate: files.Intermediate}
}
