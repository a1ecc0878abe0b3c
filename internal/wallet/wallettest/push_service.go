package wallettest

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// Refusal is a refusal of a push token.
type Refusal struct {
	Status     int
	Reason     string
	RetryAfter string // empty: none
}

// PushService stands in for Apple's push service. Its clients need HTTP/2 and a pass certificate.
type PushService struct {
	*httptest.Server
	// OnPush must be set before the first push.
	OnPush func(token string)

	mutex          sync.Mutex
	refusals       map[string]Refusal
	receivedTokens []string
}

// NewPushService trusts an authority's certificates.
func NewPushService(authority *Authority) *PushService {
	p := &PushService{refusals: map[string]Refusal{}}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(p.answer))
	p.EnableHTTP2 = true
	roots := x509.NewCertPool()
	roots.AddCert(authority.Root)
	p.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: roots, Time: authority.signingTime}
	p.Config.ErrorLog = log.New(io.Discard, "", 0) // silences failed handshakes
	p.StartTLS()
	return p
}

// Roots returns the roots that a client has to trust.
func (p *PushService) Roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AddCert(p.Certificate())
	return roots
}

// RootsFile writes Roots into a folder, for SSL_CERT_FILE.
func (p *PushService) RootsFile(folder string) (string, error) {
	path := filepath.Join(folder, "push-service.pem")
	content := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.Certificate().Raw})
	return path, os.WriteFile(path, content, 0o600)
}

// Refuse refuses a push token from now on.
func (p *PushService) Refuse(token string, as Refusal) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refusals[token] = as
}

// Accept accepts a push token again.
func (p *PushService) Accept(token string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.refusals, token)
}

// ReceivedTokens returns the tokens of accepted pushes, in order.
func (p *PushService) ReceivedTokens() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return append([]string{}, p.receivedTokens...)
}

func (p *PushService) answer(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimPrefix(r.URL.Path, devicePath)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	refusal, refused := refuseRequest(r)
	if !refused {
		refusal, refused = p.refusals[token]
	}
	if refused {
		refusal.write(w)
		return
	}
	p.receivedTokens = append(p.receivedTokens, token)
	if p.OnPush != nil {
		p.OnPush(token)
	}
}

const devicePath = "/3/device/"

// largestPayload is in bytes.
const largestPayload = 4096

// refuseRequest follows
// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
func refuseRequest(r *http.Request) (Refusal, bool) {
	token, isDevicePath := strings.CutPrefix(r.URL.Path, devicePath)
	body, err := io.ReadAll(r.Body)
	background := r.Header.Get("apns-push-type") == "background"
	expires, noInstant := strconv.ParseInt(r.Header.Get("apns-expiration"), 10, 64)
	_, noToken := hex.DecodeString(token)
	topic := r.Header.Get("apns-topic")
	for _, rule := range []struct {
		broken bool
		status int
		reason string
	}{
		{r.ProtoMajor != 2, http.StatusHTTPVersionNotSupported, "HTTP2Required"},
		{!isDevicePath, http.StatusNotFound, "BadPath"},
		{r.Method != http.MethodPost, http.StatusMethodNotAllowed, "MethodNotAllowed"},
		{token == "", http.StatusBadRequest, "MissingDeviceToken"},
		{err != nil || len(body) == 0, http.StatusBadRequest, "PayloadEmpty"},
		{len(body) > largestPayload, http.StatusRequestEntityTooLarge, "PayloadTooLarge"},
		{string(body) != "{}", http.StatusBadRequest, "BadMessageId"}, // passes need an empty payload
		{!background, http.StatusBadRequest, "InvalidPushType"},
		{r.Header.Get("apns-priority") != "5", http.StatusBadRequest, "BadPriority"}, // the only priority for background pushes
		{noInstant != nil || expires <= 0, http.StatusBadRequest, "BadExpirationDate"},
		{topic == "", http.StatusBadRequest, "MissingTopic"},
		{topic != PassType || !strings.HasSuffix(r.TLS.PeerCertificates[0].Subject.CommonName, PassType), http.StatusBadRequest, "TopicDisallowed"},
		{noToken != nil, http.StatusBadRequest, "BadDeviceToken"},
	} {
		if rule.broken {
			return Refusal{Status: rule.status, Reason: rule.reason}, true
		}
	}
	return Refusal{}, false
}

// write adds to a 410 the time since which the token is invalid.
func (r Refusal) write(w http.ResponseWriter) {
	if r.RetryAfter != "" {
		w.Header().Set("Retry-After", r.RetryAfter)
	}
	since := ""
	if r.Status == http.StatusGone {
		since = `,"timestamp":1774515600000`
	}
	http.Error(w, `{"reason":"`+r.Reason+`"`+since+`}`, r.Status)
}
