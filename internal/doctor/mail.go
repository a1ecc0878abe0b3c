package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/service"
)

const subjectMail = "mail"

func (e examination) checkMail(ctx context.Context) []Finding {
	return ExamineMail(ctx, e.Settings, e.Network)
}

// MailAccount returns the settings' SMTP account.
func MailAccount(s config.Server) (mailing.Account, error) {
	host, port, err := s.Mail.HostPort()
	return mailing.Account{
		Host: host, Port: port, ImplicitTLS: s.Mail.TLS == config.MailImplicit, User: s.Mail.User, Password: s.Mail.Password, From: s.Mail.From,
	}, err
}

// ExamineMail checks the SMTP server without sending an e-mail. Findings have no secrets.
func ExamineMail(ctx context.Context, s config.Server, network Network) []Finding {
	if !s.Mail.IsConfigured() {
		return finding(subjectMail, OK, "no SMTP server is set up, so no e-mails are sent and sign-in by e-mail is off", "")
	}
	account, err := mailAccountVia(s, network)
	if err == nil {
		err = account.Check(ctx)
	}
	if err != nil {
		return []Finding{mailErrorFinding(s.Mail, err)}
	}
	return finding(subjectMail, OK, s.Mail.Server+" accepts e-mails from "+s.Mail.From, "")
}

// SendTestMail sends a test e-mail.
func SendTestMail(ctx context.Context, s config.Server, network Network, to string) Finding {
	account, err := mailAccountVia(s, network)
	if err != nil {
		return mailErrorFinding(s.Mail, err)
	}
	try, err := account.Send(ctx, newTestMail(to, time.Now()))
	switch try.Result {
	case 0:
		return mailErrorFinding(s.Mail, err)
	case service.MailAccepted:
		return Finding{Subject: subjectMail, State: OK, Detail: "a test e-mail was accepted for " + to + ": check the spam folder too"}
	}
	return Finding{
		Subject: subjectMail, State: Fault, Detail: "the test e-mail was rejected: " + try.Reason,
		ToDo: "Look the answer up at the provider, or try another address.",
	}
}

func mailAccountVia(s config.Server, network Network) (mailing.Account, error) {
	account, err := MailAccount(s)
	account.Dial, account.Roots = network.Dial, network.Roots
	return account, err
}

func newTestMail(to string, now time.Time) loyalty.Mail {
	return loyalty.Mail{
		BusinessID: "axioma", ID: fmt.Sprintf("prueba-%d", now.UnixMilli()), Address: to, Sender: "Axioma", CreatedAt: now,
		Subject: "Prueba de Axioma", Text: "Este correo es una prueba. Si lo lees, los códigos por correo llegan a tus clientes.\n",
	}
}

func mailErrorFinding(m config.Mail, err error) Finding {
	finding := Finding{
		Subject: subjectMail, State: Fault, Detail: m.Server + " cannot be reached: " + describeError(err),
		ToDo: "Check host, port, AXIOMA_MAIL_TLS and the firewall: many hosting providers block port 25. Codes wait meanwhile, for ten minutes at most.",
	}
	var refusal *mailing.Refusal
	switch {
	case !errors.As(err, &refusal):
	case refusal.IsAuthFailure():
		finding.Detail = fmt.Sprintf("%s rejects user or password (%d)", m.Server, refusal.Code)
		finding.ToDo = "Compare AXIOMA_MAIL_USER and AXIOMA_MAIL_PASSWORD with the account: some providers need an app password."
	case refusal.SenderRefused:
		finding.Detail = fmt.Sprintf("%s accepts no e-mails from %s (%d)", m.Server, m.From, refusal.Code)
		finding.ToDo = "Set AXIOMA_MAIL_FROM to an address that the account may send from, or allow it at the provider."
	case refusal.RelayRefused:
		finding.Detail = fmt.Sprintf("%s does not relay e-mails to other domains (%d)", m.Server, refusal.Code)
		finding.ToDo = "Set AXIOMA_MAIL_USER and AXIOMA_MAIL_PASSWORD, or allow this machine to relay on the SMTP server."
	default:
		finding.State, finding.Detail = Attention, fmt.Sprintf("%s accepts nothing at the moment (%d)", m.Server, refusal.Code)
		finding.ToDo = "Check again later. Codes wait meanwhile, for ten minutes at most."
	}
	return finding
}
