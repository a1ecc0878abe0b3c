// Package openidtest runs a real OpenID Connect provider for tests.
package openidtest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// ClientID is registered by Start.
	ClientID = "axioma"
	// ClientSecret is its secret.
	ClientSecret = "secret of the client"
	// RedirectURL receives the provider's responses.
	RedirectURL = "https://axioma.example/login/organizacion"

	password = "at the provider"
)

// Person is an account at the provider.
type Person struct {
	Subject, Email string
	EmailVerified  bool

	AuthenticatedAt time.Time // zero: not stated
}

// Provider signs visitors in as SignedIn. Without it, the page asks for an e-mail.
type Provider struct {
	URL      string // also the issuer
	SignedIn Person

	OnCode func() // when a code is redeemed; may be nil

	users   users
	storage *storage.Storage
	pages   *http.ServeMux
}

type datedStorage struct {
	*storage.Storage
	provider *Provider
}

func (s datedStorage) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	if s.provider.OnCode != nil {
		s.provider.OnCode()
	}
	request, err := s.Storage.AuthRequestByCode(ctx, code)
	if s.provider.SignedIn == (Person{}) {
		return request, err
	}
	return datedRequest{request, s.provider.SignedIn.AuthenticatedAt}, err
}

type datedRequest struct {
	op.AuthRequest
	at time.Time
}

func (r datedRequest) GetAuthTime() time.Time { return r.at }

type users map[string]*storage.User

func (u users) GetUserByID(id string) *storage.User         { return u[id] }
func (u users) GetUserByUsername(name string) *storage.User { return u[name] }
func (u users) ExampleClientID() string                     { return "service" }

// Start runs a provider until the test ends.
func Start(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	if err := p.open(server.URL, RedirectURL); err != nil {
		t.Fatal(err)
	}
	return p
}

// New returns a provider that is served at issuer and sends browsers back to redirectURL.
func New(issuer, redirectURL string) (*Provider, error) {
	p := &Provider{}
	return p, p.open(issuer, redirectURL)
}

func (p *Provider) open(issuer, redirectURL string) error {
	p.URL, p.users, p.pages = issuer, users{}, http.NewServeMux()
	p.storage = storage.NewStorageWithClients(p.users, map[string]*storage.Client{
		ClientID:  storage.WebClient(ClientID, ClientSecret, redirectURL),
		"another": storage.WebClient("another", "another secret", redirectURL),
	})
	provider, err := op.NewProvider(&op.Config{CodeMethodS256: true, AuthMethodPost: true}, datedStorage{p.storage, p}, op.StaticIssuer(p.URL),
		op.WithAllowInsecure(), op.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		return fmt.Errorf("starting the OpenID provider: %w", err)
	}
	p.pages.Handle("/login/username", op.NewIssuerInterceptor(provider.IssuerFromRequest).Handler(p.signInPage(op.AuthCallbackURL(provider))))
	p.pages.Handle("/", provider)
	return nil
}

// ServeHTTP serves the provider's pages.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.pages.ServeHTTP(w, r) }

const signInForm = `<!doctype html><html lang="es"><title>Proveedor</title><link rel="icon" href="data:,">
<form method="post"><label>Cuenta de la organización <input name="email" type="email"></label> <button>Continuar</button></form>`

func (p *Provider) signInPage(next func(context.Context, string) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		person := p.SignedIn
		if person == (Person{}) {
			email := r.FormValue("email")
			person = Person{Subject: email, Email: email, EmailVerified: true}
		}
		if person.Subject == "" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(signInForm)) // fails only if the client has disconnected
			return
		}
		request := r.FormValue("authRequestID")
		p.users[person.Subject] = &storage.User{
			ID: person.Subject, Username: person.Subject, Password: password, Email: person.Email, EmailVerified: person.EmailVerified,
		}
		if err := p.storage.CheckUsernamePassword(person.Subject, password, request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, next(r.Context(), request), http.StatusFound)
	})
}

// Visit opens a URL as a browser does, and returns the parameters sent to RedirectURL.
func (p *Provider) Visit(t testing.TB, address string) url.Values {
	t.Helper()
	browser := http.Client{CheckRedirect: func(next *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(next.URL.String(), RedirectURL) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	response, err := browser.Get(address)
	if err != nil {
		t.Fatalf("visiting the provider: %v", err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	back, err := response.Location()
	if err != nil {
		t.Fatal(fmt.Errorf("the provider answered %d: %w", response.StatusCode, err))
	}
	return back.Query()
}
