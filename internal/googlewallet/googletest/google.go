// Package googletest is a stand-in for Google Wallet. It checks Google's schema and limits, and signs callbacks.
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

// The transport reaches them without a network.
const (
	API    = "https://walletobjects.google.test/walletobjects/v1"
	Save   = "https://pay.google.test/gp/v/save/"
	Keys   = "https://pay.google.test/gp/m/issuer/keys"
	tokens = "https://oauth2.google.test/token"
)

// Issuer is Google's id of the operator.
const Issuer = "3388000000012345678"

// Account is the service account.
const Account = "axioma@project.iam.gserviceaccount.com"

const bearer = "ya29.stand-in."

// Google is the stand-in.
type Google struct {
	schemas schemas
	account *rsa.PrivateKey
	signing callbackKeys
	now     func() time.Time

	mu            sync.Mutex
	status        int // forced; 0: none
	retryAfter    string
	tokenStatus   int // forced; 0: none
	tokensHang    bool
	documents     map[string]map[string]document
	calls         []string
	recent        []time.Time
	notices       map[string][]time.Time
	tokens        int
	tokensIssued  []time.Time
	tokensExpired int // of the oldest tokens
	keyFetches    int

	unreachable []string
	site        http.Handler // of the pictures; nil: none
}

type document = map[string]any

// New returns an empty imitation of Google. Daily limits use the given clock, limits per second real time.
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
		documents: map[string]map[string]document{"loyaltyClass": {}, "loyaltyObject": {}}, notices: map[string][]time.Time{},
	}, nil
}

// KeyFile writes the service account's key file into a folder.
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

// RoundTrip implements http.RoundTripper.
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

// RespondWith forces a status; 0: normal again.
func (g *Google) RespondWith(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.status = status
}

// SetRetryAfter changes the Retry-After of forced responses, at first 7 seconds.
func (g *Google) SetRetryAfter(until string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.retryAfter = until
}

// RefuseTokens fails token requests with a status; 0: normal again.
func (g *Google) RefuseTokens(status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokenStatus = status
}

// HangTokenEndpoint makes the token endpoint never respond.
func (g *Google) HangTokenEndpoint() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokensHang = true
}

// ExpireTokens expires the first tokens that were issued.
func (g *Google) ExpireTokens(first int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tokensExpired = first
}

// HidePictures makes pictures unreachable whose URL has one of the parts. Without parts all are reachable.
func (g *Google) HidePictures(parts ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unreachable = parts
}

// FetchPicturesFrom sets the server of pictures.
func (g *Google) FetchPicturesFrom(site http.Handler) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.site = site
}

// ForgetClasses deletes all classes.
func (g *Google) ForgetClasses() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.documents["loyaltyClass"])
}

// Calls returns and resets calls such as "PATCH loyaltyObject".
func (g *Google) Calls() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	calls := g.calls
	g.calls = nil
	return calls
}

// TokenCount counts issued tokens.
func (g *Google) TokenCount() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tokens
}

// KeyFetchCount counts fetches of the keys.
func (g *Google) KeyFetchCount() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.keyFetches
}

// NotificationCount counts the notifications shown for a pass.
func (g *Google) NotificationCount(serial string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.notices[Issuer+"."+serial])
}

// Object returns a pass as JSON, or "".
func (g *Google) Object(serial string) string { return g.text("loyaltyObject", serial) }

// Class returns a business's class as JSON, or "".
func (g *Google) Class(businessID string) string { return g.text("loyaltyClass", businessID) }

func (g *Google) text(kind, name string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	storedDocument, found := g.documents[kind][Issuer+"."+name]
	if !found {
		return ""
	}
	text, err := json.Marshal(storedDocument)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Patch acts as the service account and returns the HTTP status.
func (g *Google) Patch(serial, body string) int { return g.patch("loyaltyObject", serial, body) }

// PatchClass acts as the service account and returns the HTTP status.
func (g *Google) PatchClass(businessID, body string) int {
	return g.patch("loyaltyClass", businessID, body)
}

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

const longestLink = 1800

// OpenLink returns the serials saved by a link.
func (g *Google) OpenLink(link string) ([]string, error) {
	text, found := strings.CutPrefix(link, Save)
	if !found || len(link) > longestLink {
		return nil, fmt.Errorf("it has %d characters and starts with %.40s", len(link), link)
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
		if _, kept := g.documents["loyaltyObject"][object.ID]; !kept {
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
