package openid_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
		t.Errorf("the state is %q, want %q", back.Get("state"), request.State)
	}
	identity, err := client.Identify(t.Context(), back.Get("code"), request)
	want := openid.Identity{Issuer: provider.URL, Subject: "42", Email: "eva@example.com", EmailVerified: true}
	if err != nil || identity != want {
		t.Errorf("the identity is %+v, %v; want %+v", identity, err, want)
	}
	if _, err := client.Identify(t.Context(), back.Get("code"), request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a code used twice: got %v, want ErrRefused", err)
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
			t.Errorf("a code of another %s: got %v, want ErrRefused", name, err)
		}
	}
	if _, err := client.Identify(t.Context(), "made up", request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a made-up code: got %v, want ErrRefused", err)
	}
}

// A code that another program got from the same provider opens nothing here.
func TestIdentify_CodeOfAnotherClient_IsRefused(t *testing.T) {
	t.Parallel()
	provider := openidtest.Start(t)
	provider.SignedIn = openidtest.Person{Subject: "42", Email: "eva@example.com", EmailVerified: true}
	settings := settingsOf(provider)
	settings.ClientID = "another"
	code := provider.Visit(t, addressOf(t, openid.New(settings), request)).Get("code")
	if _, err := openid.New(settingsOf(provider)).Identify(t.Context(), code, request); !errors.Is(err, openid.ErrRefused) {
		t.Errorf("a code of another client: got %v, want ErrRefused", err)
	}
}

func TestProvider_Stopped_IsUnavailable(t *testing.T) {
	t.Parallel()
	stoppedServer := httptest.NewServer(nil)
	stoppedServer.Close()
	settings := openid.Settings{Issuer: stoppedServer.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL}
	if _, err := openid.New(settings).AuthorizationURL(t.Context(), request); !errors.Is(err, openid.ErrUnavailable) {
		t.Errorf("a stopped provider: got %v, want ErrUnavailable", err)
	}
}

func TestProvider_Slow_IsUnavailable(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(done) })
	settings := openid.Settings{Issuer: slow.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL}
	if _, err := openid.New(settings).AuthorizationURL(context.Background(), request); !errors.Is(err, openid.ErrUnavailable) {
		t.Errorf("a slow provider: got %v, want ErrUnavailable", err)
	}
}

func TestAuthorizationURL_Parameters_BindTheAnswer(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(addressOf(t, openid.New(settingsOf(openidtest.Start(t))), request))
	if err != nil {
		t.Fatal(err)
	}
	parameters := address.Query()
	for name, want := range map[string]string{
		"response_type": "code", "state": request.State, "nonce": request.Nonce, "code_challenge_method": "S256", "max_age": "300",
		"scope": "openid email", "redirect_uri": openidtest.RedirectURL,
	} {
		if parameters.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, parameters.Get(name), want)
		}
	}
	if strings.Contains(address.String(), request.Verifier) || strings.Contains(address.String(), openidtest.ClientSecret) {
		t.Errorf("the address contains a secret: %s", address)
	}
}

// The provider's text may repeat parts of the request.
func TestIdentify_ErrorOfTheProvider_IsNotQuoted(t *testing.T) {
	t.Parallel()
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/token" {
			http.Error(w, "cannot redeem CODE-7", http.StatusInternalServerError)
			return
		}
		if _, err := fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":%q,"token_endpoint":%q,"jwks_uri":%q}`,
			server.URL, server.URL+"/authorize", server.URL+"/token", server.URL+"/keys"); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	client := openid.New(openid.Settings{Issuer: server.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL})
	_, err := client.Identify(t.Context(), "CODE-7", request)
	if !errors.Is(err, openid.ErrUnavailable) || strings.Contains(err.Error(), "CODE-7") {
		t.Errorf("the error is %v, want ErrUnavailable without the provider's words", err)
	}
}

// discoveryPage serves a provider's description. Each request first runs the hook with its number.
func discoveryPage(t *testing.T, hook func(number int32, w http.ResponseWriter)) openid.Settings {
	t.Helper()
	var requests atomic.Int32
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hook(requests.Add(1), w)
		_, err := fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":%q,"jwks_uri":%q}`, server.URL, server.URL+"/authorize", server.URL+"/keys")
		if err != nil {
			t.Logf("answering a caller: %v", err)
		}
	})
	server.Start()
	t.Cleanup(server.Close)
	return openid.Settings{Issuer: server.URL, ClientID: "axioma", ClientSecret: "secret", RedirectURL: openidtest.RedirectURL}
}

func TestAuthorizationURL_FirstCallersAtOnce_ShareOneDiscovery(t *testing.T) {
	t.Parallel()
	second := make(chan struct{})
	client := openid.New(discoveryPage(t, func(number int32, _ http.ResponseWriter) {
		switch number {
		case 1:
			select { // time for others to ask too
			case <-second:
			case <-time.After(200 * time.Millisecond):
			}
		case 2:
			close(second)
			t.Error("two callers asked the provider")
		}
	}))
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			if address, err := client.AuthorizationURL(t.Context(), request); err != nil || !strings.Contains(address, "/authorize?") {
				t.Errorf("a caller got %q, %v; want %q in it", address, err, "/authorize?")
			}
		})
	}
	callers.Wait()
}

func TestAuthorizationURL_FirstCallerLeaves_OthersGoOn(t *testing.T) {
	t.Parallel()
	arrival, answering := make(chan struct{}), make(chan struct{})
	client := openid.New(discoveryPage(t, func(number int32, _ http.ResponseWriter) {
		if number > 1 {
			t.Error("the provider was asked twice")
			return
		}
		close(arrival)
		<-answering
	}))
	first, leave := context.WithCancel(t.Context())
	result := make(chan error)
	go func() {
		_, err := client.AuthorizationURL(first, request)
		result <- err
	}()
	<-arrival
	leave()
	if err := <-result; !errors.Is(err, openid.ErrUnavailable) {
		t.Errorf("the caller that left got %v, want ErrUnavailable", err)
	}
	close(answering)
	if _, err := client.AuthorizationURL(t.Context(), request); err != nil {
		t.Errorf("another caller failed: %v", err)
	}
}

func TestAuthorizationURL_FailedDiscovery_IsTriedAgain(t *testing.T) {
	t.Parallel()
	client := openid.New(discoveryPage(t, func(number int32, w http.ResponseWriter) {
		if number == 1 {
			w.WriteHeader(http.StatusBadGateway)
		}
	}))
	if _, err := client.AuthorizationURL(t.Context(), request); !errors.Is(err, openid.ErrUnavailable) {
		t.Errorf("a broken provider: got %v, want ErrUnavailable", err)
	}
	if _, err := client.AuthorizationURL(t.Context(), request); err != nil {
		t.Errorf("the next call failed: %v", err)
	}
}
