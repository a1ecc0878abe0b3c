// Package smtptest is an SMTP server for tests with real servers' refusals (rules.go) and faults.
package smtptest

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Host is the certificate's name.
const Host = "smtp.correo.test"

// Valid credentials.
const (
	User     = "axioma"
	Password = "una-clave"
)

// Letter is an accepted message.
type Letter struct {
	From, To string // envelope
	Content  string
	Secure   bool
	User     string // may be empty
}

// Server is an SMTP server on this machine.
type Server struct {
	Host  string
	Port  int
	Roots *x509.CertPool

	smtp     *smtp.Server
	listener net.Listener
	done     chan error

	mutex       sync.Mutex
	letters     []Letter
	connections int
	faults      map[string][]*Fault
}

// Options configure a server. The zero value offers STARTTLS, then authentication.
type Options struct {
	ImplicitTLS       bool
	NoTLS             bool // offers authentication without encryption
	NoAuth            bool
	RefusesSenderLate bool // at the recipient, as Postfix does
	NoRelay           bool // refuses all recipients, as foreign ones
	UTF8              bool
	MaxPerConnection  int // zero: unlimited
}

// Steps of faults.
const (
	AtHello = "hello"
	AtMail  = "mail"
	AtRcpt  = "rcpt"
	AtData  = "data"
)

// Fault calls OnHit, and then happens to one client.
type Fault struct {
	Code   int
	Text   string // after the code; empty: names the recipient
	Cut    bool
	Silent bool
	OnHit  func()
}

// Start starts a server, to be closed.
func Start(options Options) (*Server, error) {
	identity, roots, err := newIdentity()
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	at, err := netip.ParseAddrPort(listener.Addr().String())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s := &Server{Host: at.Addr().String(), Port: int(at.Port()), Roots: roots, done: make(chan error, 1), faults: map[string][]*Fault{}}
	s.smtp = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return s.session(c, options) }))
	s.smtp.Domain, s.smtp.ErrorLog = Host, log.New(io.Discard, "", 0)
	s.smtp.MaxMessageBytes, s.smtp.EnableSMTPUTF8, s.smtp.AllowInsecureAuth = largestLetter, options.UTF8, options.NoTLS
	tlsConfig := &tls.Config{Certificates: []tls.Certificate{identity}}
	switch {
	case options.ImplicitTLS:
		listener = tls.NewListener(listener, tlsConfig)
	case !options.NoTLS:
		s.smtp.TLSConfig = tlsConfig
	}
	s.listener = listener
	go func() { s.done <- s.smtp.Serve(listener) }()
	return s, nil
}

// Address returns host and port.
func (s *Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Close stops the server and its connections.
func (s *Server) Close() error {
	err := s.smtp.Close()
	if closeErr := s.listener.Close(); !errors.Is(closeErr, net.ErrClosed) {
		err = errors.Join(err, closeErr)
	}
	return errors.Join(err, <-s.done)
}

// Fail gives each of the next clients one fault at a step, in order.
func (s *Server) Fail(step string, faults ...Fault) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, fault := range faults {
		s.faults[step] = append(s.faults[step], &fault)
	}
}

// Letters returns the accepted messages.
func (s *Server) Letters() []Letter {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.letters)
}

// Connections counts connections so far.
func (s *Server) Connections() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.connections
}

func (s *Server) session(c *smtp.Conn, options Options) (smtp.Session, error) {
	_, secure := c.TLSConnectionState()
	if !secure || options.ImplicitTLS { // after STARTTLS, EHLO is repeated
		s.mutex.Lock()
		s.connections++
		s.mutex.Unlock()
	}
	session := &session{server: s, conn: c, options: options, letter: Letter{Secure: secure}}
	if err := refuseClientName(c.Hostname()); err != nil {
		return nil, err
	}
	return session, session.hitFault(AtHello)
}

type session struct {
	server      *Server
	conn        *smtp.Conn
	options     Options
	letter      Letter
	mail        smtp.MailOptions
	letterCount int
}

func (s *session) hitFault(step string) error {
	s.server.mutex.Lock()
	waiting := s.server.faults[step]
	if len(waiting) == 0 {
		s.server.mutex.Unlock()
		return nil
	}
	fault := waiting[0]
	s.server.faults[step] = waiting[1:]
	s.server.mutex.Unlock()
	if fault.OnHit != nil {
		fault.OnHit()
	}
	switch {
	case fault.Cut:
		return errors.Join(s.conn.Conn().Close(), io.ErrClosedPipe)
	case fault.Silent:
		_, err := s.conn.Conn().Read(make([]byte, 1))
		return err
	}
	return &smtp.SMTPError{Code: fault.Code, EnhancedCode: smtp.NoEnhancedCode, Message: cmp.Or(fault.Text, "refused: "+s.letter.To)}
}

func (s *session) AuthMechanisms() []string {
	if s.options.NoAuth {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != User || password != Password {
			return smtp.ErrAuthFailed
		}
		s.letter.User = user
		return nil
	}), nil
}

func (s *session) Mail(from string, options *smtp.MailOptions) error {
	s.letter.From, s.mail = from, *options
	switch {
	case !s.options.NoAuth && s.letter.User == "":
		return newRefusal(530, 5, 7, 0, "Authentication required")
	case s.options.MaxPerConnection > 0 && s.letterCount == s.options.MaxPerConnection:
		return newRefusal(421, 4, 7, 0, "Too many messages on this connection")
	case !s.options.RefusesSenderLate:
		if err := s.refuseSender(); err != nil {
			return err
		}
	}
	return s.hitFault(AtMail)
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.letter.To = to
	if err := cmp.Or(s.refuseSender(), s.refuseRecipient(to)); err != nil {
		return err
	}
	return s.hitFault(AtRcpt)
}

func (s *session) Data(content io.Reader) error {
	whole, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	if err := s.hitFault(AtData); err != nil {
		return err
	}
	if err := refuseLetter(whole, s.mail); err != nil {
		return err
	}
	s.letter.Content = string(whole)
	s.letterCount++
	s.server.mutex.Lock()
	defer s.server.mutex.Unlock()
	s.server.letters = append(s.server.letters, s.letter)
	return nil
}

func (s *session) Reset() { s.letter.From, s.letter.To, s.letter.Content = "", "", "" }

func (s *session) Logout() error { return nil }
