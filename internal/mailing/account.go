package mailing

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strconv"

	"github.com/wneessen/go-mail"

	"axioma/internal/hosts"
	"axioma/internal/loyalty"
	"axioma/internal/queueing"
)

// Account is our account at an SMTP server.
type Account struct {
	Host        string
	Port        int
	ImplicitTLS bool   // without STARTTLS
	User        string // empty: no authentication
	Password    string
	From        string
	// Dial and Roots default to the network and the system's certificates.
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Roots *x509.CertPool
}

// Connect connects and authenticates, within queueing.TryTimeout. The connection closes when ctx ends. It is encrypted,
// except to this machine without a password: local servers rarely have a certificate. If the server refuses, the error
// is a *Refusal.
func (a Account) Connect(ctx context.Context) (Connection, error) {
	c, err := a.connect(ctx)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Check sends the addresses of sender and recipient, but no mail. If the server refuses, the error is a *Refusal.
func (a Account) Check(ctx context.Context) error {
	c, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer c.cut() // QUIT may be slow and is not needed
	if err = c.session.Mail("<" + a.From + ">"); err != nil {
		return a.senderRefusal(err)
	}
	return a.recipientRefusal(c.session.Rcpt("<postmaster@" + domainOf(a.From) + ">"))
}

func (a Account) senderRefusal(err error) error {
	err = withoutServerText(err)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return &Refusal{Code: refusal.Code, SenderRefused: !refusal.IsAuthFailure()}
	}
	return err
}

// recipientRefusal returns a refusal of account, sender or relay that the server reports only at the recipient, or nil
// if only the recipient is refused.
func (a Account) recipientRefusal(err error) error {
	var reply *textproto.Error
	if !errors.As(err, &reply) {
		return nil
	}
	if refusal := a.parseRefusal(reply.Code, reply.Msg); refusal.IsAuthFailure() || refusal.SenderRefused || refusal.RelayRefused {
		return &refusal
	}
	return nil
}

// Send sends the mail by a connection of its own. If only closing fails, it returns both the try and the error.
func (a Account) Send(ctx context.Context, m loyalty.Mail) (Try, error) {
	c, err := a.connect(ctx)
	if err != nil {
		return Try{}, err
	}
	try := c.Send(m)
	return try, c.Close()
}

func (a Account) connect(ctx context.Context) (*connection, error) {
	c := &connection{}
	client, err := a.client(func(dialling context.Context, network, _ string) (net.Conn, error) {
		line, err := a.dialServer(dialling, network)
		if err == nil {
			c.conn, c.detach = line, context.AfterFunc(ctx, func() { _ = line.Close() })
		}
		return line, err
	})
	if err != nil {
		return nil, err
	}
	if c.session, err = client.DialToSMTPClientWithContext(ctx); err != nil {
		c.cut()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, withoutServerText(err)
	}
	c.account, c.client = a, client
	return c, nil
}

func (a Account) client(dial mail.DialContextFunc) (*mail.Client, error) {
	options := []mail.Option{
		mail.WithPort(a.Port), mail.WithTimeout(queueing.TryTimeout), mail.WithHELO(domainOf(a.From)), mail.WithDialContextFunc(dial),
		mail.WithTLSConfig(a.tls()), mail.WithoutNoop(), mail.WithoutRset(),
	}
	switch {
	case a.ImplicitTLS:
		options = append(options, mail.WithSSL())
	case a.isPlaintext():
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
	default:
		options = append(options, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if a.User != "" {
		options = append(options, mail.WithOpportunisticSMTPAuth(mail.SMTPAuthPlain, mail.SMTPAuthLogin), mail.WithUsername(a.User), mail.WithPassword(a.Password))
	}
	client, err := mail.NewClient(a.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("preparing to send mails: %w", err)
	}
	return client, nil
}

func (a Account) tls() *tls.Config {
	return &tls.Config{ServerName: a.Host, RootCAs: a.Roots, MinVersion: tls.VersionTLS12}
}

func (a Account) isPlaintext() bool {
	return hosts.IsLoopback(a.Host) && !a.ImplicitTLS && a.User == ""
}

// dialServer adds the IPv6 brackets that the library omits.
func (a Account) dialServer(ctx context.Context, network string) (net.Conn, error) {
	dial := a.Dial
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	line, err := dial(ctx, network, net.JoinHostPort(a.Host, strconv.Itoa(a.Port)))
	if err != nil || !a.ImplicitTLS {
		return line, err
	}
	return tls.Client(line, a.tls()), nil
}

// withoutServerText removes text that may contain addresses.
func withoutServerText(err error) error {
	var refusal *textproto.Error
	if errors.As(err, &refusal) {
		return &Refusal{Code: refusal.Code}
	}
	return queueing.StripURL(err)
}
