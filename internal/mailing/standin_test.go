package mailing_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net/smtp"
	"net/textproto"
	"strings"
	"testing"

	"axioma/internal/mailing/smtptest"
)

func letterOf(changes ...string) string {
	return strings.NewReplacer(changes...).Replace("From: <codigos@axioma.test>\r\nTo: <ana@correo.test>\r\nSubject: Hola\r\nDate: Thu, 26 Mar 2026 09:00:00 +0000\r\n" +
		"Message-ID: <1@axioma.test>\r\nMIME-Version: 1.0\r\n\r\nHola\r\n")
}

func TestStandIn_InvalidMessage_IsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		letter string
		want   string
	}{
		"a valid letter":         {letterOf(), ""},
		"a line with a dot":      {letterOf("\r\nHola", "\r\n.\r\nHola"), ""},
		"a line of 999 bytes":    {letterOf("Hola\r\n", strings.Repeat("a", 999)+"\r\n"), "line length"},
		"a line that ends by LF": {letterOf("\r\nHola", "\r\nHola\nAna"), "bare linefeeds"},
		"no date":                {letterOf("Date: ", "Day: "), "Date"},
		"an invalid date":        {letterOf("Thu, 26 Mar 2026", "today"), "Date"},
		"no id":                  {letterOf("Message-ID", "Id"), "Message-Id"},
		"an invalid id":          {letterOf("<1@axioma.test>", "1"), "Message-ID"},
		"two subjects":           {letterOf("Subject: ", "Subject: Otra\r\nSubject: "), "Subject"},
		"two senders":            {letterOf("From: <codigos@axioma.test>", "From: <a@a.test>, <b@b.test>"), "From"},
		"a header of 8 bits":     {letterOf("Subject: Hola", "Subject: ¡Hola!"), "8-bit"},
		"a NUL":                  {letterOf("Hola\r\n", "Ho\x00la\r\n"), "NUL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := deliver(t, startServer(t, smtptest.Options{RefusesSenderLate: true}), c.letter)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("the stand-in answers %v, want %q", err, c.want)
			}
		})
	}
}

func deliver(t *testing.T, server *smtptest.Server, letter string) error {
	t.Helper()
	client, err := smtp.Dial(server.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := client.Close(); err != nil {
			t.Log(err)
		}
	}()
	if err := errors.Join(client.Hello("axioma.test"), client.StartTLS(&tls.Config{ServerName: smtptest.Host, RootCAs: server.Roots, MinVersion: tls.VersionTLS12}),
		client.Auth(smtp.PlainAuth("", smtptest.User, smtptest.Password, server.Host)), client.Mail(smtptest.Sender), client.Rcpt("ana@correo.test")); err != nil {
		t.Fatal(err)
	}
	text, err := client.Text.Cmd("DATA")
	if err != nil {
		t.Fatal(err)
	}
	client.Text.StartResponse(text)
	defer client.Text.EndResponse(text)
	if _, _, err := client.Text.ReadResponse(354); err != nil {
		t.Fatal(err)
	}
	raw := strings.ReplaceAll(letter, "\r\n.", "\r\n..") + ".\r\n"
	if _, err := client.Text.W.WriteString(raw); err != nil {
		t.Fatal(err)
	}
	if err := client.Text.W.Flush(); err != nil {
		t.Fatal(err)
	}
	_, _, err = client.Text.ReadResponse(250)
	return err
}

func TestStandIn_ClientNameOfOneWord_IsRefused(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	for name, accepts := range map[string]bool{"localhost": false, "tablet": false, "axioma.test": true} {
		client, err := smtp.Dial(server.Address())
		if err != nil {
			t.Fatal(err)
		}
		if err := client.Hello(name); (err == nil) != accepts {
			t.Errorf("EHLO %s returns %v", name, err)
		}
		if err := client.Close(); err != nil {
			t.Log(err)
		}
	}
}

func TestStandIn_PlaintextSignIn_IsRefused(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{})
	account := accountWith(server)
	line, err := account.Dial(context.Background(), "tcp", "")
	if err != nil {
		t.Fatal(err)
	}
	client := textproto.NewConn(line)
	defer func() {
		if err := client.Close(); err != nil {
			t.Log(err)
		}
	}()
	if _, _, err := client.ReadResponse(220); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		command string
		code    int
	}{{"EHLO axioma.test", 250}, {"AUTH PLAIN AGF4aW9tYQB1bmEtY2xhdmU=", 523}, {"MAIL FROM:<codigos@axioma.test>", 530}} {
		if _, err := client.Cmd("%s", step.command); err != nil {
			t.Fatal(err)
		}
		if _, _, err := client.ReadResponse(step.code); err != nil {
			t.Errorf("%s returns %v", step.command, err)
		}
	}
}
