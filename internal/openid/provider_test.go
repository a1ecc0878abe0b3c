package openid_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"axioma/internal/openid"
	"axioma/internal/openid/openidtest"
)

var request = openid.Request{State: "state", Nonce: "nonce", Verifier: strings.Repeat("verifier", 6)}

func settingsOf(provider *openidtest.Provider) openid.Settings {
	return openid.Settings{
		Issuer: provider.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, RedirectURL: openidtest.RedirectURL,
	}
}

func addressOf(t *testing.T, client *openid.Provider, request openid.Request) string {
	t.Helper()
	address, err := client.AuthorizationURL(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func TestIdentify_RightCode_ReturnsThePerson(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	provider.SignedIn = openidtest.Person{Subject: "42", Email: "eva@example.com", EmailVerified: true}
	client := openid.New(settingsOf(provider))
	back := provider.Visit(t, addressOf(t, client, request))
	if back.Get("state") != request.State {
		t.Errorf("the state is %q", back.Get("state"))
	}
	identity, err := client.Identify(t.Context(), back.Get("code"), request)
	want := openid.Identity{Issuer: provider.URL, Subject: "42", Email: "eva@example.com", EmailVerified: true}
	if err != nil || identity != want {
		t.Errorf("the identity is %+v, %v; want %+v", identity, err, want)
	}
	if _, err := client.Identify(t.Context(), back.Get("code"), request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a code works twice: %v", err)
	}
}

func TestIdentify_OtherRequest_IsRefused(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	provider.SignedIn = openidtest.Person{Subject: "42", Email: "eva@example.com", EmailVerified: true}
	client := openid.New(settingsOf(provider))
	others := map[string]openid.Request{
		"nonce":    {State: request.State, Nonce: "other", Verifier: request.Verifier},
		"verifier": {State: request.State, Nonce: request.Nonce, Verifier: strings.Repeat("otherone", 6)},
	}
	for name, other := range others {
		code := provider.Visit(t, addressOf(t, client, other)).Get("code")
		if _, err := client.Identify(t.Context(), code, request); !errors.Is(err, openid.ErrRefused) {
			t.Errorf("a code of another %s: %v", name, err)
		}
	}
	if _, err := client.Identify(t.Context(), "made up", request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a code that was made up: %v", err)
	}
}

// TestIdentify_CodeOfAnotherClient_IsRefused: a code that another program got from the same provider opens nothing here.
func TestIdentify_CodeOfAnotherClient_IsRefused(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	provider.SignedIn = openidtest.Person{Subject: "42", Email: "eva@example.com", EmailVerified: true}
	settings := settingsOf(provider)
	settings.ClientID = "another"
	code := provider.Visit(t, addressOf(t, openid.New(settings), request)).Get("code")
	if _, err := openid.New(settingsOf(provider)).Identify(t.Context(), code, request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a code of another client: %v", err)
	}
}

func TestProvider_Gone_IsUnavailable(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	settings := openid.Settings{Issuer: gone.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL}
	if _, err := openid.New(settings).AuthorizationURL(t.Context(), request); !errors.Is(err, openid.ErrUnavailable) {
		t.Errorf("a provider that is gone: %v", err)
	}
}
