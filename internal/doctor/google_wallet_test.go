package doctor

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/googlewallet"
	"axioma/internal/googlewallet/googletest"
)

func TestGoogleFinding(t *testing.T) {
	t.Parallel()
	google, err := googletest.New(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	key, err := google.KeyFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	where := googlewallet.Addresses{API: googletest.API}
	for _, c := range []struct {
		issuer string
		status int
		state  State
		words  string
	}{
		{googletest.Issuer, 0, OK, "lets " + googletest.Account + " act for issuer"},
		{"33880000", 0, Fault, "Invite " + googletest.Account},
		{googletest.Issuer, http.StatusServiceUnavailable, Attention, "Check again later"},
		{googletest.Issuer, http.StatusUnauthorized, Fault, "Create another key"},
	} {
		account, err := googlewallet.ReadAccount(c.issuer, key)
		if err != nil {
			t.Fatal(err)
		}
		google.RespondWith(c.status)
		finding := googleFinding(account, account.Check(t.Context(), where, google, time.Now))
		if finding.State != c.state || !strings.Contains(finding.Detail+finding.ToDo, c.words) {
			t.Errorf("%s with status %d: got the finding %+v", c.issuer, c.status, finding)
		}
	}
}

func TestExamineGoogle_UnreadableKey_IsAFault(t *testing.T) {
	t.Parallel()
	other := filepath.Join(t.TempDir(), "other.json")
	if err := os.WriteFile(other, []byte(`{"type":"authorized_user","secret":"s3cret"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for words, settings := range map[string]config.Wallet{
		"is not set up":                {},
		"is not an issuer id":          {GoogleIssuer: "axioma", GoogleKey: other},
		"no such file":                 {GoogleIssuer: googletest.Issuer, GoogleKey: other + "x"},
		"is not a service account key": {GoogleIssuer: googletest.Issuer, GoogleKey: other},
	} {
		finding := ExamineGoogle(t.Context(), config.Server{Wallet: settings}, http.DefaultTransport)
		if !strings.Contains(finding.Detail, words) || strings.Contains(finding.Detail, "s3cret") || (finding.State == OK) != (settings == config.Wallet{}) {
			t.Errorf("%s: got the finding %+v", words, finding)
		}
	}
}
