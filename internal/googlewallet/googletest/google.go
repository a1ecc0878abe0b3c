// Package googletest stands in for Google Wallet: it checks what it is given against the
// schema that Google publishes and against the limits that it names, keeps it, and tells of
// passes in signed callbacks.
//
// Only tests import it.
package googletest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Where the stand-in is. Nothing of it is on a network: Transport leads there.
const (
	API    = "https://walletobjects.google.test/walletobjects/v1"
	Save   = "https://pay.google.test/gp/v/save/"
	Keys   = "https://pay.google.test/gp/m/issuer/keys"
	tokens = "https://oauth2.google.test/token"
)

// Issuer is the operator's id.
const Issuer = "3388000000012345678"

// Account is who acts for the operator.
const Account = "axioma@project.iam.gserviceaccount.com"

// bearer is what a token begins with; its number follows.
const bearer = "ya29.stand-in."

// Google is the stand-in.
type Google struct {
	schemas schemas
	account *rsa.PrivateKey
	signing signing
	now     func() time.Time

	mu            sync.Mutex
	status        int    // that everything is answered with; 0: as it should be
	retryAfter    string // when to ask again, where everything is answered so
	tokenStatus   int    // what whoever asks for a token is answered with; 0: a token
	tokensHang    bool   // who asks for a token hears nothing
	kept          map[string]map[string]document
	calls         []string
	recent        []time.Time
	notices       map[string][]time.Time
	tokens        int
	tokensIssued  []time.Time // when each token was given out
	tokensExpired int         // so many of the first tokens are not taken any more
	keyFetches    int         // how often they were fetched

	unreachable []string     // parts of the addresses at which no picture is found
	site        http.Handler // who answers at the addresses of pictures; nil: they are not fetched
}

type document = map[string]any

// New returns a Google that knows nobody yet. Its limits of a day go by a clock, those of a
// second by the time that passes.
func New(now func() time.Time) (*Google, error) {
	schemas, err := readSchemas()
	if err != nil {
		return nil, err
	}
	account, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	signing, err := newSigning()
	if err != nil {
		return nil, err
	}
	return &Google{
		schemas: schemas, account: account, signing: signing, now: now, retryAfter: "7",
		kept: map[string]map[string]document{"loyaltyClass": {}, "loyaltyObject": {}}, notices: map[string][]time.Time{},
	}, nil
}

// KeyFile writes the key of the service account into a folder, as the console gives it out.
func (g *Google) KeyFile(folder string) (string, error) {
	der, err := x509.MarshalPKCS8PrivateKey(g.account)
	if err != nil {
		return "", fmt.Errorf("writing a key: %w", err)
	}
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "client_email": Account, "private_key_id": "k1", "token_uri": tokens,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	})
	if err != nil {
		return "", fmt.Errorf("writing a key: %w", err)
	}
	path := filepath.Join(folder, "key.json")
	return path, os.WriteFile(path, text, 0o600)
}

// RoundTrip answers a request.
func (g *Google) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.URL.String() == tokens && g.hangsTokens() {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	recorder := httptest.NewRecorder()
	g.ServeHTTP(recorder, r)
	return recorder.Result(), nil
}

func (g *Google) hangsTokens() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tokensHang
}

// RespondWith has everything answered with a status of HTTP from now on; 0: as it should be.
func (g *Google) RespondWith(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.status = status
}

// SetRetryAfter has Google say from now on when to ask again, in the words of Retry-After, where
// everything is answered with a status. At first it says in 7 seconds.
func (g *Google) SetRetryAfter(until string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.retryAfter = until
}

// RefuseTokens has whoever asks for a token answered with a status of HTTP from now on; 0: as
// it should be.
func (g *Google) RefuseTokens(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokenStatus = status
}

// HangTokenEndpoint has whoever asks for a token hear nothing from now on.
func (g *Google) HangTokenEndpoint() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokensHang = true
}

// ExpireTokens has Google take no longer the first so many tokens that it gives out.
func (g *Google) ExpireTokens(first int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokensExpired = first
}

// HidePictures has Google find no picture at addresses with one of some parts from now on;
// without any it finds all that an address of the internet names.
func (g *Google) HidePictures(parts ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unreachable = parts
}

// FetchPicturesFrom has Google fetch pictures from now on, from a server at every address.
func (g *Google) FetchPicturesFrom(site http.Handler) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.site = site
}

// ForgetClasses has Google know nothing of businesses any more.
func (g *Google) ForgetClasses() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.kept["loyaltyClass"])
}

// Calls are the calls of the API that were made since it was asked last, as "PATCH
// loyaltyObject".
func (g *Google) Calls() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	calls := g.calls
	g.calls = nil
	return calls
}

// TokenCount is how many tokens were given out.
func (g *Google) TokenCount() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tokens
}

// KeyFetchCount is how often the keys of callbacks were given out.
func (g *Google) KeyFetchCount() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.keyFetches
}

// NotificationCount is how often telephones have told of a pass.
func (g *Google) NotificationCount(serial string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.notices[Issuer+"."+serial])
}

// Object is the pass with a serial as Google keeps it, in JSON; empty: it keeps none.
func (g *Google) Object(serial string) string { return g.text("loyaltyObject", serial) }

// Class is a business as Google keeps it, in JSON; empty: it keeps none.
func (g *Google) Class(businessID string) string { return g.text("loyaltyClass", businessID) }

func (g *Google) text(kind, name string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	kept, found := g.kept[kind][Issuer+"."+name]
	if !found {
		return ""
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Patch changes a pass as the account may, and returns the status of the answer.
func (g *Google) Patch(serial, body string) int { return g.patch("loyaltyObject", serial, body) }

// PatchClass changes a business as the account may, and returns the status of the answer.
func (g *Google) PatchClass(businessID, body string) int {
	return g.patch("loyaltyClass", businessID, body)
}

// patch makes a call that does not count towards those of a second.
func (g *Google) patch(kind, name, body string) int {
	g.mu.Lock()
	recent := g.recent
	g.recent = nil
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.recent = recent
	}()
	request := httptest.NewRequest(http.MethodPatch, API+"/"+kind+"/"+Issuer+"."+name, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+bearer+strconv.Itoa(g.TokenCount()))
	recorder := httptest.NewRecorder()
	g.ServeHTTP(recorder, request)
	return recorder.Code
}

// longestLink is how long a link may be.
const longestLink = 1800

// OpenLink opens a link to save passes and returns the serials of those that are saved.
func (g *Google) OpenLink(link string) ([]string, error) {
	text, found := strings.CutPrefix(link, Save)
	if !found || len(link) > longestLink {
		return nil, fmt.Errorf("it has %d signs and leads to %.40s", len(link), link)
	}
	var claims struct {
		jwt.RegisteredClaims
		Type    string   `json:"typ"`
		Origins []string `json:"origins"`
		Payload struct {
			Objects []struct {
				ID string `json:"id"`
			} `json:"loyaltyObjects"`
		} `json:"payload"`
	}
	if _, err := jwt.ParseWithClaims(text, &claims, g.key, jwt.WithAudience("google"), jwt.WithIssuer(Account), jwt.WithTimeFunc(g.now), jwt.WithIssuedAt(), jwt.WithValidMethods([]string{"RS256"})); err != nil {
		return nil, fmt.Errorf("reading the link: %w", err)
	}
	if !slices.ContainsFunc(claims.Origins, isOrigin) || claims.IssuedAt == nil {
		return nil, fmt.Errorf("it is from %q, at %s", claims.Origins, claims.IssuedAt)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var serials []string
	for _, object := range claims.Payload.Objects {
		if _, kept := g.kept["loyaltyObject"][object.ID]; !kept {
			return nil, fmt.Errorf("there is no %s", object.ID)
		}
		serials = append(serials, strings.TrimPrefix(object.ID, Issuer+"."))
	}
	if claims.Type != "savetowallet" || len(serials) == 0 {
		return nil, fmt.Errorf("%q saves %d passes", claims.Type, len(serials))
	}
	return serials, nil
}

func (g *Google) key(*jwt.Token) (any, error) { return &g.account.PublicKey, nil }
