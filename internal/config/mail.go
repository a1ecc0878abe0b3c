package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strconv"
	"strings"
	"unicode"
)

// Encryption of the connection.
const (
	MailStartTLS = "starttls"
	MailImplicit = "implicit" // TLS from the first byte
)

const implicitPort = 465

// Mail configures the mail server; without one no e-mails are sent.
type Mail struct {
	Server   string `name:"mail-server" help:"SMTP server, such as smtp.example.com:587. Empty: no e-mails are sent, and customers cannot sign in by e-mail." env:"AXIOMA_MAIL_SERVER" placeholder:"HOST:PORT"`
	TLS      string `name:"mail-tls" help:"Encryption of the connection: starttls, or implicit (TLS from the first byte, port 465). Not required for a server on this machine without a user." default:"starttls" enum:"starttls,implicit" env:"AXIOMA_MAIL_TLS"`
	User     string `name:"mail-user" help:"User name at the mail server. Empty: no sign-in." env:"AXIOMA_MAIL_USER" placeholder:"USER"`
	Password string `name:"mail-password" secret:"" help:"Password of the mail user." env:"AXIOMA_MAIL_PASSWORD" placeholder:"PASSWORD"`
	From     string `name:"mail-from" help:"Sender's address, such as codigos@example.com. The account must be allowed to use it." env:"AXIOMA_MAIL_FROM" placeholder:"ADDRESS"`
}

// IsConfigured reports whether e-mails are sent.
func (m Mail) IsConfigured() bool { return m.Server != "" }

// AccountNotices says whether the running server e-mails account changes.
type AccountNotices struct {
	MailServer string `help:"The server's setting. If it is set, the account's user gets an e-mail about the change." env:"AXIOMA_MAIL_SERVER" placeholder:"HOST:PORT"`
}

// AreSent reports whether e-mails are sent.
func (n AccountNotices) AreSent() bool { return n.MailServer != "" }

// Validate refuses incomplete settings.
func (m Mail) Validate() error {
	if !m.IsConfigured() {
		if m.User != "" || m.Password != "" || m.From != "" {
			return errors.New("--mail-user, --mail-password and --mail-from need --mail-server")
		}
		return nil
	}
	_, port, err := m.HostPort()
	if err != nil {
		return err
	}
	if port == implicitPort && m.TLS != MailImplicit {
		return fmt.Errorf("--mail-server %s needs --mail-tls implicit: port %d uses TLS from the first byte", m.Server, implicitPort)
	}
	if (m.User == "") != (m.Password == "") {
		return errors.New("--mail-user and --mail-password need each other")
	}
	return m.refuseFrom()
}

// HostPort splits Server.
func (m Mail) HostPort() (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(m.Server)
	if err == nil {
		port, err = strconv.Atoi(digits)
	}
	if err != nil || host == "" || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("--mail-server %q is not a host and port such as smtp.example.com:587", m.Server)
	}
	return host, port, nil
}

func (m Mail) refuseFrom() error {
	if m.From == "" {
		return errors.New("--mail-server needs --mail-from")
	}
	parsedAddress, err := mail.ParseAddress(m.From)
	foreign := strings.ContainsFunc(m.From, func(letter rune) bool { return letter > unicode.MaxASCII })
	if err != nil || parsedAddress.Address != m.From || foreign {
		return fmt.Errorf("--mail-from %q is not an address such as codigos@example.com", m.From)
	}
	return nil
}
