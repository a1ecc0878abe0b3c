package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"axioma/internal/googlewallet/googletest"
	"axioma/internal/store/storetest"
	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

// givenByApple are the files that a stand-in for Apple has given an operator.
func givenByApple(t *testing.T) wallet.Files {
	t.Helper()
	now := time.Now()
	files, err := wallettest.Given(t.TempDir(), now, now.AddDate(0, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTheDoctorOfWalletsMakesAPassToTry(t *testing.T) {
	t.Parallel()
	files := givenByApple(t)
	trial := filepath.Join(t.TempDir(), "trial.pkpass")
	args := []string{"wallet", "doctor", "--public-url", "https://cards.example.com", "--apple-certificate", files.Certificate, "--apple-intermediate", files.Intermediate, "--to", trial}
	out, _, err := axioma(t, "", append(args, "--apple-certificate-password", files.Password)...)
	if err != nil || !strings.Contains(out, wallettest.PassType) || strings.Contains(out, files.Password) {
		t.Errorf("it prints %s: %v", out, err)
	}
	if pass, err := os.ReadFile(trial); err != nil || !strings.HasPrefix(string(pass), "PK") {
		t.Errorf("the pass is %d bytes: %v", len(pass), err)
	}
	out, _, err = axioma(t, "", append(args, "--apple-certificate-password", "?")...)
	if err == nil || !strings.Contains(out, "FAULT") || !strings.Contains(out, "the password does not open it") {
		t.Errorf("with another password it prints %s: %v", out, err)
	}
}

// TestAServerStartsWhateverIsMissingForPasses: a counter has to work.
func TestAServerStartsWhateverIsMissingForPasses(t *testing.T) {
	t.Parallel()
	files := givenByApple(t)
	for _, args := range [][]string{
		{"--public-url", "https://cards.example.com", "--apple-certificate", files.Certificate, "--apple-certificate-password", "?"},
		{"--apple-certificate", files.Certificate, "--apple-certificate-password", files.Password, "--apple-intermediate", files.Intermediate},
		{"--public-url", "https://cards.example.com", "--google-wallet-issuer", googletest.Issuer, "--google-wallet-key", "nowhere.json"},
		{"--google-wallet-issuer", googletest.Issuer, "--google-wallet-key", "nowhere.json"},
	} {
		server := serve(t, append(storetest.New(t).Flags(), args...)...)
		if said := server.log.String(); !strings.Contains(said, "no passes are made") && !strings.Contains(said, "no passes of Google Wallet are made") {
			t.Errorf("with %v nothing is said of it", args)
		}
		if err := server.end(); err != nil {
			t.Error(err)
		}
	}
}
