package config

import (
	"errors"
	"fmt"
	"net/url"

	"axioma/internal/hosts"
)

// OpenID configures operators' sign-in by OpenID Connect; empty: by password.
type OpenID struct {
	Issuer       string `name:"openid-issuer" help:"Issuer URL of the OpenID Connect provider for operators, such as https://login.example.com. Needs --public-url; register PUBLIC_URL/login/organizacion there as the redirect URL. Empty: operators sign in by password." env:"AXIOMA_OPENID_ISSUER" placeholder:"URL"`
	ClientID     string `name:"openid-client-id" help:"Client id of this installation at the provider." env:"AXIOMA_OPENID_CLIENT_ID" placeholder:"ID"`
	ClientSecret string `name:"openid-client-secret" secret:"" help:"Client secret." env:"AXIOMA_OPENID_CLIENT_SECRET" placeholder:"SECRET"`
}

// IsConfigured reports whether there is a provider.
func (o OpenID) IsConfigured() bool { return o.Issuer != "" }

// OpenIDRedirectURL returns the URL to which the provider redirects browsers.
func (s Server) OpenIDRedirectURL() string { return s.BaseURL() + "/login/organizacion" }

func (o OpenID) check(publicURL string) error {
	if !o.IsConfigured() {
		if o.ClientID != "" || o.ClientSecret != "" {
			return errors.New("--openid-client-id and --openid-client-secret need --openid-issuer")
		}
		return nil
	}
	issuer, err := url.Parse(o.Issuer)
	switch {
	case err != nil || issuer.Host == "" || (issuer.Scheme != "https" && issuer.Scheme != "http"):
		return fmt.Errorf("--openid-issuer %q is not an https URL", o.Issuer)
	case issuer.Scheme == "http" && !hosts.IsLoopback(issuer.Hostname()):
		return fmt.Errorf("--openid-issuer %q must begin with https://, because http:// reveals who signs in", o.Issuer)
	case o.ClientID == "" || o.ClientSecret == "":
		return errors.New("--openid-issuer needs --openid-client-id and --openid-client-secret")
	case publicURL == "":
		return errors.New("--openid-issuer needs --public-url, to which the provider sends operators back")
	}
	return nil
}
