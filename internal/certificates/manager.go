// Package certificates obtains certificates by ACME, renews and stores them.
package certificates

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Config names the certificates and the authority.
type Config struct {
	Domains   []string // lower case, one certificate each
	Email     string   // may be empty
	Directory string   // URL of the ACME directory
	Folder    string   // created with mode 0700
	// InheritOwner sets the owner of a new file; nil: the owner stays.
	InheritOwner func(path string) error
}

// Let's Encrypt allows five failures per name and hour, as in the first hour of these pauses.
const (
	firstRetry = 2 * time.Minute
	maxRetry   = time.Hour
)

const checkInterval = 24 * time.Hour

var (
	errUnknownHost   = errors.New("unknown host name")
	errNoCertificate = errors.New("no certificate yet")
)

// Manager holds certificates. Only Run orders them: a TLS handshake causes no order.
type Manager struct {
	config         Config
	acme           *autocert.Manager
	hasCertificate map[string]*atomic.Bool // by domain
}

// New loads stored certificates.
func New(config Config) (*Manager, error) {
	ends, err := ExpiryByDomain(config.Folder)
	if err != nil {
		return nil, err
	}
	k := &Manager{config: config, hasCertificate: map[string]*atomic.Bool{}, acme: &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      newCache(config),
		HostPolicy: hostPolicy(config.Domains),
		Email:      config.Email,
		Client:     &acme.Client{DirectoryURL: config.Directory, UserAgent: "axioma"},
	}}
	for _, domain := range config.Domains {
		k.hasCertificate[domain] = new(atomic.Bool)
		k.hasCertificate[domain].Store(ends[domain].After(time.Now()))
	}
	return k, nil
}

// hostPolicy admits the domains at any port: autocert passes the port too, and test authorities use others than 80.
func hostPolicy(domains []string) autocert.HostPolicy {
	policy := autocert.HostWhitelist(domains...)
	return func(ctx context.Context, host string) error { return policy(ctx, withoutPort(host)) }
}

// TLSConfig serves certificates and TLS-ALPN-01 challenges.
func (k *Manager) TLSConfig() *tls.Config {
	config := k.acme.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.GetCertificate = k.getCertificate
	return config
}

func (k *Manager) getCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return k.acme.GetCertificate(hello)
	}
	domain := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	present, ours := k.hasCertificate[domain]
	if !ours {
		return nil, errUnknownHost
	}
	if !present.Load() {
		return nil, errNoCertificate
	}
	return k.certificate(domain)
}

// certificate always asks for ECDSA: strangers could cause a second order for RSA.
func (k *Manager) certificate(domain string) (*tls.Certificate, error) {
	return k.acme.GetCertificate(&tls.ClientHelloInfo{
		ServerName: domain, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
}

// HTTPHandler answers HTTP-01 challenges and redirects to HTTPS.
func (k *Manager) HTTPHandler() http.Handler {
	return k.acme.HTTPHandler(http.HandlerFunc(k.redirect))
}

// redirect sends reads to HTTPS and refuses other requests: their body was already sent in clear text.
func (k *Manager) redirect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "Use https://", http.StatusBadRequest)
		return
	}
	host := withoutPort(r.Host)
	if _, ours := k.hasCertificate[strings.ToLower(host)]; !ours {
		host = k.config.Domains[0]
	}
	http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusMovedPermanently)
}

func withoutPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// Run obtains and renews certificates until the context ends. It does not await an order in progress.
func (k *Manager) Run(ctx context.Context, log *slog.Logger) {
	var all sync.WaitGroup
	for _, domain := range k.config.Domains {
		all.Go(func() { k.runDomain(ctx, log.With("domain", domain), domain) })
	}
	all.Wait()
}

func (k *Manager) runDomain(ctx context.Context, log *slog.Logger, domain string) {
	for retry := firstRetry; ; retry = min(2*retry, maxRetry) {
		until, err := k.obtain(ctx, domain)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			log.Info("certificate", "until", until)
			break
		}
		log.Error("getting a certificate failed; it will be retried", "after", retry, "error", err)
		if !wait(ctx, retry) {
			return
		}
	}
	for wait(ctx, checkInterval) {
		k.checkRenewal(log, domain)
	}
}

func (k *Manager) obtain(ctx context.Context, domain string) (time.Time, error) {
	type answer struct {
		certificate *tls.Certificate
		err         error
	}
	got := make(chan answer, 1)
	go func() {
		certificate, err := k.certificate(domain)
		got <- answer{certificate, err}
	}()
	select {
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	case a := <-got:
		if a.err != nil {
			return time.Time{}, fmt.Errorf("requesting a certificate: %w", a.err)
		}
		k.hasCertificate[domain].Store(true)
		return a.certificate.Leaf.NotAfter, nil
	}
}

// checkRenewal logs overdue renewals: autocert tries in the last third of the lifetime, without reporting errors.
func (k *Manager) checkRenewal(log *slog.Logger, domain string) {
	certificate, err := k.certificate(domain)
	if err != nil {
		log.Error("no certificate", "error", err)
		return
	}
	if isOverdue(certificate.Leaf, time.Now()) {
		log.Warn("the certificate has not been renewed: can the authority reach this server on port 443 or 80?", "until", certificate.Leaf.NotAfter)
	}
}

func isOverdue(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) < leaf.NotAfter.Sub(leaf.NotBefore)/4
}

func wait(ctx context.Context, length time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(length):
		return true
	}
}
