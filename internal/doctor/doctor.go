// Package doctor looks at an installation as a person would who is asked what is wrong with
// it: at its settings, database, disks, clock, certificate and address, at what WhatsApp
// says of the account, at mails, passes, copies and at what waits. Each thing that it finds is a Finding,
// with what to do about it.
//
// It changes nothing, neither here nor elsewhere. It does not know how a server is started
// (the command line tells it what one would refuse) nor how findings are shown.
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

// State says how something is.
type State string

// The states.
const (
	OK        State = "ok"
	Attention State = "attention" // it works, and should not stay so
	Fault     State = "fault"     // something does not work, or soon will not
)

// Finding is what was found of one thing.
type Finding struct {
	Subject string `json:"subject"` // settings, database, disk, …
	State   State  `json:"state"`
	Found   string `json:"found"`
	ToDo    string `json:"toDo,omitempty"` // nothing, where all is well
}

// Patience is how long one look may take.
const Patience = 8 * time.Second

// Installation is what is looked at.
type Installation struct {
	Settings config.Server
	Database store.Location
	Account  whatsapp.Account // with WhatsApp, where Settings name its provider cloud

	// Refused is why a server would not take the settings at all; nil where it would.
	Refused error
	// Unread is a file of settings that the server seems to have and that was not read;
	// empty: there is none.
	Unread string
	// RefusesFolders and RefusesData tell why a server would not start on the folders that the
	// settings name, and on the data.
	RefusesFolders func() error
	RefusesData    func(context.Context, *service.Service) error
	// Network is how others are reached; the zero value: as this machine does.
	Network Network
	// Within is how long one look may take; zero: Patience.
	Within time.Duration
	// AskServer fails where no server on this machine is ready.
	AskServer func(context.Context) error
}

// Network is how others are reached, and whose certificates are believed.
type Network struct {
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Roots *x509.CertPool
}

// look is one thing to look at. It ends with its context, or is left alone.
type look struct {
	subject string
	at      func(context.Context) []Finding
}

// Examine looks at everything at once and returns what was found, in the order in which it
// is read. A look that fails or takes too long keeps no other one from being
// taken. Nothing secret of the settings stands in what is found.
func Examine(ctx context.Context, i Installation) []Finding {
	e := examination{Installation: i, database: remembered(i.askPostgres)}
	var findings []Finding
	for _, found := range together(ctx, cmp.Or(i.Within, Patience), e.looks()) {
		findings = append(findings, found...)
	}
	return withoutSecrets(findings, i.secrets())
}

// examination is one examination of an installation.
type examination struct {
	Installation
	database func(context.Context) (store.PostgresServer, error) // asked once
}

func (e examination) looks() []look {
	return []look{
		{"settings", e.lookAtSettings},
		{"database", e.lookAtDatabase},
		{"disk", e.lookAtDisk},
		{"clock", e.lookAtClock},
		{"certificate", e.lookAtCertificate},
		{"server", e.lookAtServer},
		{"webhook", e.lookAtWebhook},
		{"whatsapp", e.lookAtWhatsApp},
		{mails, e.lookAtMail},
		{wallets, e.lookAtWallet},
		{"data", e.lookAtData},
	}
}

// together takes all looks at the same time and returns what each found.
func together(ctx context.Context, within time.Duration, looks []look) [][]Finding {
	found := make([][]Finding, len(looks))
	var taken sync.WaitGroup
	for i, l := range looks {
		taken.Go(func() { found[i] = l.take(ctx, within) })
	}
	taken.Wait()
	return found
}

// take is what a look finds, in time: one that hears of no deadline is left to itself.
func (l look) take(ctx context.Context, within time.Duration) []Finding {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	done := make(chan []Finding, 1)
	go func() {
		defer func() {
			if cause := recover(); cause != nil {
				done <- one(l.subject, Fault, fmt.Sprintf("it could not be looked at: %v", cause), "Tell whoever makes the program.")
			}
		}()
		done <- l.at(ctx)
	}()
	select {
	case found := <-done:
		return found
	case <-ctx.Done():
		return l.late(done, within)
	}
}

// grace is what a look has that its deadline interrupts, to say what it has found.
const grace = time.Second

func (l look) late(done <-chan []Finding, within time.Duration) []Finding {
	select {
	case found := <-done:
		return found
	case <-time.After(grace):
		return one(l.subject, Fault, fmt.Sprintf("it does not answer within %.0f seconds", within.Seconds()),
			"Look whether a disk or a network drive hangs; the other lines say what else is wrong.")
	}
}

func one(subject string, state State, found, toDo string) []Finding {
	return []Finding{{Subject: subject, State: state, Found: found, ToDo: toDo}}
}

// remembered asks once, however many want to know.
func remembered[T any](ask func(context.Context) (T, error)) func(context.Context) (T, error) {
	var once sync.Once
	var answer T
	var err error
	return func(ctx context.Context) (T, error) {
		once.Do(func() { answer, err = ask(ctx) })
		return answer, err
	}
}

// secrets are what of the settings is to be seen nowhere.
func (i Installation) secrets() []string {
	w := i.Settings.WhatsApp
	secrets := []string{w.Token, w.AppSecret, w.VerifyToken, i.Settings.Mail.Password, i.Settings.Wallet.ApplePassword}
	if address, err := url.Parse(i.Settings.DatabaseURL); err == nil {
		if password, set := address.User.Password(); set {
			secrets = append(secrets, password, url.QueryEscape(password))
		}
		secrets = append(secrets, address.Query().Get("password"))
	}
	return secrets
}

// withoutSecrets crosses out what an error has told that it should not, and has each finding
// on one line.
func withoutSecrets(findings []Finding, secrets []string) []Finding {
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
