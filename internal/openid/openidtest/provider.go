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
	// ClientID is the client that Start registers.
	ClientID = "axioma"
	// ClientSecret is that client's secret.
	ClientSecret = "secret of the client"
	// RedirectURL receives the provider's answers.
	RedirectURL = "https://axioma.example/login/organizacion"

	password = "at the provider"
)

// Person is an account at the provider.
type Person struct {
	Subject, Email string
	EmailVerified  bool

	AuthenticatedAt time.Time // zero: not stated
}

// Provider signs each visitor of its sign-in page in as SignedIn.
type Provider struct {
	URL      string // also the issuer
	SignedIn Person

	OnCode func() // called when a code is redeemed; may be nil

	users   users
	storage *storage.Storage
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
	p := &Provider{users: users{}}
	clients := map[string]*storage.Client{
		ClientID:  storage.WebClient(ClientID, ClientSecret, RedirectURL),
		"another": storage.WebClient("another", "another secret", RedirectURL),
	}
	p.storage = storage.NewStorageWithClients(p.users, clients)
	handler := &lateHandler{}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	p.URL = server.URL
	provider, err := op.NewProvider(&op.Config{CodeMethodS256: true, AuthMethodPost: true}, datedStorage{p.storage, p}, op.StaticIssuer(p.URL),
		op.WithAllowInsecure(), op.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err != nil {
		t.Fatalf("starting the OpenID provider: %v", err)
	}
	pages := http.NewServeMux()
	pages.Handle("/login/username", op.NewIssuerInterceptor(provider.IssuerFromRequest).Handler(p.signInPage(op.AuthCallbackURL(provider))))
	pages.Handle("/", provider)
	handler.Handler = pages
	return p
}

type lateHandler struct{ http.Handler }

func (p *Provider) signInPage(next func(context.Context, string) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request := r.FormValue("authRequestID")
		p.users[p.SignedIn.Subject] = &storage.User{
			ID: p.SignedIn.Subject, Username: p.SignedIn.Subject, Password: password,
			Email: p.SignedIn.Email, EmailVerified: p.SignedIn.EmailVerified,
		}
		if err := p.storage.CheckUsernamePassword(p.SignedIn.Subject, password, request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, next(r.Context(), request), http.StatusFound)
	})
}

// Visit opens a URL as a browser does. It returns the parameters that the provider sends to RedirectURL.
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
