package mailing_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"time"
	"unicode"

	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/mailing/smtptest"
	"axioma/internal/service"
)

func startServer(t *testing.T, options smtptest.Options) *smtptest.Server {
	t.Helper()
	server, err := smtptest.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

func accountWith(server *smtptest.Server) mailing.Account {
	return mailing.Account{
		Host: smtptest.Host, Port: 587, User: smtptest.User, Password: smtptest.Password, From: "codigos@axioma.test", Roots: server.Roots,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, server.Address())
		},
	}
}

func connect(t *testing.T, account mailing.Account) mailing.Connection {
	t.Helper()
	connection, err := account.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { part(t, connection) })
	return connection
}

func part(t *testing.T, connection mailing.Connection) {
	t.Helper()
	if err := connection.Close(); err != nil {
		t.Logf("closing the connection: %v", err)
	}
}

func oneMail() loyalty.Mail {
	return loyalty.Mail{
		BusinessID: "shop", ID: "mail1", CustomerID: "ana", Kind: loyalty.MailCode, Address: "ana@correo.test", Sender: "Barbería Núñez",
		Subject: "Tu código de Barbería Núñez", Text: "123456 es tu código.\nCaduca en 10 minutos.", CreatedAt: time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC),
	}
}

func readLetter(t *testing.T, letter smtptest.Letter) (*netmail.Message, string) {
	t.Helper()
	read, err := netmail.ReadMessage(strings.NewReader(letter.Content))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(read.Body))
	if err != nil {
		t.Fatal(err)
	}
	return read, strings.ReplaceAll(string(text), "\r\n", "\n")
}

func decodeHeader(t *testing.T, text string) string {
	t.Helper()
	header, err := new(mime.WordDecoder).DecodeHeader(text)
	if err != nil {
		t.Fatal(err)
	}
	return header
}

func TestSend_Mail_ArrivesUnchanged(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	if try := connect(t, accountWith(server)).Send(oneMail()); try.Result != service.MailAccepted || try.Broken {
		t.Fatalf("the try ended with %+v; want Result %v and Broken false", try, service.MailAccepted)
	}
	letter := server.Letters()[0]
	if letter.From != "codigos@axioma.test" || letter.To != "ana@correo.test" || !letter.Secure || letter.User != smtptest.User {
		t.Errorf("the letter arrived as %+v; want From codigos@axioma.test, To ana@correo.test, Secure true and User %v", letter, smtptest.User)
	}
	read, text := readLetter(t, letter)
	for header, want := range map[string]string{
		"From": "Barbería Núñez <codigos@axioma.test>", "To": "<ana@correo.test>", "Subject": "Tu código de Barbería Núñez",
		"Date": "Thu, 26 Mar 2026 09:00:00 +0000", "Message-Id": "<mail1.shop@axioma.test>", "Auto-Submitted": "auto-generated",
		"Content-Type": "text/plain; charset=UTF-8", "User-Agent": "", "X-Mailer": "",
	} {
		if got := strings.ReplaceAll(decodeHeader(t, read.Header.Get(header)), `"`, ""); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	if want := "123456 es tu código.\nCaduca en 10 minutos."; strings.TrimSpace(text) != want {
		t.Errorf("the letter has the text %q", text)
	}
}

// Mail programs recognize a copy by its id.
func TestSend_SameMailTwice_HasTheSameMessageID(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	for range 2 {
		connect(t, accountWith(server)).Send(oneMail())
	}
	if letters := server.Letters(); len(letters) != 2 || letters[0] != letters[1] {
		t.Errorf("the letters of two tries differ: %+v", letters)
	}
}

func TestSend_NameWithLineBreak_AddsNoHeader(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	connection := connect(t, accountWith(server))
	for _, name := range []string{
		"Eva\r\nBcc: otra@correo.test", "Eva\nX-Injected: yes", "Eva\r\n\r\nOtro texto", `"Eva" <otra@correo.test>, Ana`, "Eva\x00\x1b[2J",
		strings.Repeat("Peluquería ", 11), strings.Repeat("ñ", 120), strings.Repeat("a", 120), "✂️ Barbería 理髪店",
	} {
		mail := oneMail()
		mail.Sender, mail.Subject = name, "Tu código de "+name
		before := len(server.Letters())
		if try := connection.Send(mail); try.Result != service.MailAccepted {
			t.Fatalf("%q: the try ended with %+v, want an accepted mail", name, try)
		}
		letter := server.Letters()[before]
		read, text := readLetter(t, letter)
		if len(read.Header) != 9 || !strings.HasPrefix(text, "123456 es") {
			t.Errorf("%q: the letter has the headers %v and the text %q", name, read.Header, text)
		}
		from, err := read.Header.AddressList("From")
		if err != nil || len(from) != 1 || from[0].Address != "codigos@axioma.test" || from[0].Name != strings.Join(strings.FieldsFunc(name, unicode.IsControl), " ") {
			t.Errorf("%q: the letter has the sender %q, %v; want one, with the name on one line", name, from, err)
		}
		for line := range strings.Lines(letter.Content) {
			if len(line) > 998 {
				t.Errorf("%q: a line has %d bytes, more than 998", name, len(line))
			}
		}
	}
}

func TestSend_InternationalDomain_IsSentInASCII(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	mail := oneMail()
	mail.Address = "ana@peluquería.test"
	if try := connect(t, accountWith(server)).Send(mail); try.Result != service.MailAccepted {
		t.Fatalf("the try ended with %+v, want Result %v", try, service.MailAccepted)
	}
	if to := server.Letters()[0].To; to != "ana@xn--peluquera-n5a.test" {
		t.Errorf("the letter goes to %s, want ana@xn--peluquera-n5a.test", to)
	}
}

func TestSend_Refusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step  string
		fault smtptest.Fault
		want  service.MailResult
		lasts bool
	}{
		"no such address":           {smtptest.AtRcpt, smtptest.Fault{Code: 550}, service.MailRejected, true},
		"a full mailbox":            {smtptest.AtRcpt, smtptest.Fault{Code: 452}, service.MailRetryLater, true},
		"a grey list":               {smtptest.AtRcpt, smtptest.Fault{Code: 450}, service.MailRetryLater, true},
		"refused content":           {smtptest.AtData, smtptest.Fault{Code: 554}, service.MailRejected, true},
		"no room":                   {smtptest.AtData, smtptest.Fault{Code: 451}, service.MailRetryLater, true},
		"the server closes":         {smtptest.AtRcpt, smtptest.Fault{Code: 421}, service.MailRetryLater, false},
		"the connection breaks":     {smtptest.AtData, smtptest.Fault{Cut: true}, service.MailRetryLater, false},
		"not from this address":     {smtptest.AtMail, smtptest.Fault{Code: 550}, service.MailQueueHeld, false},
		"too many from us":          {smtptest.AtMail, smtptest.Fault{Code: 451}, service.MailQueueHeld, false},
		"sign-in required again":    {smtptest.AtRcpt, smtptest.Fault{Code: 530}, service.MailQueueHeld, false},
		"the connection is used up": {smtptest.AtMail, smtptest.Fault{Code: 421}, service.MailQueueHeld, false},
		"a full disk":               {smtptest.AtData, smtptest.Fault{Code: 452, Text: "4.3.1 Insufficient system storage"}, service.MailRetryLater, true},
		"too large":                 {smtptest.AtData, smtptest.Fault{Code: 552, Text: "5.3.4 Message size exceeds fixed limit"}, service.MailRejected, true},
		"an unknown user":           {smtptest.AtRcpt, smtptest.Fault{Code: 550, Text: "5.1.1 <otra@correo.test>: Recipient address rejected: User unknown"}, service.MailRejected, true},
		"a blocked domain":          {smtptest.AtRcpt, smtptest.Fault{Code: 554, Text: "5.7.1 Service unavailable; Client host blocked"}, service.MailRejected, true},
		"another owner's address":   {smtptest.AtRcpt, smtptest.Fault{Code: 553, Text: "5.7.1 <Codigos@axioma.test>: Sender address rejected: not owned by user axioma"}, service.MailQueueHeld, false},
		"no such domain":            {smtptest.AtRcpt, smtptest.Fault{Code: 450, Text: "4.1.8 Sender address rejected: Domain not found"}, service.MailQueueHeld, false},
		"a sender not verified":     {smtptest.AtData, smtptest.Fault{Code: 554, Text: "Message rejected: Email address is not verified. The following identities failed the check: codigos@axioma.test"}, service.MailQueueHeld, false},
		"no permission to send as":  {smtptest.AtData, smtptest.Fault{Code: 550, Text: "5.7.60 SMTP; Client does not have permissions to send as this sender"}, service.MailQueueHeld, false},
		"send as is denied":         {smtptest.AtData, smtptest.Fault{Code: 554, Text: "5.2.252 SendAsDenied; not allowed to send as"}, service.MailQueueHeld, false},
		"a daily limit":             {smtptest.AtData, smtptest.Fault{Code: 550, Text: "5.4.5 Daily user sending limit exceeded"}, service.MailQueueHeld, false},
		"no relay":                  {smtptest.AtRcpt, smtptest.Fault{Code: 554, Text: "5.7.1 <otra@correo.test>: Relay access denied"}, service.MailQueueHeld, false},
	} {
		server := startServer(t, smtptest.Options{})
		server.Fail(c.step, c.fault)
		connection := connect(t, accountWith(server))
		try := connection.Send(oneMail())
		if try.Result != c.want || try.Broken == c.lasts {
			t.Errorf("%s: the try ended with %+v, want the result of the row", name, try)
		}
		if try.Reason == "" || strings.Contains(try.Reason, "ana") || strings.Contains(try.Reason, "123456") {
			t.Errorf("%s: the reason is missing or has personal data: %q", name, try.Reason)
		}
		if c.lasts && connection.Send(oneMail()).Result != service.MailAccepted {
			t.Errorf("%s: the next mail is not accepted", name)
		}
	}
}

func TestSend_InternationalLocalPart_NeedsSMTPUTF8(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		utf8 bool
		want service.MailResult
	}{"one that does": {true, service.MailAccepted}, "one that does not": {false, service.MailRejected}} {
		mail := oneMail()
		mail.Address = "josé@correo.test"
		if try := connect(t, accountWith(startServer(t, smtptest.Options{UTF8: c.utf8}))).Send(mail); try.Result != c.want {
			t.Errorf("%s: the try ended with %+v, want the result of the row", name, try)
		}
	}
}

func TestSend_ConnectionLimitReached_WaitsForAnother(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{MaxPerConnection: 1})
	connection := connect(t, accountWith(server))
	if try := connection.Send(oneMail()); try.Result != service.MailAccepted || try.Broken {
		t.Errorf("the first try ended with %+v; want Result %v and Broken false", try, service.MailAccepted)
	}
	if try := connection.Send(oneMail()); try.Result != service.MailQueueHeld || !try.Broken {
		t.Errorf("the second try ended with %+v; want Result %v and Broken true", try, service.MailQueueHeld)
	}
	if try := connect(t, accountWith(server)).Send(oneMail()); try.Result != service.MailAccepted {
		t.Errorf("the try on another connection ended with %+v, want an accepted mail", try)
	}
}

func TestCheck_SenderRefusedLate_IsReported(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options smtptest.Options
		from    string
		want    mailing.Refusal
	}{
		"a valid account":                    {smtptest.Options{RefusesSenderLate: true}, smtptest.Sender, mailing.Refusal{}},
		"another's address, refused late":    {smtptest.Options{RefusesSenderLate: true}, "otra@axioma.test", mailing.Refusal{Code: 553, SenderRefused: true}},
		"another's address, refused at once": {smtptest.Options{}, "otra@axioma.test", mailing.Refusal{Code: 553, SenderRefused: true}},
		"no relay for others":                {smtptest.Options{NoRelay: true}, smtptest.Sender, mailing.Refusal{Code: 554, RelayRefused: true}},
		"no sign-in":                         {smtptest.Options{NoRelay: true, NoAuth: true}, smtptest.Sender, mailing.Refusal{Code: 554, RelayRefused: true}},
	} {
		account := accountWith(startServer(t, c.options))
		account.From = c.from
		if c.options.NoAuth {
			account.User = ""
		}
		err := account.Check(t.Context())
		var refusal *mailing.Refusal
		if !errors.As(err, &refusal) {
			refusal = &mailing.Refusal{}
		}
		if *refusal != c.want || err != nil && c.want == (mailing.Refusal{}) {
			t.Errorf("%s: the check ended with %+v: %v; want the refusal of the row", name, *refusal, err)
		}
		if c.want.Code != 0 && connect(t, account).Send(oneMail()).Result != service.MailQueueHeld {
			t.Errorf("%s: the mail was not put on hold", name)
		}
	}
}

func TestCheck_RefusedPostmaster_Passes(t *testing.T) {
	t.Parallel()
	for _, fault := range []smtptest.Fault{{Code: 550}, {Code: 450, Text: "4.7.1 Greylisted"}, {Cut: true}} {
		server := startServer(t, smtptest.Options{})
		server.Fail(smtptest.AtRcpt, fault)
		if err := accountWith(server).Check(t.Context()); err != nil {
			t.Errorf("%+v: the check failed: %v", fault, err)
		}
	}
}

func TestConnect_SilentServer_EndsWithTheContext(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	ctx, cutOff := context.WithCancel(t.Context())
	defer cutOff()
	server.Fail(smtptest.AtRcpt, smtptest.Fault{Silent: true, OnHit: cutOff})
	connection, err := accountWith(server).Connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer part(t, connection)
	if try := connection.Send(oneMail()); try.Result != service.MailRetryLater || !try.Broken {
		t.Errorf("the try ended with %+v; want Result %v and Broken true", try, service.MailRetryLater)
	}
}

func TestConnect_NoTLS_SendsNoPassword(t *testing.T) {
	t.Parallel()
	plain := startServer(t, smtptest.Options{NoTLS: true})
	stranger := startServer(t, smtptest.Options{})
	here := accountWith(plain)
	here.Host, here.Port = plain.Host, plain.Port
	unknown := accountWith(stranger)
	unknown.Roots = plain.Roots
	for name, account := range map[string]mailing.Account{"no STARTTLS": accountWith(plain), "no STARTTLS on this machine": here, "another's certificate": unknown} {
		sentBytes := recordSent(&account)
		connection, err := account.Connect(t.Context())
		if err == nil {
			part(t, connection)
			t.Errorf("%s: the connection succeeded", name)
			continue
		}
		if strings.Contains(err.Error(), smtptest.Password) {
			t.Errorf("%s: the error contains the password: %v", name, err)
		}
		if sentText := sentBytes.String(); !strings.Contains(sentText, "EHLO ") || strings.Contains(sentText, "AUTH") || strings.Contains(sentText, smtptest.Password) {
			t.Errorf("%s: the client sent %q, want a greeting without a password", name, sentText)
		}
	}
}

// recordSent returns what is written to the connections that the account dials from now on. Read it after Connect.
func recordSent(account *mailing.Account) *bytes.Buffer {
	sentBytes, dial := new(bytes.Buffer), account.Dial
	account.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return recordedConn{conn, sentBytes}, err
	}
	return sentBytes
}

type recordedConn struct {
	net.Conn
	sentBytes *bytes.Buffer
}

func (c recordedConn) Write(content []byte) (int, error) {
	c.sentBytes.Write(content)
	return c.Conn.Write(content)
}

func TestConnect_WrongPassword_IsReported(t *testing.T) {
	t.Parallel()
	account := accountWith(startServer(t, smtptest.Options{}))
	account.Password = "otra"
	_, err := account.Connect(t.Context())
	var refusal *mailing.Refusal
	if !errors.As(err, &refusal) || refusal.Code != 535 || !refusal.IsAuthFailure() {
		t.Errorf("the connection ended with %v, want an authentication failure", err)
	}
}

func TestConnect_OtherConfigurations(t *testing.T) {
	t.Parallel()
	implicit := startServer(t, smtptest.Options{ImplicitTLS: true})
	fromTheFirstByte := accountWith(implicit)
	fromTheFirstByte.ImplicitTLS = true
	here := startServer(t, smtptest.Options{NoTLS: true, NoAuth: true})
	for name, c := range map[string]struct {
		server  *smtptest.Server
		account mailing.Account
		secure  bool
	}{
		"TLS from the first byte": {implicit, fromTheFirstByte, true},
		"on this machine":         {here, mailing.Account{Host: here.Host, Port: here.Port, From: "codigos@axioma.test"}, false},
	} {
		if try := connect(t, c.account).Send(oneMail()); try.Result != service.MailAccepted {
			t.Errorf("%s: the try ended with %+v, want an accepted mail", name, try)
			continue
		}
		if letter := c.server.Letters()[0]; letter.Secure != c.secure {
			t.Errorf("%s: the letter arrived as %+v", name, letter)
		}
	}
}

func TestConnect_NoServer_Fails(t *testing.T) {
	t.Parallel()
	account := accountWith(startServer(t, smtptest.Options{}))
	account.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("connection refused") }
	if _, err := account.Connect(t.Context()); err == nil {
		t.Error("the connection succeeded, want an error")
	}
}
