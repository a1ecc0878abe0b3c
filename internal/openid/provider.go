// Package openid identifies a person by an OpenID Connect provider: authorization code flow with PKCE.
package openid

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"
)

var (
	// ErrUnavailable means that the provider does not respond.
	ErrUnavailable = errors.New("the OpenID provider does not answer")
	// ErrRefused means that code or ID token is invalid for this request.
	ErrRefused = errors.New("the OpenID provider's answer is refused")
)

const (
	// timeout leaves a browser's request time to store its session.
	timeout = 3 * time.Second
	// maxAge is the age of an authentication that the provider may reuse.
	maxAge = 5 * time.Minute
)

// Settings name a provider and this installation's client there.
type Settings struct {
	Issuer, ClientID, ClientSecret string
	RedirectURL                    string
}

// Request binds the provider's response to one browser.
type Request struct{ State, Nonce, Verifier string }

// Identity has a provider's claims about a person.
type Identity struct {
	Issuer, Subject string // together they name the account and never change
	Email           string
	EmailVerified   bool
	AuthenticatedAt time.Time // zero: not stated
}

// Provider loads the configuration at first use, and again until that succeeds.
type Provider struct {
	settings Settings
	client   *http.Client

	discovering singleflight.Group
	provider    atomic.Pointer[oidc.Provider]
}

// New returns a provider. It sends no request yet.
func New(settings Settings) *Provider {
	return &Provider{settings: settings, client: &http.Client{Timeout: timeout}}
}

// AuthorizationURL returns the URL at which a browser signs in. Error: ErrUnavailable.
func (p *Provider) AuthorizationURL(ctx context.Context, request Request) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	provider, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.config(provider).AuthCodeURL(request.State, oidc.Nonce(request.Nonce), oauth2.S256ChallengeOption(request.Verifier),
		oauth2.SetAuthURLParam("max_age", strconv.Itoa(int(maxAge.Seconds())))), nil
}

// Identify redeems a code and verifies the ID token: signature, issuer, audience, expiry, nonce. Errors: ErrRefused,
// ErrUnavailable.
func (p *Provider) Identify(ctx context.Context, code string, request Request) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	provider, err := p.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.config(provider).Exchange(ctx, code, oauth2.VerifierOption(request.Verifier))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	raw, isText := token.Extra("id_token").(string)
	if !isText {
		return Identity{}, fmt.Errorf("%w: there is no ID token", ErrRefused)
	}
	idToken, err := provider.Verifier(&oidc.Config{ClientID: p.settings.ClientID}).Verify(ctx, raw)
	switch {
	case ctx.Err() != nil:
		return Identity{}, fmt.Errorf("%w: verifying an ID token: %w", ErrUnavailable, err)
	case err != nil:
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	case idToken.Nonce != request.Nonce:
		return Identity{}, fmt.Errorf("%w: the nonce is another one", ErrRefused)
	case idToken.Subject == "":
		return Identity{}, fmt.Errorf("%w: it names no account", ErrRefused)
	}
	identity, err := identityOf(idToken.Claims)
	authenticatedAt := identity.AuthenticatedAt
	if err == nil && identity.Email == "" {
		identity, err = p.askUserInfo(ctx, provider, token)
	}
	if err == nil && identity.Subject != idToken.Subject {
		err = fmt.Errorf("%w: it is about another account", ErrRefused)
	}
	identity.Issuer, identity.AuthenticatedAt = idToken.Issuer, authenticatedAt
	return identity, err
}

// askUserInfo requests the e-mail from the UserInfo endpoint, for providers that omit it from the ID token (OpenID
// Connect Core, 5.4).
func (p *Provider) askUserInfo(ctx context.Context, provider *oidc.Provider, token *oauth2.Token) (Identity, error) {
	info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return Identity{}, fmt.Errorf("%w: asking for the e-mail: %w", ErrUnavailable, err)
	}
	return identityOf(info.Claims)
}

// exchangeError returns the error of a token request without the response's text, which must not reach the log.
func exchangeError(err error) error {
	var refusal *oauth2.RetrieveError
	if errors.As(err, &refusal) && refusal.Response != nil {
		kind := ErrRefused
		if refusal.Response.StatusCode >= http.StatusInternalServerError {
			kind = ErrUnavailable
		}
		return fmt.Errorf("%w: status %d, %q", kind, refusal.Response.StatusCode, refusal.ErrorCode)
	}
	return fmt.Errorf("%w: redeeming a code: %w", ErrUnavailable, err)
}

func identityOf(read func(any) error) (Identity, error) {
	var claims struct {
		Subject       string `json:"sub"`
		Email         string `json:"email"`
		EmailVerified any    `json:"email_verified"`
		AuthTime      int64  `json:"auth_time"`
	}
	if err := read(&claims); err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	// Some providers write the boolean as a string.
	isVerified := claims.EmailVerified == true || claims.EmailVerified == "true"
	identity := Identity{Subject: claims.Subject, Email: claims.Email, EmailVerified: isVerified}
	if claims.AuthTime > 0 {
		identity.AuthenticatedAt = time.Unix(claims.AuthTime, 0)
	}
	return identity, nil
}

func (p *Provider) config(provider *oidc.Provider) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.settings.ClientID, ClientSecret: p.settings.ClientSecret, RedirectURL: p.settings.RedirectURL,
		Endpoint: provider.Endpoint(), Scopes: []string{oidc.ScopeOpenID, "email"},
	}
}

// discover loads the provider's configuration. Concurrent callers share one request.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	if provider := p.provider.Load(); provider != nil {
		return provider, nil
	}
	results := p.discovering.DoChan("", func() (any, error) {
		// A caller that leaves does not end it for the others.
		return nil, p.runDiscovery(context.WithoutCancel(ctx))
	})
	select {
	case result := <-results:
		return p.provider.Load(), result.Err
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: waiting for its discovery: %w", ErrUnavailable, ctx.Err())
	}
}

func (p *Provider) runDiscovery(ctx context.Context) error {
	if p.provider.Load() != nil {
		return nil // by a run that ended meanwhile
	}
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.settings.Issuer)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	p.provider.Store(provider)
	return nil
}
