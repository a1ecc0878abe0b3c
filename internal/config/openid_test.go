package config_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/config"
)

func TestOpenID_Settings_AreCompleteOrRefused(t *testing.T) {
	t.Parallel()
	const public = "https://axioma.example"
	whole := config.OpenID{Issuer: "https://login.example.com", ClientID: "axioma", ClientSecret: "secret"}
	for name, c := range map[string]struct {
		change    func(*config.OpenID)
		publicURL string
		want      string
	}{
		"complete":           {func(*config.OpenID) {}, public, ""},
		"none":               {func(o *config.OpenID) { *o = config.OpenID{} }, "", ""},
		"on this machine":    {func(o *config.OpenID) { o.Issuer = "http://localhost:9000" }, public, ""},
		"without encryption": {func(o *config.OpenID) { o.Issuer = "http://login.example.com" }, public, "must begin with https://"},
		"no URL":             {func(o *config.OpenID) { o.Issuer = "login.example.com" }, public, "is not an https URL"},
		"another scheme":     {func(o *config.OpenID) { o.Issuer = "file:///etc/passwd" }, public, "is not an https URL"},
		"no client":          {func(o *config.OpenID) { o.ClientID = "" }, public, "needs --openid-client-id"},
		"no secret":          {func(o *config.OpenID) { o.ClientSecret = "" }, public, "needs --openid-client-id and --openid-client-secret"},
		"no issuer":          {func(o *config.OpenID) { o.Issuer = "" }, public, "need --openid-issuer"},
		"no public address":  {func(*config.OpenID) {}, "", "needs --public-url"},
	} {
		settings := whole
		c.change(&settings)
		server := config.Server{Session: time.Hour, PublicURL: c.publicURL, OpenID: settings}
		err := server.Validate()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), `"secret"`)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if got := (config.Server{PublicURL: public + "/"}).OpenIDRedirectURL(); got != public+"/login/organizacion" {
		t.Errorf("the provider sends browsers back to %s, want %s", got, public+"/login/organizacion")
	}
}
