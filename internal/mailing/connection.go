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

// Try is how a try of sending a mail went.
type Try struct {
	Result service.MailResult
	Reason string // why it was not accepted, in short: without address and text
	// Broken: the connection is of no use any more.
	Broken bool
}

// Connection is one to a server of mails. It is used by one goroutine.
type Connection interface {
	// Send tries to send a mail, within queueing.TryTime, and returns how that went. What it
	// cannot tell is tried again.
	Send(m loyalty.Mail) Try
	// Close parts from the server, and fails where that does not part in friendship.
	Close() error
}

// connection is one by SMTP.
type connection struct {
	account Account
	client  *mail.Client
	session *smtp.Client
	conn    net.Conn
	detach  func() bool // has it outlast its context, which cuts it
}

// Send is as Connection has it.
func (c *connection) Send(m loyalty.Mail) Try {
	letter, err := c.account.buildMessage(m)
	if err != nil {
		return Try{Result: service.MailRejected, Reason: "no mail can be written to this address"}
	}
	// What needs no more than ASCII is not to be held up by a server on the way that knows no more.
	c.session.SkipSMTPUTF8(isASCII(m.Address))
	err = c.client.SendWithSMTPClient(c.session, letter)
	if err == nil || letter.IsDelivered() {
		return Try{Result: service.MailAccepted, Broken: err != nil}
	}
	var refused *mail.SendError
	if !errors.As(err, &refused) || refused.ErrorCode() == 0 {
		return Try{Result: service.MailRetryLater, Reason: "the connection broke", Broken: true}
	}
	return c.account.tryOf(refused)
}

// tryOf is what the refusal of a server means.
func (a Account) tryOf(refused *mail.SendError) Try {
	code := refused.ErrorCode()
	try := Try{Result: service.MailRejected, Reason: fmt.Sprintf("%s: %d %s", refused.Reason, code, refused.EnhancedStatusCode())}
	refusal := a.parseRefusal(code, serverText(refused))
	switch {
	case refusal.IsAuthFailure() || refusal.SenderRefused || refusal.RelayRefused || refused.Reason == mail.ErrSMTPMailFrom:
		try.Result, try.Broken = service.MailQueueHeld, true
	case code == codeClosing:
		try.Result, try.Broken = service.MailRetryLater, true
	case code < 500:
		try.Result = service.MailRetryLater
	}
	return try
}

// codeClosing is the answer of a server that ends the connection.
const codeClosing = 421

// quitTimeout is how long a server may take to part.
const quitTimeout = 2 * time.Second

// Close is as Connection has it.
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

// buildMessage is a mail as it travels. Two of one mail are the same.
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
	err = letter.EmbedReader(loyalty.MailPicture, strings.NewReader(m.Picture),
		mail.WithFileContentType("image/png"), mail.WithFileContentID("<"+loyalty.MailPicture+">"))
	if err != nil {
		return nil, fmt.Errorf("embedding the picture of a mail: %w", err)
	}
	return letter, nil
}

// asciiAddress is an address with its domain as servers write it.
func asciiAddress(address string) (string, error) {
	at := strings.LastIndexByte(address, '@') + 1
	domain, err := idna.Lookup.ToASCII(address[at:])
	return address[:at] + domain, err
}

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// oneLine is a text without what would end its line.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, unicode.IsControl), " ")
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(letter rune) bool { return letter > unicode.MaxASCII }) < 0
}
