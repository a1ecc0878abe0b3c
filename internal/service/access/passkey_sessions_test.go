package access_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncose"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestPasskeyRegistration_Algorithms_AreApproved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	_, actor := signIn(t, shop.Town, shop.Staff[loyalty.Owner])
	options, err := shop.Cases.Passkeys.BeginRegistration(t.Context(), actor)
	if err != nil || len(options.Parameters) == 0 {
		t.Fatalf("%d algorithms are offered, %v; want at least one", len(options.Parameters), err)
	}
	approvedAlgorithms := []webauthncose.COSEAlgorithmIdentifier{
		webauthncose.AlgES256, webauthncose.AlgES384, webauthncose.AlgES512, webauthncose.AlgRS256, webauthncose.AlgRS384, webauthncose.AlgRS512,
		webauthncose.AlgPS256, webauthncose.AlgPS384, webauthncose.AlgPS512, webauthncose.AlgEdDSA,
	}
	for _, parameter := range options.Parameters {
		if !slices.Contains(approvedAlgorithms, parameter.Algorithm) {
			t.Errorf("the algorithm %d is offered, but not approved", parameter.Algorithm)
		}
	}
}

func TestPasskey_Removed_EndsOtherSessions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, passkeys := shop.Staff[loyalty.Owner], shop.Cases.Passkeys
	phone, newPasskey := withPasskey(t, shop, owner)
	_, half := signIn(t, shop.Town, owner)
	complete, err := passkeys.Pass(t.Context(), half, phone.Sign(challengeOf(t, shop.Cases, half)))
	if err != nil {
		t.Fatal(err)
	}
	waiting, _ := signIn(t, shop.Town, owner) // without its second factor; the removal would make it complete
	actor := shop.Actor(t, newPasskey.Session.Token)
	open, err := shop.Cases.Sessions.Open(t.Context(), actor)
	if err != nil || len(open) != 3 {
		t.Fatalf("%d sessions are open, %v; want 3", len(open), err)
	}
	if err := passkeys.Remove(t.Context(), actor, firstPasskey(t, shop, actor).ID); err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{"one that the passkey completed": complete.Token, "one with the password alone": waiting.Token} {
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("%s returns %v, want ErrTokenExpired", name, err)
		}
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), newPasskey.Session.Token); err != nil {
		t.Errorf("the session that removed the passkey: %v", err)
	}
}

func TestPasskeyMails_EachChange_TellsTheUserOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	_, actor := signIn(t, shop.Town, owner)
	remove := func() error {
		return shop.Cases.Passkeys.Remove(t.Context(), actor, firstPasskey(t, shop, actor).ID)
	}
	add := func() error {
		actor = shop.Actor(t, shop.AddPasskey(t, actor, servicetest.NewAuthenticator(t)).Session.Token)
		return nil
	}
	for _, c := range []struct {
		name, phrase string
		act          func() error
	}{
		{"the first", "tu llave de acceso o un código de recuperación", add},
		{"the second", "Se ha añadido la llave de acceso «Mi móvil»", add},
		{"an app beside them", "Se ha añadido una aplicación de códigos", func() error {
			enrolment, err := shop.Cases.SecondFactors.Begin(t.Context(), actor)
			if err != nil {
				return err
			}
			_, _, err = shop.Cases.SecondFactors.Confirm(t.Context(), actor, shop.Clock.Code(t, enrolment.Secret))
			return err
		}},
		{"one removed", "Se ha quitado la llave de acceso «Mi móvil»", remove},
		{"all removed", "basta tu contraseña", func() error { return shop.Cases.SecondFactors.Remove(t.Context(), actor) }},
		{"one again", "Se ha activado la verificación", add},
		{"the last one removed", "basta tu contraseña", remove},
	} {
		shop.ClaimMails()
		if err := c.act(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		mails := shop.ClaimMails()
		if len(mails) != 1 || mails[0].Kind != loyalty.MailSecondFactor || mails[0].Address != owner.Email || !strings.Contains(mails[0].Text, c.phrase) {
			t.Errorf("%s sends %+v, want one mail with %q", c.name, mails, c.phrase)
		}
	}
}

func TestSecondFactor_AllRemoved_LeavesNoKeyAndNoCode(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	app := shop.Enrol(t, owner)
	actor := shop.Actor(t, app.Session.Token)
	shop.AddPasskey(t, actor, servicetest.NewAuthenticator(t))
	if _, err := shop.Cases.SecondFactors.Begin(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.SecondFactors.Remove(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	remaining := shop.Database.Rows(t, `SELECT id FROM users WHERE id = '`+owner.ID+`' AND (totp_secret IS NOT NULL OR totp_enrolled_at IS NOT NULL
		OR totp_step IS NOT NULL OR totp_next_secret IS NOT NULL OR totp_session IS NOT NULL OR passkey_count > 0)
		UNION ALL SELECT id FROM passkeys UNION ALL SELECT user_id FROM recovery_codes`)
	if len(remaining) > 0 {
		t.Errorf("the stored rows are %q, want none", remaining)
	}
}

func TestEnrolment_NewPhoneBesideAPasskey_GivesNewCodesAndKeepsThePasskey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, factors := shop.Staff[loyalty.Owner], shop.Cases.SecondFactors
	app, phone := shop.Enrol(t, owner), servicetest.NewAuthenticator(t)
	actor := shop.Actor(t, app.Session.Token)
	shop.AddPasskey(t, actor, phone)
	enrolment, err := factors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	_, codes, err := factors.Confirm(t.Context(), actor, shop.Clock.NextCode(t, enrolment.Secret))
	if err != nil || len(codes) != loyalty.RecoveryCodeCount {
		t.Fatalf("confirming the new phone: %q, %v; want %d", codes, err, loyalty.RecoveryCodeCount)
	}
	_, half := signIn(t, shop.Town, owner)
	if _, err := factors.Pass(t.Context(), half, app.RecoveryCodes[0]); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("an old recovery code returns %v, want ErrSecondFactorRefused", err)
	}
	if _, err := shop.Cases.Passkeys.Pass(t.Context(), half, phone.Sign(challengeOf(t, shop.Cases, half))); err != nil {
		t.Errorf("signing in by passkey: %v", err)
	}
}

func TestEnrolment_FactorAddedMeanwhile_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, barber := shop.Staff[loyalty.Owner], shop.Staff[loyalty.Barber]
	_, actor := signIn(t, shop.Town, owner)
	enrolment, err := shop.Cases.SecondFactors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	withPasskey(t, shop, owner)
	if _, _, err := shop.Cases.SecondFactors.Confirm(t.Context(), actor, shop.Clock.Code(t, enrolment.Secret)); !errors.Is(err, loyalty.ErrSecondFactorRequired) {
		t.Errorf("adding an app returns %v, want ErrSecondFactorRequired", err)
	}
	_, late := signIn(t, shop.Town, barber)
	options, err := shop.Cases.Passkeys.BeginRegistration(t.Context(), late)
	if err != nil {
		t.Fatal(err)
	}
	shop.Enrol(t, barber)
	createdPasskey := servicetest.NewAuthenticator(t).Create(options.Challenge.String())
	if _, err := shop.Cases.Passkeys.FinishRegistration(t.Context(), late, "Otra", createdPasskey); !errors.Is(err, loyalty.ErrSecondFactorRequired) {
		t.Errorf("adding a passkey returns %v, want ErrSecondFactorRequired", err)
	}
}
