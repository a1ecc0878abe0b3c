package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
)

func handleHealthyServer(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/api/healthz":
		write(w, `{"ok":true}`)
	case r.URL.Path == webhookPath && r.FormValue("hub.mode") == "subscribe" && r.FormValue("hub.verify_token") == "palabra":
		write(w, r.FormValue("hub.challenge"))
	default:
		w.WriteHeader(http.StatusForbidden)
	}
}

func write(w io.Writer, text string) {
	if _, err := io.WriteString(w, text); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func handleBadGateway(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }

func TestCheckServer(t *testing.T) {
	t.Parallel()
	refuseConnection := func(context.Context) error { return fmt.Errorf("asking: %w", syscall.ECONNREFUSED) }
	for _, c := range []struct {
		words  string
		state  State
		change func(*Installation)
	}{
		{"it is reachable at " + shop, OK, func(*Installation) {}},
		{"none runs on this machine", Attention, func(i *Installation) { i.CheckServer = refuseConnection }},
		{"not ready: 503", Attention, func(i *Installation) { i.CheckServer = func(context.Context) error { return errors.New("503") } }},
		{"answers with 502 Bad Gateway, which is not this program", Fault, func(i *Installation) { serveAtPublicURL(t, i, handleBadGateway) }},
		{"there is no DNS record for example.com", Fault, func(i *Installation) {
			i.Network.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, &net.DNSError{IsNotFound: true} }
		}},
		{"does not answer from here: connection refused", Attention, func(i *Installation) {
			i.Network.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, syscall.ECONNREFUSED }
		}},
		{"do not trust the certificate of example.com: its issuer is unknown", Fault, func(i *Installation) { i.Network.Roots = nil }},
	} {
		i := newInstallation(storetest.Database{})
		serveAtPublicURL(t, &i, handleHealthyServer)
		c.change(&i)
		expect(t, newExamination(i).checkServer(t.Context()), c.state, c.words)
	}
	withoutServer := newInstallation(storetest.Database{})
	expect(t, newExamination(withoutServer).checkServer(t.Context()), OK, "is ready")
	withoutServer.CheckServer = refuseConnection
	expect(t, newExamination(withoutServer).checkServer(t.Context()), Fault, "none runs on this machine")
}

func TestCheckWebhook(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words  string
		state  State
		change func(*Installation)
	}{
		{"answers Meta's verification", OK, func(*Installation) {}},
		{"none is used", OK, func(i *Installation) { i.Settings.WhatsApp = config.WhatsApp{Provider: config.WhatsAppLog} }},
		{"is not set", Fault, func(i *Installation) { i.Settings.WhatsApp.VerifyToken = "" }},
		{"rejects the token", Fault, func(i *Installation) { i.Settings.WhatsApp.VerifyToken = "otra" }},
		{"Meta only calls https", Fault, func(i *Installation) { i.Settings.PublicURL = "http://example.com" }},
		{"502 Bad Gateway", Fault, func(i *Installation) { serveAtPublicURL(t, i, handleBadGateway) }},
		{"200 OK, which is not this program", Fault, func(i *Installation) {
			serveAtPublicURL(t, i, func(w http.ResponseWriter, _ *http.Request) { write(w, "<html>") })
		}},
	} {
		i := newInstallation(storetest.Database{})
		i.Settings.WhatsApp = config.WhatsApp{Provider: config.WhatsAppCloud, AppSecret: "secreto", VerifyToken: "palabra"}
		serveAtPublicURL(t, &i, handleHealthyServer)
		c.change(&i)
		expect(t, newExamination(i).checkWebhook(t.Context()), c.state, c.words)
	}
}

func TestCheckClock(t *testing.T) {
	t.Parallel()
	i := newInstallation(storetest.New(t))
	expect(t, newExamination(i).checkClock(t.Context()), OK, "it is ")
	serveAtPublicURL(t, &i, handleHealthyServer)
	expect(t, newExamination(i).checkClock(t.Context()), OK, "confirmed by ")
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		serveAtPublicURL(t, &i, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
		})
		words := map[bool]string{true: "minutes behind that of example.com", false: "minutes ahead of that of example.com"}
		expect(t, newExamination(i).checkClock(t.Context()), Fault, words[ahead > 0])
	}
}

func TestCheckCertificate(t *testing.T) {
	t.Parallel()
	i := newInstallation(storetest.Database{})
	expect(t, newExamination(i).checkCertificate(t.Context()), OK, "none is used")
	serveAtPublicURL(t, &i, handleHealthyServer)
	expect(t, newExamination(i).checkCertificate(t.Context()), OK, "the one at "+shop+" is valid for")
	i.Settings.HTTPS = config.HTTPS{Domains: []string{"example.com"}, Folder: t.TempDir()}
	expect(t, newExamination(i).checkCertificate(t.Context()), Fault, "there is no certificate for example.com")
	unreachable := newInstallation(storetest.Database{})
	unreachable.Settings.PublicURL = "https://127.0.0.2:1"
	unreachable.Network.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, syscall.ECONNREFUSED }
	unreachable.Settings.PublicURL = shop
	expect(t, newExamination(unreachable).checkCertificate(t.Context()), Attention, "could not be read")
	for validity, state := range map[time.Duration]State{-time.Hour: Fault, time.Hour: Fault, 5 * 24 * time.Hour: Attention, 30 * 24 * time.Hour: OK} {
		if got := expiryFinding("it", time.Now().Add(validity)); got.State != state {
			t.Errorf("with %s left the finding is %+v, want State %v", validity, got, state)
		}
	}
}
