package access_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func firstPasskey(t *testing.T, shop *servicetest.Shop, actor usecase.Actor) loyalty.Passkey {
	t.Helper()
	keys, err := shop.Cases.Passkeys.List(t.Context(), actor)
	if err != nil || len(keys) == 0 {
		t.Fatalf("the account has %d passkeys, %v; want at least one", len(keys), err)
	}
	return keys[0]
}

func TestPasskey_Removed_OpensNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, passkeys := shop.Staff[loyalty.Owner], shop.Cases.Passkeys
	phone, newPasskey := withPasskey(t, shop, owner)
	_, others := withPasskey(t, shop, shop.Staff[loyalty.Admin])
	actor, other := shop.Actor(t, newPasskey.Session.Token), shop.Actor(t, others.Session.Token)
	shop.Clock.Advance(time.Second)
	shop.AddPasskey(t, actor, servicetest.NewAuthenticator(t))
	first := firstPasskey(t, shop, actor)
	for name, err := range map[string]error{
		"another user's": passkeys.Remove(t.Context(), actor, firstPasskey(t, shop, other).ID), "an unknown one": passkeys.Remove(t.Context(), actor, "nada"),
	} {
		if !errors.Is(err, loyalty.ErrPasskeyNotFound) {
			t.Errorf("removing %s: %v, want ErrPasskeyNotFound", name, err)
		}
	}
	_, half := signIn(t, shop.Town, owner)
	signedChallenge := phone.Sign(challengeOf(t, shop.Cases, half))
	if err := passkeys.Remove(t.Context(), actor, first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := passkeys.Pass(t.Context(), half, signedChallenge); !errors.Is(err, loyalty.ErrPasskeyRefused) {
		t.Errorf("a removed passkey returns %v, want ErrPasskeyRefused", err)
	}
	if session, _ := signIn(t, shop.Town, owner); session.Pending != loyalty.CodePending {
		t.Errorf("with a passkey left a session needs %s, want %s", session.Pending, loyalty.CodePending)
	}
	if err := passkeys.Remove(t.Context(), actor, firstPasskey(t, shop, actor).ID); err != nil {
		t.Fatal(err)
	}
	if session, _ := signIn(t, shop.Town, owner); session.Pending != loyalty.NothingPending {
		t.Errorf("without passkeys a session needs %s, want nothing", session.Pending)
	}
	if remaining := shop.Database.Rows(t, "SELECT user_id FROM recovery_codes WHERE user_id = '"+owner.ID+"'"); len(remaining) > 0 {
		t.Errorf("without a factor %d recovery codes are left, want none", len(remaining))
	}
	if got := trail(t, shop.Town, owner); strings.Count(got, "user.passkey-removed") != 2 || strings.Count(got, "user.second-factor-removed") != 1 {
		t.Errorf("the trail has %q, want two removals of passkeys and one of the factor", got)
	}
}

func TestPasskey_LastFactorOfACompulsoryAccount_Stays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := shop.StrictOperator(t)
	session, pending := signIn(t, shop.Town, operator)
	if session.Pending != loyalty.EnrolmentPending {
		t.Fatalf("the operator needs %s, want %s", session.Pending, loyalty.EnrolmentPending)
	}
	newPasskey := shop.AddPasskey(t, pending, servicetest.NewAuthenticator(t))
	if newPasskey.Session.Pending != loyalty.NothingPending {
		t.Fatalf("after the registration the operator needs %s, want %s", newPasskey.Session.Pending, loyalty.NothingPending)
	}
	actor := shop.Actor(t, newPasskey.Session.Token)
	only := firstPasskey(t, shop, actor)
	if err := shop.Cases.Passkeys.Remove(t.Context(), actor, only.ID); !errors.Is(err, loyalty.ErrLastFactor) {
		t.Errorf("removing the only factor: %v, want ErrLastFactor", err)
	}
	enrolment, err := shop.Cases.SecondFactors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := shop.Cases.SecondFactors.Confirm(t.Context(), actor, shop.Clock.Code(t, enrolment.Secret)); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Passkeys.Remove(t.Context(), actor, only.ID); err != nil {
		t.Errorf("removing the passkey of an account with an app: %v", err)
	}
}

func TestSecondFactor_Reset_RemovesPasskeys(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	barber, owner := shop.Staff[loyalty.Barber], shop.Staff[loyalty.Owner]
	operator := shop.StrictOperator(t)
	for name, c := range map[string]struct {
		user   loyalty.User
		remove func() error
	}{
		"by the owner": {barber, func() error {
			_, err := shop.Cases.SecondFactors.RemoveOf(t.Context(), shop.Owner, barber.ID)
			return err
		}},
		"by the command for any account": {owner, func() error { return shop.Cases.Operators.RemoveAnySecondFactor(t.Context(), owner.Email) }},
		"by the command for operators":   {operator, func() error { return shop.Cases.Operators.RemoveSecondFactor(t.Context(), operator.Email) }},
	} {
		_, newPasskey := withPasskey(t, shop, c.user)
		if err := c.remove(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), newPasskey.Session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("%s: the session returns %v, want ErrTokenExpired", name, err)
		}
		if remaining := shop.Database.Rows(t, "SELECT id FROM passkeys UNION ALL SELECT user_id FROM recovery_codes"); len(remaining) > 0 {
			t.Errorf("%s: the stored rows are %q, want none", name, remaining)
		}
		if session, _ := signIn(t, shop.Town, c.user); session.Pending == loyalty.CodePending {
			t.Errorf("%s: a session still needs a code", name)
		}
	}
}

func TestPasskeys_Account_HasAtMostTen(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	phone, newPasskey := withPasskey(t, shop, shop.Staff[loyalty.Owner])
	actor := shop.Actor(t, newPasskey.Session.Token)
	begin := func() (string, error) {
		options, err := shop.Cases.Passkeys.BeginRegistration(t.Context(), actor)
		return options.Challenge.String(), err
	}
	challenge, err := begin()
	if err != nil {
		t.Fatal(err)
	}
	var refusal *loyalty.Error
	for _, name := range []string{" ", strings.Repeat("ñ", loyalty.MaxPasskeyName+1)} {
		if _, err := shop.Cases.Passkeys.FinishRegistration(t.Context(), actor, name, phone.Create(challenge)); !errors.As(err, &refusal) || refusal.Code != loyalty.ErrValidation.Code {
			t.Errorf("the name %q returns %v, want ErrValidation", name, err)
		}
	}
	if _, err := shop.Cases.Passkeys.FinishRegistration(t.Context(), actor, "Otra", phone.Create(challenge)); !errors.Is(err, loyalty.ErrPasskeyExists) {
		t.Errorf("the same passkey again: %v, want ErrPasskeyExists", err)
	}
	unverifiedKey := servicetest.NewAuthenticator(t)
	unverifiedKey.Verifies = false
	if challenge, err = begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Passkeys.FinishRegistration(t.Context(), actor, "Otra", unverifiedKey.Create(challenge)); !errors.Is(err, loyalty.ErrPasskeyRefused) {
		t.Errorf("a passkey without finger, face or PIN returns %v, want ErrPasskeyRefused", err)
	}
	for range loyalty.MaxPasskeys - 1 {
		shop.AddPasskey(t, actor, servicetest.NewAuthenticator(t))
	}
	if _, err := begin(); !errors.Is(err, loyalty.ErrTooManyPasskeys) {
		t.Errorf("an eleventh passkey returns %v, want ErrTooManyPasskeys", err)
	}
}

func TestPasskey_PublicURLChanged_RecoveryCodesRemain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	_, newPasskey := withPasskey(t, shop, owner)
	_, half := signIn(t, shop.Town, owner)
	for i, c := range []struct {
		url, origin          string
		assert, register     error
		count, fromElsewhere int
	}{
		{"https://nueva.test/", "https://nueva.test", loyalty.ErrNoPasskey, nil, 0, 1},
		{"http://127.0.0.1:8080", "", loyalty.ErrPasskeysUnavailable, loyalty.ErrPasskeysUnavailable, 0, 1},
		{"", "", loyalty.ErrPasskeysUnavailable, loyalty.ErrPasskeysUnavailable, 0, 1},
		{"https://axioma.test:8443", "https://axioma.test:8443", nil, nil, 1, 0},
	} {
		t.Run(fmt.Sprintf("url %q", c.url), func(t *testing.T) {
			cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, PublicURL: c.url})
			if err != nil {
				t.Fatal(err)
			}
			state, err := cases.SecondFactors.State(t.Context(), half)
			if want := (access.PasskeyState{Origin: c.origin, Count: c.count, OtherHostCount: c.fromElsewhere}); err != nil || state.Passkeys != want {
				t.Errorf("the account sees %+v, %v, want %+v", state.Passkeys, err, want)
			}
			if _, err := cases.Passkeys.BeginAssertion(t.Context(), half); !errors.Is(err, c.assert) {
				t.Errorf("an assertion: %v, want %v", err, c.assert)
			}
			complete, err := cases.SecondFactors.Pass(t.Context(), half, newPasskey.RecoveryCodes[i])
			if err != nil {
				t.Fatalf("a recovery code: %v", err)
			}
			if _, err := cases.Passkeys.BeginRegistration(t.Context(), shop.Actor(t, complete.Token)); !errors.Is(err, c.register) {
				t.Errorf("a new passkey: %v, want %v", err, c.register)
			}
		})
	}
}
