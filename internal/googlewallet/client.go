package googlewallet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"axioma/internal/queueing"
)

// Addresses are Google's endpoints. Tests use others.
type Addresses struct {
	API  string // REST API, no trailing slash
	Save string // the JWT follows
	Keys string // of callbacks
}

// GoogleAddresses returns the real endpoints.
func GoogleAddresses() Addresses {
	return Addresses{
		API:  "https://walletobjects.googleapis.com/walletobjects/v1",
		Save: "https://pay.google.com/gp/v/save/",
		Keys: "https://pay.google.com/gp/m/issuer/keys",
	}
}

// Refusal is an error response from Google, or a failed request.
type Refusal struct {
	Status int // 0: no response
	Reason string
	After  time.Duration // 0: none

	account bool // Google refuses the account itself
}

func (r *Refusal) Error() string {
	if r.Status == 0 {
		return "asking Google Wallet: " + r.Reason
	}
	return fmt.Sprintf("Google Wallet answers %d: %s", r.Status, r.Reason)
}

// IsTemporary reports whether a retry may succeed.
func (r *Refusal) IsTemporary() bool {
	return r.Status == 0 || r.Status == http.StatusTooManyRequests || r.Status >= http.StatusInternalServerError
}

// affectsAllPasses reports whether the refusal concerns all passes. A 403 does: the account is unknown, or the API
// disabled.
func (r *Refusal) affectsAllPasses() bool {
	return r.account || r.Status == 0 || r.Status == http.StatusForbidden || r.Status == http.StatusTooManyRequests || r.Status == http.StatusServiceUnavailable
}

func refusedWith(err error, status int) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Status == status
}

// client calls Google's API within its rate limit.
type client struct {
	account   Account
	addresses Addresses
	http      *http.Client
	now       func() time.Time
	limiter   *rate.Limiter

	tokenLock    chan struct{} // for token and tokenExpires
	token        string
	tokenExpires time.Time
}

// callsPerSecond is one below Google's limit, because intervals are rounded.
const callsPerSecond = 19

const callTimeout = 10 * time.Second

func newClient(account Account, where Addresses, transport http.RoundTripper, now func() time.Time) *client {
	return &client{account: account, addresses: where, now: now, limiter: rate.NewLimiter(callsPerSecond, 1), tokenLock: make(chan struct{}, 1), http: &http.Client{
		Transport: transport, Timeout: callTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

const (
	classes = "loyaltyClass"
	objects = "loyaltyObject"
)

// upsert creates a document or, if known, changes it. Google keeps omitted fields.
func (c *client) upsert(ctx context.Context, kind, id string, document any, known bool) error {
	if known {
		err := c.call(ctx, http.MethodPatch, kind+"/"+url.PathEscape(id), document)
		if !refusedWith(err, http.StatusNotFound) {
			return err
		}
	}
	err := c.call(ctx, http.MethodPost, kind, document)
	if refusedWith(err, http.StatusConflict) {
		return c.call(ctx, http.MethodPatch, kind+"/"+url.PathEscape(id), document)
	}
	return err
}

// replace does nothing if Google does not have the document.
func (c *client) replace(ctx context.Context, kind, id string, document any) error {
	err := c.call(ctx, http.MethodPut, kind+"/"+url.PathEscape(id), document)
	if refusedWith(err, http.StatusNotFound) {
		return nil
	}
	return err
}

func (c *client) addMessage(ctx context.Context, object string, text message) error {
	return c.call(ctx, http.MethodPost, objects+"/"+url.PathEscape(object)+"/addMessage", map[string]message{"message": text})
}

// call retries once if Google refuses the token. A failed request returns a *Refusal.
func (c *client) call(ctx context.Context, method, path string, body any) error {
	token, err := c.bearer(ctx, "")
	if err != nil {
		return err
	}
	err = c.callBy(ctx, token, method, path, body)
	if !refusedWith(err, http.StatusUnauthorized) {
		return err
	}
	if token, err = c.bearer(ctx, token); err != nil {
		return err
	}
	err = c.callBy(ctx, token, method, path, body)
	if refusedWith(err, http.StatusUnauthorized) {
		return markAccountRefused(err)
	}
	return err
}

func markAccountRefused(err error) error {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		refusal.account = true
	}
	return err
}

func (c *client) callBy(ctx context.Context, token, method, path string, body any) error {
	if err := c.limiter.Wait(ctx); err != nil {
		return &Refusal{Reason: err.Error()}
	}
	request, err := newRequest(ctx, method, c.addresses.API+"/"+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	return c.do(request, nil)
}

func newRequest(ctx context.Context, method, address string, body any) (*http.Request, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("encoding a document for Google Wallet: %w", err)
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("calling Google Wallet: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	return request, nil
}

// Check returns nil if the account may act for the issuer. A failed request returns a *Refusal.
func (a Account) Check(ctx context.Context, where Addresses, transport http.RoundTripper, now func() time.Time) error {
	return newClient(a, where, transport, now).call(ctx, http.MethodGet, classes+"?maxResults=1&issuerId="+a.Issuer, nil)
}

// maxResponse is in bytes.
const maxResponse = 1 << 20

// do sends a request. Errors are of type *Refusal.
func (c *client) do(request *http.Request, into any) error {
	response, err := c.http.Do(request)
	if err != nil {
		return &Refusal{Reason: queueing.StripURL(err).Error()}
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if fault := response.Body.Close(); err == nil {
		err = fault
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return &Refusal{Status: response.StatusCode, Reason: reason(text), After: queueing.RetryAfter(response.Header, c.now())}
	}
	if err != nil {
		return &Refusal{Reason: queueing.StripURL(err).Error()}
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &Refusal{Reason: "its answer cannot be read"}
	}
	return nil
}

func reason(text []byte) string {
	var response struct {
		Error json.RawMessage `json:"error"`
		Why   string          `json:"error_description"`
	}
	if json.Unmarshal(text, &response) != nil {
		return "without a reason"
	}
	var fault struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(response.Error, &fault) == nil && fault.Message != "" {
		return fault.Message
	}
	return strings.TrimSpace(strings.Trim(string(response.Error), `"`) + " " + response.Why)
}

const tokenMargin = 5 * time.Minute

func (c *client) bearer(ctx context.Context, refusedToken string) (string, error) {
	select {
	case c.tokenLock <- struct{}{}:
	case <-ctx.Done():
		return "", &Refusal{Reason: ctx.Err().Error()}
	}
	defer func() { <-c.tokenLock }()
	if c.token == "" || c.token == refusedToken || !c.now().Before(c.tokenExpires) {
		if err := c.fetchToken(ctx); err != nil {
			return "", markAccountRefused(err)
		}
	}
	return c.token, nil
}

func (c *client) fetchToken(ctx context.Context) error {
	assertion, err := c.account.assertion(c.now())
	if err != nil {
		return err
	}
	form := url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {assertion}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.account.tokens, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("requesting a token from Google: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var got struct {
		Token string `json:"access_token"`
		Lasts int64  `json:"expires_in"`
	}
	if err := c.do(request, &got); err != nil {
		return err
	}
	c.token, c.tokenExpires = got.Token, c.now().Add(time.Duration(got.Lasts)*time.Second-tokenMargin)
	return nil
}
