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

const mails = "mail"

// lookAtMail finds whether e-mails can leave, where they are meant to.
func (e examination) lookAtMail(ctx context.Context) []Finding {
	return ExamineMail(ctx, e.Settings, e.Network)
}

// MailAccount is the account with a server of mails that the settings name.
func MailAccount(s config.Server) (mailing.Account, error) {
	host, port, err := s.Mail.HostPort()
	return mailing.Account{
		Host: host, Port: port, ImplicitTLS: s.Mail.TLS == config.MailImplicit, User: s.Mail.User, Password: s.Mail.Password, From: s.Mail.From,
	}, err
}

// ExamineMail says whether the server of mails that the settings name takes e-mails, over a
// network. It sends none. Nothing secret stands in what is found.
func ExamineMail(ctx context.Context, s config.Server, network Network) []Finding {
	if !s.Mail.SetUp() {
		return one(mails, OK, "no e-mails leave: no server of mails is set up, so nobody signs in by one", "")
	}
	account, err := mailAccountOver(s, network)
	if err == nil {
		err = account.Check(ctx)
	}
	if err != nil {
		return []Finding{noMail(s.Mail, err)}
	}
	return one(mails, OK, s.Mail.Server+" takes e-mails from "+s.Mail.From, "")
}

// TryMail sends an e-mail to try to an address, and says how that went.
func TryMail(ctx context.Context, s config.Server, network Network, to string) Finding {
	account, err := mailAccountOver(s, network)
	if err != nil {
		return noMail(s.Mail, err)
	}
	try, err := account.Send(ctx, trialMail(to, time.Now()))
	switch try.Result {
	case 0:
		return noMail(s.Mail, err)
	case service.MailAccepted:
		return Finding{Subject: mails, State: OK, Found: "a mail to try is on its way to " + to + ": it may lie among spam"}
	}
	return Finding{
		Subject: mails, State: Fault, Found: "the mail to try was not taken: " + try.Reason,
		ToDo: "Look the answer up where the account is from, or try another address.",
	}
}

func mailAccountOver(s config.Server, network Network) (mailing.Account, error) {
	account, err := MailAccount(s)
	account.Dial, account.Roots = network.Dial, network.Roots
	return account, err
}

func trialMail(to string, now time.Time) loyalty.Mail {
	return loyalty.Mail{
		BusinessID: "axioma", ID: fmt.Sprintf("prueba-%d", now.UnixMilli()), Address: to, Sender: "Axioma", CreatedAt: now,
		Subject: "Prueba de Axioma", Text: "Este correo es una prueba. Si lo lees, los códigos por correo llegan a tus clientes.\n",
	}
}

// noMail says why a server of mails takes none, and what to do.
func noMail(m config.Mail, err error) Finding {
	finding := Finding{
		Subject: mails, State: Fault, Found: m.Server + " cannot be asked: " + plainly(err),
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
