// Package doctor diagnoses an installation and changes nothing. Findings have advice for the operator.
package doctor

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"axioma/internal/config"
	"axioma/internal/service"
	"axioma/internal/store"
	"axioma/internal/whatsapp"
)

// State rates a finding.
type State string

// States.
const (
	OK        State = "ok"
	Attention State = "attention" // works, but should change
	Fault     State = "fault"     // does not work, or soon will not
)

// Finding is a check's result.
type Finding struct {
	Subject string `json:"subject"`
	State   State  `json:"state"`
	Detail  string `json:"found"`
	ToDo    string `json:"toDo,omitempty"` // empty: OK
}

// CheckTimeout is the deadline of one check.
const CheckTimeout = 8 * time.Second

// Installation is Examine's input.
type Installation struct {
	Settings config.Server
	Database store.Location
	Account  whatsapp.Account // for the provider cloud

	SettingsError error
	// UnreadSettingsFile is the service's settings file if not loaded, else empty.
	UnreadSettingsFile string
	// CheckFolders and CheckData return why a server would refuse folders or signing keys, and data.
	CheckFolders func(context.Context) error
	CheckData    func(context.Context, *service.Service) error
	// Network is direct if empty.
	Network Network
	// Timeout limits each check; zero: CheckTimeout.
	Timeout time.Duration
	// CheckServer returns an error unless a server on this machine is ready.
	CheckServer func(context.Context) error
}

// Network has dialer and root certificates.
type Network struct {
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Roots *x509.CertPool
}

type check struct {
	subject string
	run     func(context.Context) []Finding
}

// Examine runs checks concurrently; a failing or hanging one does not affect others. Findings are in reading order
// and contain no secrets.
func Examine(ctx context.Context, i Installation) []Finding {
	e := examination{Installation: i, database: AskOnce(i.askPostgres)}
	var findings []Finding
	for _, results := range runAll(ctx, cmp.Or(i.Timeout, CheckTimeout), e.checks()) {
		findings = append(findings, results...)
	}
	return redactSecrets(findings, i.secrets())
}

type examination struct {
	Installation
	database func(context.Context) (store.PostgresServer, error)
}

func (e examination) checks() []check {
	return []check{
		{"settings", e.checkSettings},
		{"database", e.checkDatabase},
		{"disk", e.checkDisk},
		{"clock", e.checkClock},
		{"certificate", e.checkCertificate},
		{"server", e.checkServer},
		{"webhook", e.checkWebhook},
		{"whatsapp", e.checkWhatsApp},
		{subjectMail, e.checkMail},
		{subjectWallet, e.checkWallet},
		{subjectOpenID, e.checkOpenID},
		{"data", e.checkStoredData},
	}
}

func runAll(ctx context.Context, timeout time.Duration, checks []check) [][]Finding {
	findings := make([][]Finding, len(checks))
	var running sync.WaitGroup
	for i, c := range checks {
		running.Go(func() { findings[i] = c.runWithTimeout(ctx, timeout) })
	}
	running.Wait()
	return findings
}

// runWithTimeout abandons a check that ignores its deadline.
func (c check) runWithTimeout(ctx context.Context, timeout time.Duration) []Finding {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := make(chan []Finding, 1)
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				done <- finding(c.subject, Fault, fmt.Sprintf("the check failed: %v", cause), "Report this to the developers.")
			}
		}()
		done <- c.run(ctx)
	}()
	select {
	case findings := <-done:
		return findings
	case <-ctx.Done():
		return c.awaitGrace(done, timeout)
	}
}

const graceAfterTimeout = time.Second

func (c check) awaitGrace(done <-chan []Finding, timeout time.Duration) []Finding {
	select {
	case findings := <-done:
		return findings
	case <-time.After(graceAfterTimeout):
		return finding(c.subject, Fault, fmt.Sprintf("the check did not finish within %.0f seconds", timeout.Seconds()),
			"Check whether a disk or a network drive hangs; see the other lines too.")
	}
}

func finding(subject string, state State, detail, toDo string) []Finding {
	return []Finding{{Subject: subject, State: state, Detail: detail, ToDo: toDo}}
}

// AskOnce returns a function that calls ask once and caches its result, safe for concurrent use.
func AskOnce[T any](ask func(context.Context) (T, error)) func(context.Context) (T, error) {
	var once sync.Once
	var answer T
	var err error
	return func(ctx context.Context) (T, error) {
		once.Do(func() { answer, err = ask(ctx) })
		return answer, err
	}
}

func (i Installation) secrets() []string {
	w := i.Settings.WhatsApp
	secrets := []string{w.Token, w.AppSecret, w.VerifyToken, i.Settings.Mail.Password, i.Settings.Wallet.ApplePassword, i.Settings.OpenID.ClientSecret}
	secrets = append(secrets, strings.Fields(i.Settings.SigningKeys.Keys)...)
	if address, err := url.Parse(i.Settings.DatabaseURL); err == nil {
		if password, set := address.User.Password(); set {
			secrets = append(secrets, password, url.QueryEscape(password))
		}
		secrets = append(secrets, address.Query().Get("password"))
	}
	return secrets
}

func redactSecrets(findings []Finding, secrets []string) []Finding {
	for i, finding := range findings {
		finding.Detail = strings.Join(strings.Fields(finding.Detail), " ")
		for _, secret := range secrets {
			if secret != "" {
				finding.Detail = strings.ReplaceAll(finding.Detail, secret, "xxxxx")
			}
		}
		findings[i] = finding
	}
	return findings
}
