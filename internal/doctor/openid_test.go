package doctor

import (
	"strings"
	"testing"

	"axioma/internal/config"
	"axioma/internal/openid/openidtest"
)

func TestCheckOpenID(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	for name, c := range map[string]struct {
		issuer string
		state  State
		words  string
	}{
		"none":           {"", OK, "operators sign in by password"},
		"answers":        {provider.URL, OK, "https://axioma.example/login/organizacion"},
		"another issuer": {provider.URL + "/realms/other", Fault, "does not answer"},
	} {
		settings := config.Server{
			PublicURL: "https://axioma.example",
			OpenID:    config.OpenID{Issuer: c.issuer, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret},
		}
		findings := examination{Installation: Installation{Settings: settings}}.checkOpenID(t.Context())
		if len(findings) != 1 || findings[0].State != c.state || !strings.Contains(findings[0].Detail, c.words) {
			t.Errorf("%s: %+v; want one, State %v and %q in Found", name, findings, c.state, c.words)
		}
	}
}
