// Package smtptest stands in for a server of mails where sending is tried: it speaks SMTP
// over TCP, with STARTTLS and AUTH, keeps what it is sent, and fails as servers do. It refuses
// what servers refuse: rules.go has what it demands of a letter and of its addresses. It is no
// part of the program.
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

// Host is the name that the server's certificate is for.
const Host = "smtp.correo.test"

// User and Password are those that the server knows.
const (
	User     = "axioma"
	Password = "una-clave"
)

// Letter is a mail that the server was sent.
type Letter struct {
	From, To string // as of the envelope
	Content  string // headers and text
	Secure   bool   // it came encrypted
	User     string // who had signed in; empty: nobody
}

// Server is a server of mails on this machine.
type Server struct {
	Host  string // where it listens
	Port  int
	Roots *x509.CertPool // that its certificate is from

	smtp     *smtp.Server
	listener net.Listener
	done     chan error

	mutex       sync.Mutex
	letters     []Letter
	connections int
	faults      map[string][]*Fault // by step: what the next ones meet
}

// Options are how a server is. The zero value: it offers STARTTLS, and asks for a user once
// it is used.
type Options struct {
	ImplicitTLS       bool // it speaks TLS from the first byte on
	NoTLS             bool // it knows no TLS
	NoAuth            bool // it asks nobody who she is
	RefusesSenderLate bool // it refuses a sender only when it hears of the recipient, as Postfix does
	NoRelay           bool // it takes no letters for elsewhere
	UTF8              bool // it knows addresses of other scripts
	MaxPerConnection  int  // how many letters it takes by one connection; zero: any number
}

// The steps at which a server may fail.
const (
	AtHello = "hello"
	AtMail  = "mail"
	AtRcpt  = "rcpt"
	AtData  = "data"
)

// Fault is how a server fails. Met is called when somebody meets it.
type Fault struct {
	Code   int    // it refuses with that
	Text   string // beside the code; empty: the recipient
	Cut    bool   // it cuts the connection
	Silent bool   // it does not answer until the connection is cut
	OnHit  func()
}

// Start starts a server, which Close ends.
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
	s.smtp.MaxMessageBytes, s.smtp.EnableSMTPUTF8 = largestLetter, options.UTF8
	secured := &tls.Config{Certificates: []tls.Certificate{identity}}
	switch {
	case options.ImplicitTLS:
		listener = tls.NewListener(listener, secured)
	case !options.NoTLS:
		s.smtp.TLSConfig = secured
	}
	s.listener = listener
	go func() { s.done <- s.smtp.Serve(listener) }()
	return s, nil
}

// Address is host and port.
func (s *Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Close ends the server and cuts its connections.
func (s *Server) Close() error {
	err := s.smtp.Close()
	if left := s.listener.Close(); !errors.Is(left, net.ErrClosed) { // it had not begun to listen
		err = errors.Join(err, left)
	}
	return errors.Join(err, <-s.done)
}

// Fail has the next who reach a step meet faults, one each.
func (s *Server) Fail(step string, faults ...Fault) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, fault := range faults {
		s.faults[step] = append(s.faults[step], &fault)
	}
}

// Letters are the mails that the server has accepted.
func (s *Server) Letters() []Letter {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.Clone(s.letters)
}

// Connections are how many there have been.
func (s *Server) Connections() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.connections
}

func (s *Server) session(c *smtp.Conn, options Options) (smtp.Session, error) {
	_, secure := c.TLSConnectionState()
	if !secure || options.ImplicitTLS { // who was asked to encrypt says hello twice
		s.mutex.Lock()
		s.connections++
		s.mutex.Unlock()
	}
	session := &session{server: s, conn: c, options: options, letter: Letter{Secure: secure}}
	return session, session.hitFault(AtHello)
}

// session is one connection, anew once it is encrypted.
type session struct {
	server  *Server
	conn    *smtp.Conn
	options Options
	letter  Letter
	mail    smtp.MailOptions
	taken   int // how many letters
}

// hitFault is the fault that waits at a step, if any.
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

// AuthMechanisms are by what the server knows its user.
func (s *session) AuthMechanisms() []string {
	if s.options.NoAuth {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth looks whether somebody is its user.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != User || password != Password {
			return smtp.ErrAuthFailed
		}
		s.letter.User = user
		return nil
	}), nil
}

// Mail begins a mail.
func (s *session) Mail(from string, options *smtp.MailOptions) error {
	s.letter.From, s.mail = from, *options
	switch {
	case !s.options.NoAuth && s.letter.User == "":
		return refused(530, 5, 7, 0, "Authentication required")
	case s.options.MaxPerConnection > 0 && s.taken == s.options.MaxPerConnection:
		return refused(421, 4, 7, 0, "Too many messages on this connection")
	case !s.options.RefusesSenderLate:
		if err := s.refuseSender(); err != nil {
			return err
		}
	}
	return s.hitFault(AtMail)
}

// Rcpt says to whom it goes.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.letter.To = to
	if err := cmp.Or(s.refuseSender(), s.refuseRecipient(to)); err != nil {
		return err
	}
	return s.hitFault(AtRcpt)
}

// Data takes it.
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
	s.taken++
	s.server.mutex.Lock()
	defer s.server.mutex.Unlock()
	s.server.letters = append(s.server.letters, s.letter)
	return nil
}

// Reset forgets what was begun.
func (s *session) Reset() { s.letter.From, s.letter.To, s.letter.Content = "", "", "" }

// Logout ends the session.
func (s *session) Logout() error { return nil }
