package doctor

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"axioma/internal/config"
	"axioma/internal/service"
	"axioma/internal/store/storetest"
)

const shop = "https://example.com"

func newInstallation(database storetest.Database) Installation {
	return Installation{
		Settings: config.Server{
			Database: config.Database{Data: database.Folder, DatabaseURL: database.URL}, RateLimits: "on",
			WhatsApp: config.WhatsApp{Provider: config.WhatsAppLog},
		},
		Database:     database.Location(),
		CheckFolders: func(context.Context) error { return nil },
		CheckData:    func(context.Context, *service.Service) error { return nil },
		CheckServer:  func(context.Context) error { return nil },
	}
}

func newExamination(i Installation) examination {
	return examination{Installation: i, database: AskOnce(i.askPostgres)}
}

func serveAtPublicURL(t *testing.T, i *Installation, answer http.HandlerFunc) {
	t.Helper()
	server := httptest.NewUnstartedServer(answer)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	i.Settings.PublicURL, i.Settings.TrustProxy = shop, true
	i.Network.Roots = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	i.Network.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
}

func formatFindings(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%s %s: %s", f.State, f.Subject, f.Detail))
	}
	return strings.Join(lines, "\n")
}

func expect(t *testing.T, findings []Finding, state State, words string) {
	t.Helper()
	found := false
	for _, f := range findings {
		if f.State != OK && f.ToDo == "" || f.Subject == "" {
			t.Errorf("%+v has no advice or no subject", f)
		}
		fits := f.State == state && strings.Contains(f.Detail, words)
		found = found || fits
		if f.State != OK && !fits {
			t.Errorf("an unexpected finding: %+v", f)
		}
	}
	if !found {
		t.Errorf("want %s with %q, got:\n%s", state, words, formatFindings(findings))
	}
}
