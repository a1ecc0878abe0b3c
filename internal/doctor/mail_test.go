package doctor

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"axioma/internal/config"
	"axioma/internal/mailing/smtptest"
	"axioma/internal/store/storetest"
)

func newMailInstallation(t *testing.T) (Installation, *smtptest.Server) {
	t.Helper()
	server, err := smtptest.Start(smtptest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	installation := newInstallation(storetest.Database{})
	installation.Settings.Mail = config.Mail{
		Server: smtptest.Host + ":587", TLS: config.MailStartTLS, User: smtptest.User, Password: smtptest.Password, From: "codigos@axioma.test",
	}
	installation.Network = Network{Roots: server.Roots, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Address())
	}}
	return installation, server
}

func TestCheckMail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words  string
		state  State
		change func(*Installation, *smtptest.Server)
	}{
		{"accepts e-mails from codigos@axioma.test", OK, func(*Installation, *smtptest.Server) {}},
		{"is set up", OK, func(i *Installation, _ *smtptest.Server) { i.Settings.Mail = config.Mail{} }},
		{"rejects user or password (535)", Fault, func(i *Installation, _ *smtptest.Server) { i.Settings.Mail.Password = "otra" }},
		{"rejects user or password (530)", Fault, func(i *Installation, _ *smtptest.Server) { i.Settings.Mail.User, i.Settings.Mail.Password = "", "" }},
		{"accepts no e-mails from codigos@axioma.test (550)", Fault, func(_ *Installation, s *smtptest.Server) {
			s.Fail(smtptest.AtMail, smtptest.Fault{Code: 550})
		}},
		{"accepts no e-mails from otra@axioma.test (553)", Fault, func(i *Installation, _ *smtptest.Server) { i.Settings.Mail.From = "otra@axioma.test" }},
		{"accepts no e-mails from codigos@axioma.test (553)", Fault, func(_ *Installation, s *smtptest.Server) {
			s.Fail(smtptest.AtRcpt, smtptest.Fault{Code: 553, Text: "5.7.1 <codigos@axioma.test>: Sender address rejected: not owned by user axioma"})
		}},
		{"does not relay e-mails to other domains (554)", Fault, func(_ *Installation, s *smtptest.Server) {
			s.Fail(smtptest.AtRcpt, smtptest.Fault{Code: 554, Text: "5.7.1 <postmaster@axioma.test>: Relay access denied"})
		}},
		{"accepts nothing at the moment (421)", Attention, func(_ *Installation, s *smtptest.Server) {
			s.Fail(smtptest.AtHello, smtptest.Fault{Code: 421}, smtptest.Fault{Code: 421})
		}},
		{"certificate signed by unknown authority", Fault, func(i *Installation, _ *smtptest.Server) { i.Network.Roots = nil }},
		{"cannot be reached", Fault, func(i *Installation, _ *smtptest.Server) {
			i.Network.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("connection refused") }
		}},
		{"is not a host and port", Fault, func(i *Installation, _ *smtptest.Server) { i.Settings.Mail.Server = "correo" }},
	} {
		installation, server := newMailInstallation(t)
		c.change(&installation, server)
		findings := newExamination(installation).checkMail(t.Context())
		expect(t, findings, c.state, c.words)
		if text := formatFindings(findings); strings.Contains(text, smtptest.Password) {
			t.Errorf("the finding contains the password: %s", text)
		}
		if sentCount := len(server.Letters()); sentCount != 0 {
			t.Errorf("%s: %d mails were sent; want 0", c.words, sentCount)
		}
	}
}

func TestSendTestMail(t *testing.T) {
	t.Parallel()
	installation, server := newMailInstallation(t)
	expect(t, []Finding{SendTestMail(t.Context(), installation.Settings, installation.Network, "yo@correo.test")}, OK, "yo@correo.test")
	if letters := server.Letters(); len(letters) != 1 || letters[0].To != "yo@correo.test" || !strings.Contains(letters[0].Content, "Subject: Prueba de Axioma") {
		t.Errorf("the mails sent are %+v; want one, To yo@correo.test and %q in Content", letters, "Subject: Prueba de Axioma")
	}
	server.Fail(smtptest.AtRcpt, smtptest.Fault{Code: 550})
	expect(t, []Finding{SendTestMail(t.Context(), installation.Settings, installation.Network, "yo@correo.test")}, Fault, "550")
}
