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

// Account is the account with a server of mails.
type Account struct {
	Host        string
	Port        int
	ImplicitTLS bool   // TLS from the first byte on, not by STARTTLS
	User        string // empty: the server asks nobody who she is
	Password    string
	From        string // the address that mails come from
	// Dial is how the server is reached, and Roots are whose certificates are believed; nil:
	// as this machine does.
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Roots *x509.CertPool
}

// Connect opens a connection, encrypted and with user and password accepted, which lasts as
// long as its context. It may take queueing.TryTime; a server that refuses is a Refusal.
//
// Nothing is encrypted on the way to this machine itself where nobody asks for a password:
// programs there have no certificate as a rule.
func (a Account) Connect(ctx context.Context) (Connection, error) {
	c, err := a.connect(ctx)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Check fails where the server cannot be reached, or takes no mails from the account: as
// Connect does, and with a Refusal. It sends none.
func (a Account) Check(ctx context.Context) error {
	c, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer c.cut() // without a farewell, which a server may be slow to answer: it says nothing of what is taken
	if err = c.session.Mail("<" + a.From + ">"); err != nil {
		return a.senderRefusal(err)
	}
	return a.recipientRefusal(c.session.Rcpt("<postmaster@" + domainOf(a.From) + ">"))
}

// senderRefusal is why the address that mails come from is refused.
func (a Account) senderRefusal(err error) error {
	err = withoutServerText(err)
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return &Refusal{Code: refusal.Code, SenderRefused: !refusal.IsAuthFailure()}
	}
	return err
}

// recipientRefusal is why the account is refused by a server that says so only once it hears of a
// recipient: nil where it refuses the recipient alone.
func (a Account) recipientRefusal(err error) error {
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		return nil
	}
	if refusal := a.parseRefusal(answer.Code, answer.Msg); refusal.IsAuthFailure() || refusal.SenderRefused || refusal.RelayRefused {
		return &refusal
	}
	return nil
}

// Send sends one mail by a connection of its own. An error beside a result is how they
// parted.
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
		if ctx.Err() != nil { // that is why it was cut
			err = ctx.Err()
		}
		return nil, withoutServerText(err)
	}
	c.account, c.client = a, client
	return c, nil
}

func (a Account) client(dial mail.DialContextFunc) (*mail.Client, error) {
	options := []mail.Option{
		mail.WithPort(a.Port), mail.WithTimeout(queueing.TryTime), mail.WithHELO(domainOf(a.From)), mail.WithDialContextFunc(dial),
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

// isPlaintext reports whether nothing is encrypted.
func (a Account) isPlaintext() bool {
	return hosts.IsLoopback(a.Host) && !a.ImplicitTLS && a.User == ""
}

// dialServer opens a line to the server. Its address is made here: that of the client has no
// brackets around an IPv6 address.
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

// withoutServerText is an error of connecting without what the server says beside its code.
func withoutServerText(err error) error {
	var refused *textproto.Error
	if errors.As(err, &refused) {
		return &Refusal{Code: refused.Code}
	}
	return queueing.Unnamed(err)
}
