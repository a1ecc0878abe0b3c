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
	// OnTold hears each push token that a telephone is told by; nil: nobody does. It is set before
	// anything is told.
	OnTold func(token string)

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

// Told returns the push tokens of the telephones that were told, in order.
func (p *PushService) Told() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return append([]string{}, p.told...)
}

func (p *PushService) answer(w http.ResponseWriter, r *http.Request) {
	token, found := strings.CutPrefix(r.URL.Path, "/3/device/")
	body, err := io.ReadAll(r.Body)
	expires, noInstant := strconv.ParseInt(r.Header.Get("apns-expiration"), 10, 64)
	_, noToken := hex.DecodeString(token)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	refusal, refused := p.refusals[token]
	switch {
	case r.ProtoMajor != 2:
		refuse(w, Refusal{Status: http.StatusHTTPVersionNotSupported, Reason: "HTTP2Required"})
	case !found || r.Method != http.MethodPost:
		refuse(w, Refusal{Status: http.StatusNotFound, Reason: "BadPath"})
	case err != nil || string(body) != "{}" || r.Header.Get("apns-push-type") != "background" || r.Header.Get("apns-priority") != "5" || noInstant != nil || expires <= 0:
		refuse(w, Refusal{Status: http.StatusBadRequest, Reason: "PayloadEmpty"})
	case r.Header.Get("apns-topic") != PassType || !strings.HasSuffix(r.TLS.PeerCertificates[0].Subject.CommonName, PassType):
		refuse(w, Refusal{Status: http.StatusBadRequest, Reason: "TopicDisallowed"})
	case noToken != nil:
		refuse(w, Refusal{Status: http.StatusBadRequest, Reason: "BadDeviceToken"})
	case refused:
		refuse(w, refusal)
	default:
		p.told = append(p.told, token)
		if p.OnTold != nil {
			p.OnTold(token)
		}
	}
}

func refuse(w http.ResponseWriter, as Refusal) {
	if as.RetryAfter != "" {
		w.Header().Set("Retry-After", as.RetryAfter)
	}
	http.Error(w, `{"reason":"`+as.Reason+`"}`, as.Status)
}
