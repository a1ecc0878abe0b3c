package mailing

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
	"golang.org/x/net/idna"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// Try is the outcome of one try to send a mail.
type Try struct {
	Result service.MailResult
	Reason string // of a failure, without addresses or the server's text; empty if accepted
	// Broken means that the connection cannot be reused.
	Broken bool
}

// Connection is an SMTP connection for one goroutine.
type Connection interface {
	// Send returns within queueing.TryTimeout. If the outcome is unknown, the result is MailRetryLater: the mail is
	// sent again.
	Send(m loyalty.Mail) Try
	// Close returns an error if QUIT fails.
	Close() error
}

type connection struct {
	account Account
	client  *mail.Client
	session *smtp.Client
	conn    net.Conn
	detach  func() bool // stops the context from closing the connection
}

func (c *connection) Send(m loyalty.Mail) Try {
	letter, err := c.account.buildMessage(m)
	if err != nil {
		return Try{Result: service.MailRejected, Reason: "the address is invalid"}
	}
	// An ASCII address does not need SMTPUTF8. Requiring it would fail at relays without it.
	c.session.SkipSMTPUTF8(isASCII(m.Address))
	err = c.client.SendWithSMTPClient(c.session, letter)
	if err == nil || letter.IsDelivered() {
		return Try{Result: service.MailAccepted, Broken: err != nil}
	}
	var sendError *mail.SendError
	if !errors.As(err, &sendError) || sendError.ErrorCode() == 0 {
		return Try{Result: service.MailRetryLater, Reason: "the connection broke", Broken: true}
	}
	return c.account.tryOf(sendError)
}

func (a Account) tryOf(sendError *mail.SendError) Try {
	code := sendError.ErrorCode()
	try := Try{Result: service.MailRejected, Reason: fmt.Sprintf("%s: %d %s", sendError.Reason, code, sendError.EnhancedStatusCode())}
	refusal := a.parseRefusal(code, serverText(sendError))
	switch {
	case refusal.IsAuthFailure() || refusal.SenderRefused || refusal.RelayRefused || sendError.Reason == mail.ErrSMTPMailFrom:
		try.Result, try.Broken = service.MailQueueHeld, true
	case code == codeClosing:
		try.Result, try.Broken = service.MailRetryLater, true
	case code < 500:
		try.Result = service.MailRetryLater
	}
	return try
}

// codeClosing means that the server closes the connection.
const codeClosing = 421

const quitTimeout = 2 * time.Second

func (c *connection) Close() error {
	defer c.cut()
	if err := c.session.UpdateDeadline(quitTimeout); err != nil {
		return err
	}
	return withoutServerText(c.session.Quit())
}

func (c *connection) cut() {
	if c.conn == nil {
		return
	}
	c.detach()
	_ = c.conn.Close()
}

// buildMessage returns a mail's message. A retried mail has the same Message-ID and date.
func (a Account) buildMessage(m loyalty.Mail) (*mail.Msg, error) {
	letter := mail.NewMsg(mail.WithNoDefaultUserAgent())
	to, err := asciiAddress(m.Address)
	if err == nil {
		err = letter.To(to)
	}
	if err != nil {
		return nil, err
	}
	letter.FromMailAddress(&netmail.Address{Name: oneLine(m.Sender), Address: a.From})
	letter.Subject(oneLine(m.Subject))
	letter.SetMessageIDWithValue(m.ID + "." + cmp.Or(m.BusinessID, "staff") + "@" + domainOf(a.From))
	letter.SetDateWithValue(m.CreatedAt)
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	letter.SetBodyString(mail.TypeTextPlain, m.Text)
	if m.HTML == "" {
		return letter, nil
	}
	letter.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	if m.Picture == "" {
		return letter, nil
	}
	err = letter.EmbedReader(loyalty.MailPictureID, strings.NewReader(m.Picture),
		mail.WithFileContentType("image/png"), mail.WithFileContentID("<"+loyalty.MailPictureID+">"))
	if err != nil {
		return nil, fmt.Errorf("embedding the picture of a mail: %w", err)
	}
	return letter, nil
}

// asciiAddress encodes the domain by IDNA.
func asciiAddress(address string) (string, error) {
	at := strings.LastIndexByte(address, '@') + 1
	domain, err := idna.Lookup.ToASCII(address[at:])
	return address[:at] + domain, err
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// oneLine replaces control characters with spaces, because a line break could add a header.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, unicode.IsControl), " ")
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(letter rune) bool { return letter > unicode.MaxASCII }) < 0
}
