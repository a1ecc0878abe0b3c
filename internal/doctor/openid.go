package doctor

import (
	"context"

	"axioma/internal/openid"
)

const subjectOpenID = "openid"

func (e examination) checkOpenID(ctx context.Context) []Finding {
	settings := e.Settings.OpenID
	if !settings.IsConfigured() {
		return finding(subjectOpenID, OK, "no provider is set up: operators sign in by password", "")
	}
	provider := openid.New(openid.Settings{
		Issuer: settings.Issuer, ClientID: settings.ClientID, ClientSecret: settings.ClientSecret, RedirectURL: e.Settings.OpenIDRedirectURL(),
	})
	if _, err := provider.AuthorizationURL(ctx, openid.Request{}); err != nil {
		return finding(subjectOpenID, Fault, settings.Issuer+": "+err.Error(),
			"Check that AXIOMA_OPENID_ISSUER is exactly the issuer of the provider, and that this machine can reach it. Until then operators sign in by password.")
	}
	return finding(subjectOpenID, OK, settings.Issuer+" answers. Its redirect URI must be "+e.Settings.OpenIDRedirectURL(), "")
}
