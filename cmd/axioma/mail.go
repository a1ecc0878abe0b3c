package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/mailing"
	"axioma/internal/service"
)

type mailCommand struct {
	Doctor mailDoctorCommand `cmd:"" help:"Say whether e-mails can leave, and send one to try. Give it the settings of the server."`
}

type mailDoctorCommand struct {
	config.Server
	To string `help:"Address to send an e-mail to try to: whether it arrives, and not among spam, only its reader sees." placeholder:"ADDRESS"`
}

// Run prints what keeps e-mails from leaving, and fails where something does.
func (m mailDoctorCommand) Run(ctx context.Context, c console) error {
	if !m.Mail.IsConfigured() {
		return errors.New("no server of mails is set up: --mail-server and --mail-from name one (docs/operate/email.md)")
	}
	findings := doctor.ExamineMail(ctx, m.Server, doctor.Network{})
	if m.To != "" && countStates(findings)[doctor.Fault] == 0 {
		findings = append(findings, doctor.SendTestMail(ctx, m.Server, doctor.Network{}, m.To))
	}
	if err := printFindings(c, findings); err != nil {
		return err
	}
	if countStates(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("not all is well: %w", errPrinted)
	}
	return nil
}

// testMailSender sends a mail to try and returns why it was not taken; nil where no server of
// mails is set up.
func (s serveCommand) testMailSender() func(ctx context.Context, to string) string {
	if !s.Mail.IsConfigured() {
		return nil
	}
	return func(ctx context.Context, to string) string {
		ctx, cancel := context.WithTimeout(ctx, doctor.CheckTimeout)
		defer cancel()
		if found := doctor.SendTestMail(ctx, s.Server, doctor.Network{}, to); found.State != doctor.OK {
			return found.Found
		}
		return ""
	}
}

// mailer sends mails; nil where no server of mails is set up.
func (s serveCommand) mailer(cases *service.Service, log *slog.Logger) (*mailing.Worker, error) {
	if !s.Mail.IsConfigured() {
		return nil, nil
	}
	account, err := doctor.MailAccount(s.Server)
	if err != nil {
		return nil, err
	}
	return mailing.NewWorker(cases.Mails, account, log, shutdownTimeout), nil
}
