// Package certificates gets the certificates of our own domains by ACME, renews them and
// keeps them in a folder. It answers the authority's questions on the ports of HTTPS and
// HTTP. It does not know what is served with the certificates.
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

// Wanted says which certificates there shall be, and from whom.
type Wanted struct {
	Domains   []string // one certificate each, in lower case
	Email     string   // where the authority writes to; may be empty
	Directory string   // address of the authority's ACME directory
	Folder    string   // where they are kept; made when missing, for its owner alone
	// Adopt gives a file or folder that was made to the account it is for; nil: it stays as it is.
	Adopt func(path string) error
}

// How long to wait after an authority has given no certificate. Let's Encrypt has five
// failures an hour for a name and then refuses whatever comes; the first hour has five.
const (
	firstWait   = 2 * time.Minute
	longestWait = time.Hour
)

// lookEvery is how often it is seen whether certificates were renewed.
const lookEvery = 24 * time.Hour

var (
	errStranger = errors.New("a name that is not served here")
	errNotYet   = errors.New("there is no certificate yet")
)

// Keeper holds the certificates of some domains. Whoever calls by another name, and
// whoever comes before there is a certificate, causes no order: Keep alone does.
type Keeper struct {
	wanted  Wanted
	manager *autocert.Manager
	held    map[string]*atomic.Bool // by domain: there is a certificate
}

// New returns a keeper of what is in the folder already. Keep gets what is missing.
func New(wanted Wanted) (*Keeper, error) {
	ends, err := Expiry(wanted.Folder)
	if err != nil {
		return nil, err
	}
	k := &Keeper{wanted: wanted, held: map[string]*atomic.Bool{}, manager: &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      newCache(wanted),
		HostPolicy: only(wanted.Domains),
		Email:      wanted.Email,
		Client:     &acme.Client{DirectoryURL: wanted.Directory, UserAgent: "axioma"},
	}}
	for _, domain := range wanted.Domains {
		k.held[domain] = new(atomic.Bool)
		k.held[domain].Store(ends[domain].After(time.Now()))
	}
	return k, nil
}

// only lets the authority ask about our own domains, at whatever port: one for trials may
// ask elsewhere than at 80, and autocert would take the port for a part of the name.
func only(domains []string) autocert.HostPolicy {
	policy := autocert.HostWhitelist(domains...)
	return func(ctx context.Context, host string) error { return policy(ctx, withoutPort(host)) }
}

// TLS is how a server of HTTPS presents the certificates, and answers TLS-ALPN-01.
func (k *Keeper) TLS() *tls.Config {
	config := k.manager.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.GetCertificate = k.present
	return config
}

func (k *Keeper) present(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return k.manager.GetCertificate(hello)
	}
	domain := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	held, ours := k.held[domain]
	if !ours {
		return nil, errStranger
	}
	if !held.Load() {
		return nil, errNotYet
	}
	return k.of(domain)
}

// of is the certificate of a domain, ordered when there is none. It is the same for all
// callers: one for those without elliptic curves would be an order that strangers cause.
func (k *Keeper) of(domain string) (*tls.Certificate, error) {
	return k.manager.GetCertificate(&tls.ClientHelloInfo{
		ServerName: domain, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	})
}

// Plain answers on the port of HTTP: the authority's HTTP-01, and everybody else with
// where to go instead.
func (k *Keeper) Plain() http.Handler {
	return k.manager.HTTPHandler(http.HandlerFunc(k.redirect))
}

// redirect sends readers on. What carries a body has told it to the whole network by
// then, and is refused so that somebody notices.
func (k *Keeper) redirect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "Use https://", http.StatusBadRequest)
		return
	}
	host := withoutPort(r.Host)
	if _, ours := k.held[strings.ToLower(host)]; !ours {
		host = k.wanted.Domains[0]
	}
	http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusMovedPermanently)
}

func withoutPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil { // there is none
		return address
	}
	return host
}

// Keep gets what is missing, has it renewed in time, and says in the log what it gets and
// what it does not get, until the context ends. An order that is under way is not waited
// for.
func (k *Keeper) Keep(ctx context.Context, log *slog.Logger) {
	var all sync.WaitGroup
	for _, domain := range k.wanted.Domains {
		all.Go(func() { k.keep(ctx, log.With("domain", domain), domain) })
	}
	all.Wait()
}

func (k *Keeper) keep(ctx context.Context, log *slog.Logger, domain string) {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		until, err := k.get(ctx, domain)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			log.Info("certificate", "until", until)
			break
		}
		log.Error("no certificate; it is asked for again", "after", wait, "error", err)
		if !pause(ctx, wait) {
			return
		}
	}
	for pause(ctx, lookEvery) {
		k.look(log, domain)
	}
}

// get returns until when the certificate holds, ordered when there is none.
func (k *Keeper) get(ctx context.Context, domain string) (time.Time, error) {
	type answer struct {
		certificate *tls.Certificate
		err         error
	}
	got := make(chan answer, 1)
	go func() {
		certificate, err := k.of(domain)
		got <- answer{certificate, err}
	}()
	select {
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	case a := <-got:
		if a.err != nil {
			return time.Time{}, fmt.Errorf("getting a certificate: %w", a.err)
		}
		k.held[domain].Store(true)
		return a.certificate.Leaf.NotAfter, nil
	}
}

// look warns of a certificate that was to be renewed by now: that is tried by itself when
// a third of its time is left, and again and again, but nobody is told why it fails.
func (k *Keeper) look(log *slog.Logger, domain string) {
	certificate, err := k.of(domain)
	if err != nil {
		log.Error("no certificate", "error", err)
		return
	}
	if late(certificate.Leaf, time.Now()) {
		log.Warn("the certificate has not been renewed: can the authority reach this server on port 443 or 80?", "until", certificate.Leaf.NotAfter)
	}
}

// late reports whether less than a quarter of a certificate's time is left.
func late(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) < leaf.NotAfter.Sub(leaf.NotBefore)/4
}

// pause reports whether the whole of a wait has passed before the context ended.
func pause(ctx context.Context, wait time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}
