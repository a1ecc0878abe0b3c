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

// Refusal is how the push service refuses a telephone's push token.
type Refusal struct {
	Status     int
	Reason     string
	RetryAfter string // empty: it does not say
}

// PushService stands in for Apple's: it speaks HTTP/2 with who has a certificate for passes,
// and takes what Apple's documents say. It is closed with Close.
type PushService struct {
	*httptest.Server
	// OnPush hears each push token that a telephone is told by; nil: nobody does. It is set before
	// anything is told.
	OnPush func(token string)

	mutex    sync.Mutex
	refusals map[string]Refusal
	told     []string
}

// NewPushService starts one that believes the certificates of an authority.
func NewPushService(authority *Authority) *PushService {
	p := &PushService{refusals: map[string]Refusal{}}
	p.Server = httptest.NewUnstartedServer(http.HandlerFunc(p.answer))
	p.EnableHTTP2 = true
	believed := x509.NewCertPool()
	believed.AddCert(authority.Root)
	p.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: believed, Time: authority.made}
	p.Config.ErrorLog = log.New(io.Discard, "", 0) // of who has no certificate
	p.StartTLS()
	return p
}

// Roots are who a client has to believe.
func (p *PushService) Roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AddCert(p.Certificate())
	return roots
}

// RootsFile puts into a folder who a program has to believe, for its SSL_CERT_FILE.
func (p *PushService) RootsFile(folder string) (string, error) {
	path := filepath.Join(folder, "push-service.pem")
	content := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.Certificate().Raw})
	return path, os.WriteFile(path, content, 0o600)
}

// Refuse has a push token refused from now on.
func (p *PushService) Refuse(token string, as Refusal) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refusals[token] = as
}

// Accept has a push token refused no longer.
func (p *PushService) Accept(token string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.refusals, token)
}

// Received returns the push tokens of the telephones that were told, in order.
func (p *PushService) Received() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return append([]string{}, p.told...)
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
	p.told = append(p.told, token)
	if p.OnPush != nil {
		p.OnPush(token)
	}
}

const devicePath = "/3/device/"

// largestPayload is how many bytes a notification may have.
const largestPayload = 4096

// refuseRequest refuses what Apple's push service refuses of any telephone. See
// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
func refuseRequest(r *http.Request) (Refusal, bool) {
	token, ofDevice := strings.CutPrefix(r.URL.Path, devicePath)
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
		{!ofDevice, http.StatusNotFound, "BadPath"},
		{r.Method != http.MethodPost, http.StatusMethodNotAllowed, "MethodNotAllowed"},
		{token == "", http.StatusBadRequest, "MissingDeviceToken"},
		{err != nil || len(body) == 0, http.StatusBadRequest, "PayloadEmpty"},
		{len(body) > largestPayload, http.StatusRequestEntityTooLarge, "PayloadTooLarge"},
		{string(body) != "{}", http.StatusBadRequest, "BadMessageId"}, // of passes Apple wants an empty one
		{!background, http.StatusBadRequest, "InvalidPushType"},
		{r.Header.Get("apns-priority") != "5", http.StatusBadRequest, "BadPriority"}, // the only one for the background
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

// write answers with a refusal, in Apple's form; of a telephone that has gone Apple says since when.
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
