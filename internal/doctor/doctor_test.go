package doctor

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
)

func TestExamine_HangingOrPanickingCheck_LeavesTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		defer close(stop)
		findings := slices.Concat(runAll(t.Context(), CheckTimeout, []check{
			{"deaf", func(context.Context) []Finding { <-stop; return nil }},
			{"late", func(ctx context.Context) []Finding { <-ctx.Done(); return finding("late", OK, "in time", "") }},
			{"broken", func(context.Context) []Finding { panic("no such thing") }},
			{"well", func(context.Context) []Finding { return finding("well", OK, "all", "") }},
		})...)
		want := "fault deaf: the check did not finish within 8 seconds\nok late: in time\nfault broken: the check failed: no such thing\nok well: all"
		if got := formatFindings(findings); got != want {
			t.Errorf("the findings are\n%s\nwant\n%s", got, want)
		}
	})
}

func TestExamine_ChangesNothing(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	before, files := database.Dump(t), listFiles(t, database.Folder)
	findings := Examine(t.Context(), newInstallation(database))
	if after := listFiles(t, database.Folder); !slices.Equal(after, files) {
		t.Errorf("the folder has %q, but before it had %q, want the same files", after, files)
	}
	if after := database.Dump(t); !slices.Equal(after, before) {
		t.Errorf("the data were %q and now are %q, want the same data", before, after)
	}
	var subjects []string
	for _, finding := range findings {
		subjects = append(subjects, finding.Subject)
	}
	want := []string{"settings", "database", "disk", "clock", "certificate", "server", "webhook", "whatsapp", "mail", "wallet", "openid", "accounts", "backup", "queue", "notices"}
	if got := slices.Compact(subjects); !slices.Equal(got, want) {
		t.Errorf("the examined subjects are %q, want %q", got, want)
	}
}

func listFiles(t *testing.T, folder string) []string {
	t.Helper()
	if folder == "" {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// Errors may quote URLs with percent-encoded tokens.
func TestExamine_Secrets_AreRedacted(t *testing.T) {
	t.Parallel()
	i := newInstallation(storetest.Database{URL: "postgres://axioma:Secreta-1@127.0.0.1:1/axioma?password=Secreta-2"})
	i.Settings.DatabaseURL = i.Database.URL
	i.Settings.PublicURL = shop
	i.Settings.WhatsApp = config.WhatsApp{
		Provider: config.WhatsAppCloud, Token: "Secreta&3", AppSecret: "Secreta-4", VerifyToken: "Secreta&5", GraphURL: "http://graph.test", PhoneNumberID: "1",
	}
	i.Account = whatsapp.Account{GraphURL: "http://graph.test", GraphVersion: "v1", Token: "Secreta&3", PhoneNumberID: "1"}
	i.Network.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no route") }
	i.SettingsError = errors.New("--whatsapp-app-secret Secreta-4 is invalid")
	text := formatFindings(Examine(t.Context(), i))
	if strings.Contains(text, "Secreta") || strings.Count(text, "no route") < 3 {
		t.Errorf("the report has a secret or lacks findings:\n%s", text)
	}
}
