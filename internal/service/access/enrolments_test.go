package access_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestEnrolment_NewPhone_ReplacesTheOldOneInOneStep(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := shop.StrictOperator(t)
	app := shop.Enrol(t, operator)
	actor, factors := shop.Actor(t, app.Session.Token), shop.Cases.SecondFactors
	other, half := signIn(t, shop.Town, operator)
	if _, err := factors.Begin(t.Context(), half); !errors.Is(err, loyalty.ErrSecondFactorRequired) {
		t.Fatalf("beginning with the password alone: %v, want ErrSecondFactorRequired", err)
	}
	enrolment, err := factors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := factors.Confirm(t.Context(), half, shop.Clock.Code(t, enrolment.Secret)); !errors.Is(err, loyalty.ErrSecondFactorRequired) {
		t.Errorf("confirming with the password alone: %v, want ErrSecondFactorRequired", err)
	}
	if _, _, err := factors.Confirm(t.Context(), actor, shop.Clock.NextCode(t, app.Secret)); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("confirming with a code of the old phone: %v, want ErrSecondFactorRefused", err)
	}
	if state, err := factors.State(t.Context(), actor); err != nil || state.EnrolledAt.IsZero() {
		t.Fatalf("until the new phone is confirmed the state is %+v, %v; want the old enrolment", state, err)
	}
	session, codes, err := factors.Confirm(t.Context(), actor, shop.Clock.NextCode(t, enrolment.Secret))
	if err != nil || len(codes) != loyalty.RecoveryCodeCount || session.Pending != loyalty.NothingPending {
		t.Fatalf("confirming: %+v, %q, %v; want %d and Pending %v", session, codes, err, loyalty.RecoveryCodeCount, loyalty.NothingPending)
	}
	for _, token := range []string{session.Token, app.Session.Token} {
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err != nil {
			t.Errorf("the session that replaced the app: %v", err)
		}
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), other.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("another session returns %v, want ErrTokenExpired", err)
	}
	_, half = signIn(t, shop.Town, operator)
	for name, code := range map[string]string{"the old phone": shop.Clock.NextCode(t, app.Secret), "an old recovery code": app.RecoveryCodes[0]} {
		if _, err := factors.Pass(t.Context(), half, code); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
			t.Errorf("%s afterwards: %v, want ErrSecondFactorRefused", name, err)
		}
	}
	for name, code := range map[string]string{"the new phone": shop.Clock.NextCode(t, enrolment.Secret), "a new recovery code": codes[0]} {
		if _, err := factors.Pass(t.Context(), half, code); err != nil {
			t.Errorf("%s afterwards: %v", name, err)
		}
	}
	if got := trail(t, shop.Town, operator); strings.Count(got, "user.second-factor-replaced") != 1 {
		t.Errorf("the trail has %q, want one user.second-factor-replaced", got)
	}
}

func TestEnrolment_LostAnswer_IsConfirmedAgainBySameSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator, factors := shop.StrictOperator(t), shop.Cases.SecondFactors
	_, actor := signIn(t, shop.Town, operator)
	enrolment, err := factors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	code := shop.Clock.Code(t, enrolment.Secret)
	_, lostCodes, err := factors.Confirm(t.Context(), actor, code)
	if err != nil {
		t.Fatal(err)
	}
	_, stranger := signIn(t, shop.Town, operator)
	if _, _, err := factors.Confirm(t.Context(), stranger, code); !errors.Is(err, loyalty.ErrSecondFactorEnrolled) {
		t.Errorf("another session that confirms again: %v, want ErrSecondFactorEnrolled", err)
	}
	if _, _, err := factors.Confirm(t.Context(), actor, "000000"); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("confirming again with a wrong code: %v, want ErrSecondFactorRefused", err)
	}
	session, codes, err := factors.Confirm(t.Context(), actor, code)
	if err != nil || len(codes) != loyalty.RecoveryCodeCount || session.Pending != loyalty.NothingPending {
		t.Fatalf("confirming again: %+v, %q, %v; want %d and Pending %v", session, codes, err, loyalty.RecoveryCodeCount, loyalty.NothingPending)
	}
	_, half := signIn(t, shop.Town, operator)
	if _, err := factors.Pass(t.Context(), half, lostCodes[0]); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("a recovery code of the lost answer: %v, want ErrSecondFactorRefused", err)
	}
	if _, err := factors.Pass(t.Context(), half, codes[0]); err != nil {
		t.Errorf("a recovery code of the second answer: %v", err)
	}
	next := shop.Clock.NextCode(t, enrolment.Secret)
	if _, _, err := factors.Confirm(t.Context(), actor, next); err != nil {
		t.Errorf("confirming again with the next code: %v", err)
	}
	if _, _, err := factors.Confirm(t.Context(), actor, code); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("confirming again with the first code after the next: %v, want ErrSecondFactorRefused", err)
	}
	shop.Clock.Advance(loyalty.ConfirmationRepeat + time.Second)
	if _, _, err := factors.Confirm(t.Context(), actor, shop.Clock.NextCode(t, enrolment.Secret)); !errors.Is(err, loyalty.ErrSecondFactorEnrolled) {
		t.Errorf("confirming again after ten minutes: %v, want ErrSecondFactorEnrolled", err)
	}
}

func TestSecondFactor_RemovedByItsUser_EndsOtherSessions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	app := shop.Enrol(t, owner)
	half, _ := signIn(t, shop.Town, owner) // without its second factor; the removal would make it complete
	if err := shop.Cases.SecondFactors.Remove(t.Context(), shop.Actor(t, app.Session.Token)); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), half.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a session with the password alone: %v, want ErrTokenExpired", err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), app.Session.Token); err != nil {
		t.Errorf("the session that removed the factor: %v", err)
	}
}

func TestAccountMails_Changes_TellTheUserWhenAndFromWhere(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	barber, owner := shop.Staff[loyalty.Barber], shop.Staff[loyalty.Owner]
	ctx := usecase.WithAddress(usecase.WithUserAgent(t.Context(), "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0"), "203.0.113.7")
	app := shop.Enrol(t, owner)
	actor := shop.Actor(t, app.Session.Token)
	operator := shop.Recent(servicetest.OperatorActor(t, shop.Town))
	operator.BusinessID = shop.Business.ID
	for name, c := range map[string]struct {
		act    func() (secrets []string, err error)
		to     loyalty.User
		kind   loyalty.MailKind
		phrase string
	}{
		"a reset": {func() ([]string, error) {
			temporary, err := shop.Cases.Users.ResetPassword(ctx, shop.Owner, barber.ID, "")
			return []string{temporary}, err
		}, barber, loyalty.MailPasswordChanged, "Lo ha hecho " + owner.Name},
		"a reset by an operator": {func() ([]string, error) {
			temporary, err := shop.Cases.Users.ResetPassword(ctx, operator, barber.ID, "")
			return []string{temporary}, err
		}, barber, loyalty.MailPasswordChanged, "Lo ha hecho el operador, que te dará la nueva."},
		"new recovery codes": {func() ([]string, error) {
			return shop.Cases.SecondFactors.DrawCodes(ctx, actor)
		}, owner, loyalty.MailSecondFactor, "códigos de recuperación nuevos"},
		"a sign-in on a new device": {func() ([]string, error) {
			session, err := shop.Cases.Sessions.SignIn(usecase.WithNewDevice(ctx), owner.Email, servicetest.Password)
			return []string{session.Token, servicetest.Password}, err
		}, owner, loyalty.MailNewDevice, "le falta el segundo paso"},
	} {
		shop.ClaimMails()
		secrets, err := c.act()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mails := shop.ClaimMails()
		if len(mails) != 1 || mails[0].Kind != c.kind || mails[0].Address != c.to.Email {
			t.Fatalf("%s sends %+v; want one, Kind %v and Address %v", name, mails, c.kind, c.to.Email)
		}
		for _, want := range []string{c.phrase, "Cuándo: 26/03/2026 a las ", "hora de Europe/Madrid", "Chrome en Windows, dirección 203.0.113.7", "Si no "} {
			if !strings.Contains(mails[0].Text, want) {
				t.Errorf("the mail about %s lacks %q: %s", name, want, mails[0].Text)
			}
		}
		if i := slices.IndexFunc(secrets, func(secret string) bool { return strings.Contains(mails[0].Text, secret) }); i >= 0 {
			t.Errorf("the mail about %s must not contain a secret", name)
		}
	}
}

// The command line has no caller, so the mail names the machine instead.
func TestAccountMails_ChangesByCommandLine_AreSentAndRecorded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, operator, operators := shop.Staff[loyalty.Owner], shop.StrictOperator(t), shop.Cases.Operators
	shop.Enrol(t, owner)
	_, pending := signIn(t, shop.Town, operator)
	shop.AddPasskey(t, pending, servicetest.NewAuthenticator(t))
	platform := servicetest.OperatorActor(t, shop.Town)
	for _, c := range []struct {
		name     string
		act      func() (secret string, err error)
		to       loyalty.User
		reader   usecase.Actor
		kind     loyalty.MailKind
		phrase   string
		sentence string
	}{
		{"a password", func() (string, error) { return operators.ResetAnyAccount(t.Context(), owner.Email) }, owner, shop.Owner,
			loyalty.MailPasswordChanged, "Lo ha hecho el operador, que te dará la nueva.", "cambió la contraseña de " + owner.Name + " en el servidor"},
		{"an operator's password", func() (string, error) { return operators.Reset(t.Context(), operator.Email) }, operator, platform,
			loyalty.MailPasswordChanged, "Lo ha hecho el operador", "cambió la contraseña de " + operator.Name + " en el servidor"},
		{"a second factor", func() (string, error) { return "", operators.RemoveAnySecondFactor(t.Context(), owner.Email) }, owner, shop.Owner,
			loyalty.MailSecondFactor, "Si no lo has pedido, avisa a quien lleva tu Axioma", "quitó la verificación en dos pasos a " + owner.Name + " en el servidor"},
		{"an operator's second factor", func() (string, error) { return "", operators.RemoveSecondFactor(t.Context(), operator.Email) }, operator, platform,
			loyalty.MailSecondFactor, "Se ha quitado la verificación", "quitó la verificación en dos pasos a " + operator.Name + " en el servidor"},
	} {
		shop.ClaimMails()
		shop.Clock.Advance(time.Second)
		secret, err := c.act()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		mails := shop.ClaimMails()
		if len(mails) != 1 || mails[0].Kind != c.kind || mails[0].Address != c.to.Email {
			t.Fatalf("%s sends %+v; want one, Kind %v and Address %v", c.name, mails, c.kind, c.to.Email)
		}
		for _, want := range []string{c.phrase, "Desde: el servidor de Axioma (línea de comandos)"} {
			if !strings.Contains(mails[0].Text, want) {
				t.Errorf("the mail about %s lacks %q: %s", c.name, want, mails[0].Text)
			}
		}
		if secret != "" && strings.Contains(mails[0].Text, secret) {
			t.Errorf("the mail about %s must not contain the password", c.name)
		}
		if got := newestSentence(t, shop, c.reader); !strings.HasPrefix(got, c.sentence) {
			t.Errorf("the activity about %s reads %q, want %q", c.name, got, c.sentence)
		}
	}
}

func newestSentence(t *testing.T, shop *servicetest.Shop, reader usecase.Actor) string {
	t.Helper()
	entries, _, err := shop.Cases.Activity.List(t.Context(), reader, service.ActivityRequest{ListRequest: usecase.ListRequest{Limit: 1}})
	if err != nil || len(entries.Items) != 1 {
		t.Fatalf("%d entries are listed, %v; want 1", len(entries.Items), err)
	}
	entry := entries.Items[0]
	if role := entry.ActedByRole(); role != loyalty.ActorSystem {
		t.Errorf("%s was done by %q, want %q", entry.Action, role, loyalty.ActorSystem)
	}
	var text strings.Builder
	for _, part := range entry.Sentence(entry.Names) {
		text.WriteString(part.Text)
	}
	return text.String()
}

func TestAccountMails_NewDevices_AreLimited(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, mailCount := shop.Staff[loyalty.Owner], 0
	for range 9 {
		if _, err := shop.Cases.Sessions.SignIn(usecase.WithNewDevice(t.Context()), owner.Email, servicetest.Password); err != nil {
			t.Fatal(err)
		}
		mailCount += len(shop.ClaimMails())
	}
	if limit := int(access.AttemptNewDeviceMail.Limit().Max); mailCount != limit {
		t.Errorf("nine sign-ins from unknown devices send %d mails, want %d", mailCount, limit)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), owner.Email, servicetest.Password); err != nil || len(shop.ClaimMails()) > 0 {
		t.Errorf("signing in on a known device: %v; want no error and no mail", err)
	}
}
