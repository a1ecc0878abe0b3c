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

// checkMail checks that e-mails can be sent, if they are set up.
func (e examination) checkMail(ctx context.Context) []Finding {
	return ExamineMail(ctx, e.Settings, e.Network)
}

// MailAccount returns the SMTP account of the settings.
func MailAccount(s config.Server) (mailing.Account, error) {
	host, port, err := s.Mail.HostPort()
	return mailing.Account{
		Host: host, Port: port, ImplicitTLS: s.Mail.TLS == config.MailImplicit, User: s.Mail.User, Password: s.Mail.Password, From: s.Mail.From,
	}, err
}

// ExamineMail checks whether the SMTP server accepts e-mails. It sends none. The findings contain no secrets.
func ExamineMail(ctx context.Context, s config.Server, network Network) []Finding {
	if !s.Mail.IsConfigured() {
		return finding(subjectMail, OK, "no e-mails leave: no server of mails is set up, so nobody signs in by one", "")
	}
	account, err := mailAccountVia(s, network)
	if err == nil {
		err = account.Check(ctx)
	}
	if err != nil {
		return []Finding{mailErrorFinding(s.Mail, err)}
	}
	return finding(subjectMail, OK, s.Mail.Server+" takes e-mails from "+s.Mail.From, "")
}

// SendTestMail sends a test e-mail and reports the result.
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
		return Finding{Subject: subjectMail, State: OK, Found: "a mail to try is on its way to " + to + ": it may lie among spam"}
	}
	return Finding{
		Subject: subjectMail, State: Fault, Found: "the mail to try was not taken: " + try.Reason,
		ToDo: "Look the answer up where the account is from, or try another address.",
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

// mailErrorFinding explains why an SMTP server refuses e-mails.
func mailErrorFinding(m config.Mail, err error) Finding {
	finding := Finding{
		Subject: subjectMail, State: Fault, Found: m.Server + " cannot be asked: " + describeError(err),
		ToDo: "Look at name, port and AXIOMA_MAIL_TLS, and let this machine reach it: many providers of machines close port 25. Codes wait meanwhile, for ten minutes at most.",
	}
	var refusal *mailing.Refusal
	switch {
	case !errors.As(err, &refusal):
	case refusal.IsAuthFailure():
		finding.Found = fmt.Sprintf("%s refuses user or password (%d)", m.Server, refusal.Code)
		finding.ToDo = "Compare AXIOMA_MAIL_USER and AXIOMA_MAIL_PASSWORD with those of the account: some providers want a password of its own for programs."
	case refusal.SenderRefused:
		finding.Found = fmt.Sprintf("%s takes no e-mails from %s (%d)", m.Server, m.From, refusal.Code)
		finding.ToDo = "Set AXIOMA_MAIL_FROM to an address that the account may send from, or allow that one where the account is from."
	case refusal.RelayRefused:
		finding.Found = fmt.Sprintf("%s takes no e-mails for addresses of elsewhere (%d)", m.Server, refusal.Code)
		finding.ToDo = "Set AXIOMA_MAIL_USER and AXIOMA_MAIL_PASSWORD, or let the server of mails relay for this machine."
	default:
		finding.State, finding.Found = Attention, fmt.Sprintf("%s takes nothing at the moment (%d)", m.Server, refusal.Code)
		finding.ToDo = "Ask again later. Codes wait meanwhile, for ten minutes at most."
	}
	return finding
}
