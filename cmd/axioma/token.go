package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/whatsapp"
)

const (
	tokenFirst = time.Minute
	tokenEvery = 24 * time.Hour
)

type tokenWatch struct {
	ask      func(context.Context) (whatsapp.Token, error)
	cases    *service.Service
	log      *slog.Logger
	send     func(context.Context, loyalty.Mail) (mailing.Try, error) // nil: no mail server
	panelURL string
}

// watchToken asks the provider daily when the token expires, which needs the app's id and secret. "axioma doctor"
// reports a missing one.
func (s serveCommand) watchToken(ctx context.Context, cases *service.Service, log *slog.Logger) {
	cloud := whatsapp.NewCloud(s.account(), nil)
	if s.WhatsApp.Provider != config.WhatsAppCloud || !cloud.CanInspectToken() {
		return
	}
	watch := tokenWatch{ask: cloud.InspectToken, cases: cases, log: log, panelURL: s.BaseURL() + "/cpanel"}
	if s.Mail.IsConfigured() {
		account, err := doctor.MailAccount(s.Server)
		if err != nil {
			log.ErrorContext(ctx, "operators cannot be e-mailed when the WhatsApp token expires", "error", err)
		} else {
			watch.send = account.Send
		}
	}
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "watch of the WhatsApp token", First: tokenFirst, Every: tokenEvery, Run: watch.check})
}

func (w tokenWatch) check(ctx context.Context) error {
	token, err := w.ask(ctx)
	if err != nil {
		return fmt.Errorf("checking the expiry of the WhatsApp token: %w", err)
	}
	if !token.Valid && token.ExpiresAt.IsZero() {
		w.log.ErrorContext(ctx, "the WhatsApp token is not valid: no messages are sent")
		return nil
	}
	warning, err := w.cases.Tokens.RecordExpiry(ctx, token.ExpiresAt)
	if err != nil || warning.Days == 0 {
		return err
	}
	w.log.WarnContext(ctx, "the WhatsApp token expires soon, and then no messages are sent: create one that does not expire", "ends", warning.ExpiresAt)
	mailCount, err := w.warnOperators(ctx, warning)
	if err != nil && mailCount == 0 {
		err = errors.Join(err, w.cases.Tokens.ResetWarning(ctx, warning)) // the next check warns again
	}
	return err
}

func (w tokenWatch) warnOperators(ctx context.Context, warning messaging.TokenWarning) (mailCount int, err error) {
	if w.send == nil {
		return 0, nil
	}
	var faults []error
	for _, operator := range warning.Operators {
		try, err := w.send(ctx, w.warningMail(warning, operator.Email))
		if err == nil && try.Result != service.MailAccepted {
			err = errors.New(try.Reason)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("e-mailing an operator that the WhatsApp token expires: %w", err))
			continue
		}
		mailCount++
	}
	return mailCount, errors.Join(faults...)
}

func (w tokenWatch) warningMail(warning messaging.TokenWarning, address string) loyalty.Mail {
	ends := warning.ExpiresAt.UTC().Format("2006-01-02 15:04 UTC")
	return loyalty.Mail{
		ID: fmt.Sprintf("token-%d-%d", warning.ExpiresAt.Unix(), warning.Days), Address: address, Sender: "Axioma",
		Subject: "El token de WhatsApp caduca el " + ends, CreatedAt: time.Now(), ExpiresAt: warning.ExpiresAt,
		Text: "El token con el que se envían los mensajes de WhatsApp caduca el " + ends + ". Después no saldrá ninguno.\n\n" +
			"Crea en Meta un token de usuario del sistema que no caduque, ponlo en AXIOMA_WHATSAPP_TOKEN y reinicia el servidor. " +
			"«axioma doctor» dice si vale.\n\n" + w.panelURL + "\n",
	}
}
