package mailing_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"axioma/internal/mailing"
	"axioma/internal/mailing/smtptest"
	"axioma/internal/service"
)

type cutAtQuit struct{ net.Conn }

func (c cutAtQuit) Write(b []byte) (int, error) {
	if strings.HasPrefix(string(b), "QUIT") {
		return 0, errors.New("connection reset by peer")
	}
	return c.Conn.Write(b)
}

func TestSend_ServerBreaksAtQuit_IsAccepted(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{NoTLS: true, NoAuth: true})
	account := mailing.Account{
		Host: server.Host, Port: server.Port, From: "codigos@axioma.test",
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			line, err := new(net.Dialer).DialContext(ctx, network, address)
			return cutAtQuit{line}, err
		},
	}
	if err := account.Check(t.Context()); err != nil {
		t.Errorf("the check failed: %v", err)
	}
	server.Fail(smtptest.AtMail, smtptest.Fault{Code: 550})
	var refusal *mailing.Refusal
	if err := account.Check(t.Context()); !errors.As(err, &refusal) || refusal.Code != 550 || !refusal.SenderRefused {
		t.Errorf("the refused check ended with %v", err)
	}
}

func TestConnect_IPv6Address_IsReached(t *testing.T) {
	t.Parallel()
	server := startServer(t, smtptest.Options{NoTLS: true, NoAuth: true})
	dialledAddress := ""
	account := mailing.Account{
		Host: "::1", Port: 25, From: "codigos@axioma.test",
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialledAddress = address
			return new(net.Dialer).DialContext(ctx, network, server.Address())
		},
	}
	if try := connect(t, account).Send(oneMail()); try.Result != service.MailAccepted || dialledAddress != "[::1]:25" {
		t.Errorf("the connection to %q: the try ended with %+v, want an accepted mail", dialledAddress, try)
	}
}
