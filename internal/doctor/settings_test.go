package doctor

import (
	"context"
	"errors"
	"testing"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
)

func TestCheckSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words  string
		state  State
		change func(*Installation)
	}{
		{"there are no warnings", OK, func(*Installation) {}},
		{"there are no warnings", OK, func(i *Installation) {
			i.Settings.PublicURL, i.Settings.TrustProxy, i.Settings.WhatsApp.Provider = shop, true, config.WhatsAppCloud
		}},
		{"a server does not start with them: no session", Fault, func(i *Installation) { i.SettingsError = errors.New("no session") }},
		{"a server does not start with them: no folder", Fault, func(i *Installation) { i.CheckFolders = func(context.Context) error { return errors.New("no folder") } }},
		{"/etc/axioma/axioma.env", Attention, func(i *Installation) { i.UnreadSettingsFile = "/etc/axioma/axioma.env" }},
		{"http://0.0.0.0:8080, which no customer can open", Attention, func(i *Installation) { i.Settings.Listen = "0.0.0.0:8080" }},
		{"http://127.0.0.1:8080, which no customer can open", Attention, func(i *Installation) { i.Settings.TrustProxy = true }},
		{"https://192.168.1.20, which no customer can open", Attention, func(i *Installation) {
			i.Settings.PublicURL, i.Settings.TrustProxy, i.Settings.WhatsApp.Provider = "https://192.168.1.20", true, config.WhatsAppCloud
		}},
		{"https://caja.local, which no customer can open", Attention, func(i *Installation) {
			i.Settings.PublicURL, i.Settings.TrustProxy, i.Settings.WhatsApp.Provider = "https://caja.local", true, config.WhatsAppCloud
		}},
		{"http://example.com is not encrypted", Attention, func(i *Installation) {
			i.Settings.PublicURL, i.Settings.WhatsApp.Provider = "http://example.com", config.WhatsAppCloud
		}},
		{"share the rate limits of one address", Attention, func(i *Installation) {
			i.Settings.PublicURL, i.Settings.WhatsApp.Provider = shop, config.WhatsAppCloud
		}},
		{"guessed by brute force", Attention, func(i *Installation) { i.Settings.RateLimits = "off" }},
		{"the demo is public", Attention, func(i *Installation) {
			i.Settings.Demo, i.Settings.HTTPS.Domains = true, []string{"example.com"}
		}},
		{"there are no warnings", OK, func(i *Installation) {
			i.Settings.BackupTo, i.Settings.BackupFor = "/backups", []string{"age1abc"}
		}},
		{"nightly backups in /backups are not encrypted", Attention, func(i *Installation) { i.Settings.BackupTo = "/backups" }},
		{"no messages are delivered", Attention, func(i *Installation) { i.Settings.HTTPS.Domains = []string{"example.com"} }},
	} {
		i := newInstallation(storetest.Database{})
		c.change(&i)
		expect(t, newExamination(i).checkSettings(t.Context()), c.state, c.words)
	}
}
