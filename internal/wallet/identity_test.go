package wallet_test

import (
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"axioma/internal/wallet"
	"axioma/internal/wallet/wallettest"
)

func TestReadIdentity_Certificate_HasTypeTeamAndExpiry(t *testing.T) {
	t.Parallel()
	certificate := issue(t, newAuthority(t), noon.AddDate(0, 1, 0))
	identity, err := wallet.ReadIdentity(write(t, certificate), noon)
	if err != nil {
		t.Fatal(err)
	}
	if identity.PassType() != wallettest.PassType || identity.Team() != wallettest.Team || !identity.ExpiresAt().Equal(noon.AddDate(0, 1, 0)) {
		t.Errorf("the identity is %q of %q until %s", identity.PassType(), identity.Team(), identity.ExpiresAt())
	}
	if tlsCertificate := identity.TLS(); len(tlsCertificate.Certificate) != 2 || tlsCertificate.Leaf == nil {
		t.Errorf("the identity presents %d certificates, want 2", len(tlsCertificate.Certificate))
	}
}

func TestReadIdentity_OnePEMFile_IsEnough(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pass.pem")
	if err := os.WriteFile(path, issue(t, newAuthority(t), noon.AddDate(0, 1, 0)).PEM(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := wallet.ReadIdentity(wallet.IdentityFiles{Certificate: path}, noon); err != nil {
		t.Error(err)
	}
}

func TestReadIdentity_UntrustedCertificate_IsRefused(t *testing.T) {
	t.Parallel()
	authority := newAuthority(t)
	good := write(t, issue(t, authority, noon.AddDate(0, 1, 0)))
	other := write(t, issue(t, newAuthority(t), noon.AddDate(0, 1, 0)))
	junk := filepath.Join(t.TempDir(), "junk")
	if err := os.WriteFile(junk, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, example := range map[string]struct {
		files wallet.IdentityFiles
		at    time.Time
		says  string
	}{
		"no file":                     {wallet.IdentityFiles{Certificate: good.Certificate + "2"}, noon, "no such file"},
		"another password":            {wallet.IdentityFiles{Certificate: good.Certificate, Password: "?", Intermediate: good.Intermediate}, noon, "password"},
		"no intermediate":             {wallet.IdentityFiles{Certificate: good.Certificate, Password: good.Password}, noon, wallet.ErrNoIntermediate.Error()},
		"another's intermediate":      {wallet.IdentityFiles{Certificate: good.Certificate, Password: good.Password, Intermediate: other.Intermediate}, noon, wallet.ErrNoIntermediate.Error()},
		"something else":              {wallet.IdentityFiles{Certificate: junk}, noon, "reading the certificate"},
		"a certificate without a key": {wallet.IdentityFiles{Certificate: textOf(t, authority.Root.Raw)}, noon, "without its key"},
		"out of date":                 {good, noon.AddDate(0, 2, 0), "expired on 2026-12-25"},
		"not valid yet":               {good, noon.AddDate(-1, 0, 0), "not valid before"},
	} {
		if _, err := wallet.ReadIdentity(example.files, example.at); err == nil || !strings.Contains(err.Error(), example.says) {
			t.Errorf("%s: got %v, want %q in it", name, err, example.says)
		}
	}
}

// Apple has several intermediates, of which only one fits.
func TestReadIdentity_MissingIssuer_NamesIt(t *testing.T) {
	t.Parallel()
	files := write(t, issue(t, newAuthority(t), noon.AddDate(0, 1, 0)))
	files.Intermediate = ""
	_, err := wallet.ReadIdentity(files, noon)
	if !errors.Is(err, wallet.ErrNoIntermediate) || !strings.Contains(err.Error(), "Stand-in Worldwide Developer Relations") {
		t.Error(err)
	}
}

func textOf(t *testing.T, der []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "certificate.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
