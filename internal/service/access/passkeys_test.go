package access_test

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func challengeOf(t *testing.T, cases *service.Service, actor usecase.Actor) string {
	t.Helper()
	options, err := cases.Passkeys.BeginAssertion(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	return options.Challenge.String()
}

func withPasskey(t *testing.T, shop *servicetest.Shop, user loyalty.User) (*servicetest.Authenticator, access.NewPasskey) {
	t.Helper()
	phone := servicetest.NewAuthenticator(t)
	_, actor := signIn(t, shop.Town, user)
	return phone, shop.AddPasskey(t, actor, phone)
}

func TestPasskey_Registered_CompletesASignIn(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	phone, newPasskey := withPasskey(t, shop, owner)
	if newPasskey.Session.Pending != loyalty.NothingPending || len(newPasskey.RecoveryCodes) != loyalty.RecoveryCodeCount {
		t.Errorf("the registration gives %s and %d recovery codes; want %s and %d", newPasskey.Session.Pending, len(newPasskey.RecoveryCodes), loyalty.NothingPending, loyalty.RecoveryCodeCount)
	}
	session, actor := signIn(t, shop.Town, owner)
	if session.Pending != loyalty.CodePending || actor.Session.Pending != loyalty.CodePending {
		t.Fatalf("after the password the session needs %s and its token %s, want a code", session.Pending, actor.Session.Pending)
	}
	complete, err := shop.Cases.Passkeys.Pass(t.Context(), actor, phone.Sign(challengeOf(t, shop.Cases, actor)))
	if err != nil || complete.Pending != loyalty.NothingPending {
		t.Fatalf("the passkey gives %+v, %v; want Pending %v", complete, err, loyalty.NothingPending)
	}
	got := shop.Actor(t, complete.Token)
	if got.Session.Pending != loyalty.NothingPending || got.Session.ID != actor.Session.ID || !got.Session.ExpiresAt.Equal(actor.Session.ExpiresAt) {
		t.Errorf("the complete session is %+v, want the same as %+v", got.Session, actor.Session)
	}
	if _, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, newPasskey.RecoveryCodes[0]); err != nil {
		t.Errorf("a recovery code instead of the passkey: %v", err)
	}
	want := "user.passkey-added user.recovery-code-used user.second-factor-enrolled user.sign-in user.sign-in user.sign-in"
	if got := trail(t, shop.Town, owner); got != want {
		t.Errorf("the trail has %q, want %q", got, want)
	}
	keys, err := shop.Cases.Passkeys.List(t.Context(), got)
	if err != nil || len(keys) != 1 || keys[0].Name != "Mi móvil" || keys[0].UsedAt.IsZero() || !slices.Equal(keys[0].Transports, []string{"internal"}) {
		t.Errorf("the passkeys are %+v, %v; want one, Name Mi móvil, some UsedAt and Transports only internal", keys, err)
	}
}

func TestPasskey_FalseAnswer_IsRefusedAlike(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	phone, _ := withPasskey(t, shop, owner)
	others, _ := withPasskey(t, shop, shop.Staff[loyalty.Admin])
	_, actor := signIn(t, shop.Town, owner)
	copyWith := func(change func(*servicetest.Authenticator)) *servicetest.Authenticator {
		keyCopy := *phone
		change(&keyCopy)
		return &keyCopy
	}
	refusedCount := 0
	try := func(name string, want error, authenticator *servicetest.Authenticator, alter func(*access.SignedChallenge)) {
		t.Helper()
		signedChallenge := authenticator.Sign(challengeOf(t, shop.Cases, actor))
		alter(&signedChallenge)
		if _, err := shop.Cases.Passkeys.Pass(t.Context(), actor, signedChallenge); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		if want != nil {
			refusedCount++
		}
	}
	as := func(*access.SignedChallenge) {}
	no := loyalty.ErrPasskeyRefused
	try("another origin", no, copyWith(func(a *servicetest.Authenticator) { a.Origin = "https://axioma.test.evil.test" }), as)
	try("another port", no, copyWith(func(a *servicetest.Authenticator) { a.Origin = "https://axioma.test:8443" }), as)
	try("another host", no, copyWith(func(a *servicetest.Authenticator) { a.RPID = "evil.test" }), as)
	try("without finger, face or PIN", no, copyWith(func(a *servicetest.Authenticator) { a.Verifies = false }), as)
	try("another user's handle", no, copyWith(func(a *servicetest.Authenticator) { a.Handle = "user-0" }), as)
	try("another account's passkey", no, others, as)
	try("an unknown passkey", no, servicetest.NewAuthenticator(t), as)
	try("an unknown key under a known id", no, phone, func(s *access.SignedChallenge) {
		s.Signature = servicetest.NewAuthenticator(t).Sign("AAAA").Signature
	})
	try("no base64url", no, phone, func(s *access.SignedChallenge) { s.AuthenticatorData = "%%%" })
	try("nothing", no, phone, func(s *access.SignedChallenge) { *s = access.SignedChallenge{} })
	try("a challenge of one's own", no, phone, func(s *access.SignedChallenge) { *s = phone.Sign("c2VsZi1tYWRlLWNoYWxsZW5nZS1vZi1taW5l") })
	try("a registration as an assertion", no, phone, func(s *access.SignedChallenge) {
		s.ClientData = phone.Create(challengeOf(t, shop.Cases, actor)).ClientData
	})
	try("the right answer", nil, phone, as)
	if got := strings.Count(trail(t, shop.Town, owner), "user.second-factor-failed"); got != refusedCount {
		t.Errorf("%d refusals are recorded, want %d", got, refusedCount)
	}
}

func TestPasskeyChallenge_Each_CountsOnceForItsSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	phone, newPasskey := withPasskey(t, shop, owner)
	_, actor := signIn(t, shop.Town, owner)
	_, otherActor := signIn(t, shop.Town, owner)
	pass := func(actor usecase.Actor, signedChallenge access.SignedChallenge) error {
		_, err := shop.Cases.Passkeys.Pass(t.Context(), actor, signedChallenge)
		return err
	}
	expect := func(name string, got, want error) {
		t.Helper()
		if !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	expect("without a challenge", pass(actor, phone.Sign("AAAA")), loyalty.ErrPasskeyOutdated)
	signedChallenge := phone.Sign(challengeOf(t, shop.Cases, actor))
	expect("in another session", pass(otherActor, signedChallenge), loyalty.ErrPasskeyOutdated)
	expect("in its own", pass(actor, signedChallenge), nil)
	expect("again", pass(actor, signedChallenge), loyalty.ErrPasskeyOutdated)

	first := challengeOf(t, shop.Cases, actor)
	if raw, err := base64.RawURLEncoding.DecodeString(first); err != nil || len(raw) != 32 || first == challengeOf(t, shop.Cases, actor) {
		t.Errorf("the challenge %q has %d bytes, %v; want 32 random bytes each time", first, len(raw), err)
	}
	expect("one that was replaced", pass(actor, phone.Sign(first)), loyalty.ErrPasskeyRefused)
	expect("after a refusal", pass(actor, phone.Sign("AAAA")), loyalty.ErrPasskeyOutdated)

	late := phone.Sign(challengeOf(t, shop.Cases, actor))
	shop.Clock.Advance(loyalty.PasskeyChallengeLifetime)
	expect("after five minutes", pass(actor, late), loyalty.ErrPasskeyOutdated)

	options, err := shop.Cases.Passkeys.BeginRegistration(t.Context(), shop.Actor(t, newPasskey.Session.Token))
	if err != nil {
		t.Fatal(err)
	}
	expect("one of a registration", pass(shop.Actor(t, newPasskey.Session.Token), phone.Sign(options.Challenge.String())), loyalty.ErrPasskeyOutdated)
}

func TestPasskey_SignatureCounterGoesBack_IsRefusedAndRecorded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	key := servicetest.NewAuthenticator(t)
	key.Counts, key.SignCount = true, 7
	_, actor := signIn(t, shop.Town, owner)
	shop.AddPasskey(t, actor, key)
	_, actor = signIn(t, shop.Town, owner)
	pass := func(authenticator *servicetest.Authenticator) error {
		_, err := shop.Cases.Passkeys.Pass(t.Context(), actor, authenticator.Sign(challengeOf(t, shop.Cases, actor)))
		return err
	}
	clone := *key
	if err := pass(key); err != nil {
		t.Fatal(err)
	}
	if err := pass(&clone); !errors.Is(err, loyalty.ErrPasskeyRefused) {
		t.Errorf("a copy of the key with its counter returns %v, want ErrPasskeyRefused", err)
	}
	clone.SignCount = 3
	if err := pass(&clone); !errors.Is(err, loyalty.ErrPasskeyRefused) {
		t.Errorf("a copy of the key with an older counter returns %v, want ErrPasskeyRefused", err)
	}
	silent := *key
	silent.Counts, silent.SignCount = false, 0
	if err := pass(&silent); !errors.Is(err, loyalty.ErrPasskeyRefused) {
		t.Errorf("a copy of the key that does not count returns %v, want ErrPasskeyRefused", err)
	}
	if err := pass(key); err != nil {
		t.Errorf("the original key is refused: %v", err)
	}
	if got := strings.Count(trail(t, shop.Town, owner), "user.passkey-cloned"); got != 3 {
		t.Errorf("%d copies are recorded, want 3", got)
	}
}

// Challenges are in the database, so any server can accept the answer.
func TestPasskey_SeveralServers_AcceptOneAnswerOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	otherServer := shop.SecondServerOnOtherMachine(t, 0)
	owner, phone := shop.Staff[loyalty.Owner], servicetest.NewAuthenticator(t)
	_, actor := signIn(t, shop.Town, owner)
	options, err := shop.Cases.Passkeys.BeginRegistration(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := otherServer.Passkeys.FinishRegistration(t.Context(), actor, "Mi móvil", phone.Create(options.Challenge.String())); err != nil {
		t.Fatalf("a registration that another server began: %v", err)
	}
	_, actor = signIn(t, shop.Town, owner)
	signedChallenge := phone.Sign(challengeOf(t, shop.Cases, actor))
	var acceptedCount, outdatedCount int
	var mutex sync.Mutex
	var group sync.WaitGroup
	for _, server := range []*service.Service{shop.Cases, otherServer, shop.Cases, otherServer} {
		group.Go(func() {
			_, err := server.Passkeys.Pass(t.Context(), actor, signedChallenge)
			mutex.Lock()
			defer mutex.Unlock()
			switch {
			case err == nil:
				acceptedCount++
			case errors.Is(err, loyalty.ErrPasskeyOutdated):
				outdatedCount++
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if acceptedCount != 1 || outdatedCount != 3 {
		t.Errorf("four answers to one challenge: %d accepted and %d outdated, want 1 and 3", acceptedCount, outdatedCount)
	}
}

func TestEnrolment_SessionWithoutSecondStep_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	withPasskey(t, shop, owner)
	_, half := signIn(t, shop.Town, owner)
	_, beginApp := shop.Cases.SecondFactors.Begin(t.Context(), half)
	_, _, confirmApp := shop.Cases.SecondFactors.Confirm(t.Context(), half, "123456")
	_, beginKey := shop.Cases.Passkeys.BeginRegistration(t.Context(), half)
	_, finishKey := shop.Cases.Passkeys.FinishRegistration(t.Context(), half, "Otra", servicetest.NewAuthenticator(t).Create("AAAA"))
	_, recent := shop.Cases.Passkeys.Reauthenticate(t.Context(), half, access.SignedChallenge{})
	for name, err := range map[string]error{
		"an app": beginApp, "an app's code": confirmApp, "a passkey": beginKey, "a created passkey": finishKey, "being recent": recent,
	} {
		if !errors.Is(err, loyalty.ErrSecondFactorRequired) {
			t.Errorf("%s returns %v, want ErrSecondFactorRequired", name, err)
		}
	}
}

func TestSecondFactors_Both_ShareOneSetOfRecoveryCodes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, admin := shop.Staff[loyalty.Owner], shop.Staff[loyalty.Admin]
	_, newPasskey := withPasskey(t, shop, owner)
	actor := shop.Actor(t, newPasskey.Session.Token)
	enrolment, err := shop.Cases.SecondFactors.Begin(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	_, codes, err := shop.Cases.SecondFactors.Confirm(t.Context(), actor, shop.Clock.Code(t, enrolment.Secret))
	if err != nil || len(codes) > 0 {
		t.Fatalf("adding an app to a passkey gives %d recovery codes, %v; want none", len(codes), err)
	}
	_, half := signIn(t, shop.Town, owner)
	if _, err := shop.Cases.SecondFactors.Pass(t.Context(), half, newPasskey.RecoveryCodes[2]); err != nil {
		t.Errorf("a code of the first factor: %v", err)
	}
	app := shop.Enrol(t, admin)
	second := shop.AddPasskey(t, shop.Actor(t, app.Session.Token), servicetest.NewAuthenticator(t))
	_, half = signIn(t, shop.Town, admin)
	if _, err := shop.Cases.SecondFactors.Pass(t.Context(), half, app.RecoveryCodes[0]); err != nil || len(second.RecoveryCodes) > 0 {
		t.Errorf("adding a passkey to an app gives %d recovery codes, want none; a former code returns %v", len(second.RecoveryCodes), err)
	}
}

func TestReauthenticate_Passkey_MakesTheSessionRecent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	phone, newPasskey := withPasskey(t, shop, shop.Staff[loyalty.Owner])
	shop.Clock.Advance(loyalty.RecentAuthentication + time.Second)
	actor := shop.Actor(t, newPasskey.Session.Token)
	if err := shop.Cases.Sessions.RequireRecent(actor); !errors.Is(err, loyalty.ErrRecentAuthenticationRequired) {
		t.Fatalf("the old session: %v, want ErrRecentAuthenticationRequired", err)
	}
	var refusal *loyalty.Error
	if _, err := shop.Cases.SecondFactors.Reauthenticate(t.Context(), actor, servicetest.Password, ""); !errors.As(err, &refusal) || refusal.Code != loyalty.ErrValidation.Code {
		t.Errorf("the password alone returns %v, want ErrValidation", err)
	}
	session, err := shop.Cases.Passkeys.Reauthenticate(t.Context(), actor, phone.Sign(challengeOf(t, shop.Cases, actor)))
	if err != nil {
		t.Fatal(err)
	}
	if has := shop.Actor(t, session.Token); shop.Cases.Sessions.RequireRecent(has) != nil || has.Session.ID != actor.Session.ID {
		t.Errorf("the session is %+v, was %+v; want the same session, recent", has.Session, actor.Session)
	}
}
