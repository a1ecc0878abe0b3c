// Package doctor diagnoses an installation and changes nothing. Each Finding has advice for the operator.
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

// The states.
const (
	OK        State = "ok"
	Attention State = "attention" // it works, but should be changed
	Fault     State = "fault"     // it does not work, or will soon stop working
)

// Finding is the result of one check.
type Finding struct {
	Subject string `json:"subject"`
	State   State  `json:"state"`
	Found   string `json:"found"`
	ToDo    string `json:"toDo,omitempty"` // empty if OK
}

// CheckTimeout is the deadline of one check.
const CheckTimeout = 8 * time.Second

// Installation is the input of Examine.
type Installation struct {
	Settings config.Server
	Database store.Location
	Account  whatsapp.Account // set for the provider cloud

	SettingsError error
	// UnreadSettingsFile is the service's settings file if it was not loaded; empty: none.
	UnreadSettingsFile string
	// CheckFolders returns why a server would refuse the folders or the signing keys, and CheckData why it would refuse
	// the data.
	CheckFolders func(context.Context) error
	CheckData    func(context.Context, *service.Service) error
	// Network is direct by default.
	Network Network
	// Timeout limits each check. Zero: CheckTimeout.
	Timeout time.Duration
	// CheckServer returns an error unless a server on this machine is ready.
	CheckServer func(context.Context) error
}

// Network has the dialer and the root certificates to use.
type Network struct {
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Roots *x509.CertPool
}

type check struct {
	subject string
	run     func(context.Context) []Finding
}

// Examine runs all checks concurrently. A failing or hanging check does not affect the others. Findings are in reading
// order and contain no secrets.
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

func finding(subject string, state State, found, toDo string) []Finding {
	return []Finding{{Subject: subject, State: state, Found: found, ToDo: toDo}}
}

// AskOnce returns a function that calls ask at most once and caches its result. It is safe for concurrent use.
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
		finding.Found = strings.Join(strings.Fields(finding.Found), " ")
		for _, secret := range secrets {
			if secret != "" {
				finding.Found = strings.ReplaceAll(finding.Found, secret, "xxxxx")
			}
		}
		findings[i] = finding
	}
	return findings
}
