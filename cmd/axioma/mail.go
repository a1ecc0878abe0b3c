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
	Doctor mailDoctorCommand `cmd:"" help:"Check the mail settings, and send a test e-mail. Pass the server's settings."`
}

type mailDoctorCommand struct {
	config.Server
	To string `help:"Address for a test e-mail. Check that it arrives, and not as spam." placeholder:"ADDRESS"`
}

func (m mailDoctorCommand) Run(ctx context.Context, c console) error {
	if !m.Mail.IsConfigured() {
		return errors.New("no mail server is configured: set --mail-server and --mail-from (docs/operate/email.md)")
	}
	findings := doctor.ExamineMail(ctx, m.Server, doctor.Network{})
	if m.To != "" && countStates(findings)[doctor.Fault] == 0 {
		findings = append(findings, doctor.SendTestMail(ctx, m.Server, doctor.Network{}, m.To))
	}
	if err := printFindings(c, findings); err != nil {
		return err
	}
	if countStates(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("some checks failed: %w", errPrinted)
	}
	return nil
}

// testMailSender returns a function that sends a test e-mail and explains a failure ("": sent), or nil without a mail
// server.
func (s serveCommand) testMailSender() func(ctx context.Context, to string) string {
	if !s.Mail.IsConfigured() {
		return nil
	}
	return func(ctx context.Context, to string) string {
		ctx, cancel := context.WithTimeout(ctx, doctor.CheckTimeout)
		defer cancel()
		if finding := doctor.SendTestMail(ctx, s.Server, doctor.Network{}, to); finding.State != doctor.OK {
			return finding.Detail
		}
		return ""
	}
}

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
