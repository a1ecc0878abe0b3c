package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/service"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
)

func TestTokenWatch_NearItsEnd_WritesToOperatorsOnce(t *testing.T) {
	t.Parallel()
	cases, token := newExpiringToken(t)
	var mutex sync.Mutex
	var addresses []string
	watch := tokenWatch{
		cases: cases, log: slog.New(slog.DiscardHandler), panelURL: "https://shop.example/cpanel",
		ask: func(context.Context) (whatsapp.Token, error) { return token, nil },
		send: func(_ context.Context, m loyalty.Mail) (mailing.Try, error) {
			mutex.Lock()
			defer mutex.Unlock()
			addresses = append(addresses, m.Address)
			if !strings.Contains(m.Text, expiryText(token)) || !strings.Contains(m.Text, "https://shop.example/cpanel") {
				t.Errorf("the e-mail says %q; want %q in it and %q in it", m.Text, expiryText(token), "https://shop.example/cpanel")
			}
			return mailing.Try{Result: service.MailAccepted}, nil
		},
	}
	var servers sync.WaitGroup
	for range 3 {
		servers.Go(func() {
			if err := watch.check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	if !slices.Equal(addresses, []string{"eva@axioma.test"}) {
		t.Errorf("the e-mails went to %v, want only eva@axioma.test", addresses)
	}
	state, err := cases.Tokens.State(t.Context())
	if err != nil || !state.ExpiresAt.Equal(token.ExpiresAt) || !state.ExpiresSoon(time.Now()) {
		t.Errorf("the control panel shows %+v (%v), want the expiry of the token", state, err)
	}
	token.ExpiresAt = time.Time{}
	if err := watch.check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state, err := cases.Tokens.State(t.Context()); err != nil || !state.ExpiresAt.IsZero() || len(addresses) != 1 {
		t.Errorf("for a token without expiry the control panel shows %+v (%v), want no expiry", state, err)
	}
}

func newExpiringToken(t *testing.T) (*service.Service, whatsapp.Token) {
	t.Helper()
	database := storetest.New(t)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	cases, err := service.New(database.Open(t), service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return cases, whatsapp.Token{Valid: true, ExpiresAt: time.Now().Add(36 * time.Hour).Truncate(time.Second)}
}

func expiryText(token whatsapp.Token) string {
	return token.ExpiresAt.UTC().Format("2006-01-02 15:04 UTC")
}

func TestTokenWatch_MailThatFails_IsSentAtTheNextCheck(t *testing.T) {
	t.Parallel()
	cases, token := newExpiringToken(t)
	result, tryCount := service.MailRetryLater, 0
	watch := tokenWatch{
		cases: cases, log: slog.New(slog.DiscardHandler),
		ask: func(context.Context) (whatsapp.Token, error) { return token, nil },
		send: func(context.Context, loyalty.Mail) (mailing.Try, error) {
			tryCount++
			return mailing.Try{Result: result, Reason: "unreachable"}, nil
		},
	}
	if err := watch.check(t.Context()); err == nil {
		t.Error("a failed e-mail must return an error")
	}
	result = service.MailAccepted
	for range 2 {
		if err := watch.check(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if tryCount != 2 {
		t.Errorf("%d e-mails were tried, want one that failed and one that was sent", tryCount)
	}
}

func TestTokenWatch_UnreachableProvider_IsAnError(t *testing.T) {
	t.Parallel()
	watch := tokenWatch{ask: func(context.Context) (whatsapp.Token, error) { return whatsapp.Token{}, errors.New("unreachable") }}
	if err := watch.check(t.Context()); err == nil {
		t.Error("the check must return an error")
	}
}
