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

// shop is where the customers of the tests reach a server.
const shop = "https://example.com"

// healthy is an installation with nothing wrong in its settings.
func healthy(database storetest.Database) Installation {
	return Installation{
		Settings: config.Server{
			Database: config.Database{Data: database.Folder, DatabaseURL: database.URL}, RateLimits: "on",
			WhatsApp: config.WhatsApp{Provider: config.WhatsAppLog},
		},
		Database:       database.Location(),
		RefusesFolders: func() error { return nil },
		RefusesData:    func(context.Context, *service.Service) error { return nil },
		AskServer:      func(context.Context) error { return nil },
	}
}

func examinationOf(i Installation) examination {
	return examination{Installation: i, database: remembered(i.askPostgres)}
}

// reached has customers reach an installation at shop, where a web server of the test
// answers.
func reached(t *testing.T, i *Installation, answer http.HandlerFunc) {
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

// say is a finding as a line.
func say(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%s %s: %s", f.State, f.Subject, f.Found))
	}
	return strings.Join(lines, "\n")
}

// expect wants one finding in a state that has some words, and no other that is not OK. What
// is not OK says what to do.
func expect(t *testing.T, findings []Finding, state State, words string) {
	t.Helper()
	found := false
	for _, f := range findings {
		if f.State != OK && f.ToDo == "" || f.Subject == "" {
			t.Errorf("%+v does not say what to do, or of what", f)
		}
		fits := f.State == state && strings.Contains(f.Found, words)
		found = found || fits
		if f.State != OK && !fits {
			t.Errorf("unexpected: %+v", f)
		}
	}
	if !found {
		t.Errorf("want %s with %q, have:\n%s", state, words, say(findings))
	}
}
