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

// Addresses are where Google is. Only tests have others than Google.
type Addresses struct {
	API  string // of the REST calls, without trailing slash
	Save string // of the page on which passes are saved; a signed text follows
	Keys string // of the keys that callbacks are signed with
}

// GoogleAddresses is where Google is.
func GoogleAddresses() Addresses {
	return Addresses{
		API:  "https://walletobjects.googleapis.com/walletobjects/v1",
		Save: "https://pay.google.com/gp/v/save/",
		Keys: "https://pay.google.com/gp/m/issuer/keys",
	}
}

// Refusal is that Google did not do what it was asked.
type Refusal struct {
	Status int           // of HTTP; 0: it could not be asked
	Reason string        // in Google's words
	After  time.Duration // before which it wants to hear nothing; 0: it does not say

	account bool // it does not take the account, whatever it is asked
}

func (r *Refusal) Error() string {
	if r.Status == 0 {
		return "asking Google Wallet: " + r.Reason
	}
	return fmt.Sprintf("Google Wallet answers %d: %s", r.Status, r.Reason)
}

// IsTemporary reports whether the same may be asked again with another end.
func (r *Refusal) IsTemporary() bool {
	return r.Status == 0 || r.Status == http.StatusTooManyRequests || r.Status >= http.StatusInternalServerError
}

// affectsAllPasses reports whether Google refuses everything for the moment, and not this alone. It
// forbids by the account: of which the issuer knows nothing any more, or for which the API is
// switched off.
func (r *Refusal) affectsAllPasses() bool {
	return r.account || r.Status == 0 || r.Status == http.StatusForbidden || r.Status == http.StatusTooManyRequests || r.Status == http.StatusServiceUnavailable
}

// refusedWith reports whether Google has answered with a status.
func refusedWith(err error, status int) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Status == status
}

// client makes calls in the name of an account, as many in a second as Google allows.
type client struct {
	account   Account
	addresses Addresses
	http      *http.Client
	now       func() time.Time
	limiter   *rate.Limiter

	tokenLock    chan struct{} // holds one while somebody reads or gets the token
	token        string
	tokenExpires time.Time // when a token has to be new
}

// callsPerSecond is one below what Google takes of an account, since intervals between calls are rounded.
const callsPerSecond = 19

// callTimeout is how long an answer of Google's is waited for.
const callTimeout = 10 * time.Second

func newClient(account Account, where Addresses, transport http.RoundTripper, now func() time.Time) *client {
	return &client{account: account, addresses: where, now: now, limiter: rate.NewLimiter(callsPerSecond, 1), tokenLock: make(chan struct{}, 1), http: &http.Client{
		Transport: transport, Timeout: callTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// The kinds of what Google keeps, as their addresses have them.
const (
	classes = "loyaltyClass"
	objects = "loyaltyObject"
)

// upsert has Google keep a document under its id, instead of the one that it may have. What
// the document does not name stays as it is.
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

// replace has Google keep a document and nothing that it had under that id before. There is
// nothing to be done where it had nothing.
func (c *client) replace(ctx context.Context, kind, id string, document any) error {
	err := c.call(ctx, http.MethodPut, kind+"/"+url.PathEscape(id), document)
	if refusedWith(err, http.StatusNotFound) {
		return nil
	}
	return err
}

// addMessage adds a message to a pass, of which a telephone tells at once.
func (c *client) addMessage(ctx context.Context, object string, said message) error {
	return c.call(ctx, http.MethodPost, objects+"/"+url.PathEscape(object)+"/addMessage", map[string]message{"message": said})
}

// call makes a call of the API, with a body where there is one, and once more where Google
// does not take the token any more. It fails with a Refusal.
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

// markAccountRefused is an error that is a Refusal of the account, where it is a Refusal.
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

// newRequest is a request with a body in JSON, where there is one.
func newRequest(ctx context.Context, method, address string, body any) (*http.Request, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("writing for Google Wallet: %w", err)
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("asking Google Wallet: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	return request, nil
}

// Check asks Google whether the account may act for the issuer. It fails with a Refusal.
func (a Account) Check(ctx context.Context, where Addresses, transport http.RoundTripper, now func() time.Time) error {
	return newClient(a, where, transport, now).call(ctx, http.MethodGet, classes+"?maxResults=1&issuerId="+a.Issuer, nil)
}

// maxResponse bounds what is read of Google's answers.
const maxResponse = 1 << 20

// do sends a request and reads what is answered. It fails with a Refusal.
func (c *client) do(request *http.Request, into any) error {
	answer, err := c.http.Do(request)
	if err != nil {
		return &Refusal{Reason: queueing.Unnamed(err).Error()}
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxResponse))
	if fault := answer.Body.Close(); err == nil {
		err = fault
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		return &Refusal{Status: answer.StatusCode, Reason: reason(text), After: queueing.RetryAfter(answer.Header, c.now())}
	}
	if err != nil {
		return &Refusal{Reason: queueing.Unnamed(err).Error()}
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &Refusal{Reason: "its answer cannot be read"}
	}
	return nil
}

// reason is why something was refused, in Google's words.
func reason(text []byte) string {
	var answer struct {
		Error json.RawMessage `json:"error"`
		Why   string          `json:"error_description"`
	}
	if json.Unmarshal(text, &answer) != nil {
		return "without a reason"
	}
	var fault struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(answer.Error, &fault) == nil && fault.Message != "" {
		return fault.Message
	}
	return strings.TrimSpace(strings.Trim(string(answer.Error), `"`) + " " + answer.Why)
}

// tokenMargin is how long before its end a token is made new.
const tokenMargin = 5 * time.Minute

// bearer is a token other than one that was refused, got once until it ends.
func (c *client) bearer(ctx context.Context, refused string) (string, error) {
	select {
	case c.tokenLock <- struct{}{}:
	case <-ctx.Done():
		return "", &Refusal{Reason: ctx.Err().Error()}
	}
	defer func() { <-c.tokenLock }()
	if c.token == "" || c.token == refused || !c.now().Before(c.tokenExpires) {
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
		return fmt.Errorf("asking Google for a token: %w", err)
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
