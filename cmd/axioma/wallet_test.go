package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/googlewallet/googletest"
	"axioma/internal/store/storetest"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func appleFiles(t *testing.T) wallet.IdentityFiles {
	t.Helper()
	now := time.Now()
	files, err := wallettest.WriteNewIdentity(t.TempDir(), now, now.AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWalletDoctor_Configured_MakesATrialPass(t *testing.T) {
	t.Parallel()
	files := appleFiles(t)
	trial := filepath.Join(t.TempDir(), "trial.pkpass")
	args := []string{"wallet", "doctor", "--public-url", "https://cards.example.com", "--apple-certificate", files.Certificate, "--apple-intermediate", files.Intermediate, "--to", trial}
	out, _, err := axioma(t, "", append(args, "--apple-certificate-password", files.Password)...)
	if err != nil || !strings.Contains(out, wallettest.PassType) || strings.Contains(out, files.Password) {
		t.Errorf("wallet doctor prints %s: %v; want %q in it and no %q in it", out, err, wallettest.PassType, files.Password)
	}
	if pass, err := os.ReadFile(trial); err != nil || !strings.HasPrefix(string(pass), "PK") {
		t.Errorf("the pass is %d bytes: %v; want a zip file", len(pass), err)
	}
	out, _, err = axioma(t, "", append(args, "--apple-certificate-password", "?")...)
	if err == nil || !strings.Contains(out, "FAULT") || !strings.Contains(out, "the password is wrong") {
		t.Errorf("with a wrong password wallet doctor prints %s: %v; want an error, %q in it and %q in it", out, err, "FAULT", "the password is wrong")
	}
}

func TestServe_IncompleteWalletSettings_Starts(t *testing.T) {
	t.Parallel()
	files := appleFiles(t)
	for _, args := range [][]string{
		{"--public-url", "https://cards.example.com", "--apple-certificate", files.Certificate, "--apple-certificate-password", "?"},
		{"--apple-certificate", files.Certificate, "--apple-certificate-password", files.Password, "--apple-intermediate", files.Intermediate},
		{"--public-url", "https://cards.example.com", "--google-wallet-issuer", googletest.Issuer, "--google-wallet-key", "nowhere.json"},
		{"--google-wallet-issuer", googletest.Issuer, "--google-wallet-key", "nowhere.json"},
	} {
		server := serve(t, append(storetest.New(t).Flags(), args...)...)
		if log := server.log.String(); !strings.Contains(log, "no Apple Wallet passes are made") && !strings.Contains(log, "no Google Wallet passes are made") {
			t.Errorf("with %v the log lacks the line about missing passes", args)
		}
		if err := server.end(); err != nil {
			t.Error(err)
		}
	}
}

// The alert continues after a restart.
func TestMetrics_ExpiredPassCertificate_IsReported(t *testing.T) {
	t.Parallel()
	expiresAt := time.Now().AddDate(0, 0, -1).UTC().Truncate(time.Second)
	files, err := wallettest.WriteNewIdentity(t.TempDir(), time.Now(), expiresAt)
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]time.Time{files.Password: expiresAt, "?": {}} {
		s := serveCommand{config.Server{PublicURL: "https://cards.example.com", Wallet: config.Wallet{
			AppleCertificate: files.Certificate, ApplePassword: password, AppleIntermediate: files.Intermediate,
		}}}
		passes, err := s.applePasses(slog.New(slog.DiscardHandler))
		if err != nil || passes.Maker != nil || !passes.ExpiresAt().Equal(want) {
			t.Errorf("with the password %q the certificate ends at %v, want %v: %v", password, passes.ExpiresAt(), want, err)
		}
	}
}

func TestPushes_Apple_UseTheConfiguredAddress(t *testing.T) {
	t.Parallel()
	authority, err := wallettest.NewAuthority(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := authority.Issue(time.Now().AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	files, err := certificate.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	apple := wallettest.NewPushService(authority)
	defer apple.Close()
	pushedTokens := make(chan string, 100)
	apple.OnPush = func(token string) { pushedTokens <- token }
	roots, err := apple.RootsFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	database := storetest.New(t)
	customer := createBusiness(t, database, 1)[0]
	database.Corrupt(t,
		"INSERT INTO passes (business_id, customer_id, serial, digest, version, modified_at) VALUES ('"+businessID+"', '"+customer+"', 's', '', 1, 0)",
		"INSERT INTO pass_holders (business_id, customer_id, serial, holder, push_token, registered_at, push_at) VALUES ('"+businessID+"', '"+customer+"', 's', 'hers', '0a', 0, 0)")
	server := startIn(t, database, []string{"SSL_CERT_FILE=" + roots}, "--public-url", "https://cards.example.com", "--apple-push-url", apple.URL+"/",
		"--apple-certificate", files.Certificate, "--apple-certificate-password", files.Password, "--apple-intermediate", files.Intermediate)
	if token := <-pushedTokens; token != "0a" {
		t.Errorf("the token is %q, want 0a", token)
	}
	server.kill()
}

func TestWalletSettings_PushURLWithoutHTTPS_IsRefused(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://api.push.apple.com", "api.push.apple.com", "https://", ""} {
		if _, _, err := axioma(t, "", "config", "--apple-push-url", address); err == nil || !strings.Contains(err.Error(), "--apple-push-url") {
			t.Errorf("config with %q ends with %v; want an error and %q in it", address, err, "--apple-push-url")
		}
	}
}
