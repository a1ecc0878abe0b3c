package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"axioma/internal/openid"
	"axioma/internal/openid/openidtest"
	"axioma/internal/service"
)

func organisationSite(t *testing.T, settings openid.Settings) *site {
	t.Helper()
	s := newSite(t)
	cases, err := service.New(s.Store, service.Options{Clock: s.Clock.Now, OpenID: openid.New(settings)})
	if err != nil {
		t.Fatal(err)
	}
	s.handler = s.apiOn(cases, nil)
	return s
}

func openIDSettings(provider *openidtest.Provider) openid.Settings {
	return openid.Settings{
		Issuer: provider.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, RedirectURL: openidtest.RedirectURL,
	}
}

func (s *site) beginAtOrganisation() (address string, ticket *http.Cookie) {
	s.t.Helper()
	response := s.call(asAnonymous, http.MethodPost, "/auth/organisation", "").has(http.StatusOK)
	var body struct{ URL string }
	if err := json.Unmarshal([]byte(response.body), &body); err != nil {
		s.t.Fatal(err)
	}
	return body.URL, setCookie(s.t, response.header, organisationCookie)
}

func setCookie(t *testing.T, header http.Header, name string) *http.Cookie {
	t.Helper()
	for _, cookie := range (&http.Response{Header: header}).Cookies() {
		if cookie.Name == name {
			return cookie
		}
	}
	t.Fatalf("the answer sets no cookie %s: %v", name, header["Set-Cookie"])
	return nil
}

func (s *site) completeAtOrganisation(ticket *http.Cookie, state, code string) answer {
	s.t.Helper()
	request := s.request(asAnonymous, http.MethodPost, "/auth/organisation/complete", fmt.Sprintf(`{"state":%q,"code":%q}`, state, code))
	if ticket != nil {
		request.AddCookie(ticket)
	}
	return s.send(request)
}

func TestOrganisation_Operator_SignsInOnceInTheSameBrowser(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	s := organisationSite(t, openIDSettings(provider))
	operator := s.Town.StrictOperator(t)
	provider.SignedIn = openidtest.Person{Subject: "42", Email: operator.Email, EmailVerified: true}
	s.call(asAnonymous, http.MethodGet, "/auth/password-recovery", "").has(http.StatusOK, `"organisation":true`)

	address, ticket := s.beginAtOrganisation()
	if !ticket.HttpOnly || ticket.SameSite != http.SameSiteStrictMode || ticket.Path != "/api/auth/organisation" || ticket.MaxAge != 600 {
		t.Errorf("the ticket's cookie is %v; want HttpOnly true, SameSite %v, Path %q and MaxAge 600", ticket, http.SameSiteStrictMode, "/api/auth/organisation")
	}
	back := provider.Visit(t, address)
	state, code := back.Get("state"), back.Get("code")
	s.completeAtOrganisation(nil, state, code).has(http.StatusUnauthorized, "ORGANISATION_REFUSED")
	_, other := s.beginAtOrganisation()
	s.completeAtOrganisation(other, state, code).has(http.StatusUnauthorized, "ORGANISATION_REFUSED")

	signedIn := s.completeAtOrganisation(ticket, state, code).has(http.StatusOK, operator.ID, `"secondFactor":"ENROLMENT"`)
	if removedCookie := setCookie(t, signedIn.header, organisationCookie); removedCookie.MaxAge >= 0 {
		t.Errorf("the ticket's cookie is kept: %v, want MaxAge less than 0", removedCookie)
	}
	setCookie(t, signedIn.header, knownDeviceCookie)
	s.completeAtOrganisation(ticket, state, code).has(http.StatusUnauthorized, "ORGANISATION_REFUSED")
	for _, secret := range []string{code, ticket.Value, openidtest.ClientSecret} {
		if strings.Contains(s.logOutput.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

func TestOrganisation_ProviderDown_IsExplained(t *testing.T) {
	t.Parallel()
	brokenProvider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "out of order", http.StatusBadGateway)
	}))
	t.Cleanup(brokenProvider.Close)
	s := organisationSite(t, openid.Settings{Issuer: brokenProvider.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL})
	s.troubled = true
	s.call(asAnonymous, http.MethodPost, "/auth/organisation", "").
		has(http.StatusServiceUnavailable, "ORGANISATION_UNAVAILABLE", "Tu organización no responde ahora mismo. Entra con tu correo y tu contraseña.")
	s.signIn(asOperator)
}

func TestOrganisation_NoProvider_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asAnonymous, http.MethodGet, "/auth/password-recovery", "").has(http.StatusOK, `"organisation":false`)
	s.call(asAnonymous, http.MethodPost, "/auth/organisation", "").has(http.StatusConflict, "NO_ORGANISATION")
	s.completeAtOrganisation(nil, "state", "code").has(http.StatusConflict, "NO_ORGANISATION")
}
