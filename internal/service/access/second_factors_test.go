package access_test

import (
	"crypto/rand"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func signIn(t *testing.T, town *servicetest.Town, user loyalty.User) (access.Session, usecase.Actor) {
	t.Helper()
	session, err := town.Cases.Sessions.SignIn(t.Context(), user.Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	return session, town.Actor(t, session.Token)
}

func trail(t *testing.T, town *servicetest.Town, user loyalty.User) string {
	t.Helper()
	return strings.Join(town.Database.Rows(t, "SELECT action FROM audit_events WHERE subject_id = '"+user.ID+"' ORDER BY action"), " ")
}

func TestSecondFactor_Enrolled_SignInNeedsACode(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	if session, actor := signIn(t, shop.Town, owner); session.Pending != loyalty.NothingPending || actor.Session.Pending != loyalty.NothingPending {
		t.Errorf("without a second factor the session needs %s and its token %s, want nothing", session.Pending, actor.Session.Pending)
	}
	app := shop.Enrol(t, owner)
	if app.Session.Pending != loyalty.NothingPending || shop.Actor(t, app.Session.Token).Session.Pending != loyalty.NothingPending {
		t.Error("the session that enrolled is incomplete")
	}
	session, actor := signIn(t, shop.Town, owner)
	if session.Pending != loyalty.CodePending || actor.Session.Pending != loyalty.CodePending {
		t.Fatalf("after the password the session needs %s and its token %s, want a code", session.Pending, actor.Session.Pending)
	}
	if _, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, "000000"); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("a wrong code: %v, want ErrSecondFactorRefused", err)
	}
	complete, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, shop.Clock.NextCode(t, app.Secret))
	if err != nil || complete.Pending != loyalty.NothingPending {
		t.Fatalf("a right code gives %+v, %v; want Pending %v", complete, err, loyalty.NothingPending)
	}
	got := shop.Actor(t, complete.Token)
	if got.Session.Pending != loyalty.NothingPending || got.Session.ID != actor.Session.ID || !got.Session.ExpiresAt.Equal(actor.Session.ExpiresAt) {
		t.Errorf("the complete session is %+v, want the same as %+v", got.Session, actor.Session)
	}
	want := "user.second-factor-enrolled user.second-factor-failed user.sign-in user.sign-in user.sign-in"
	if got := trail(t, shop.Town, owner); got != want {
		t.Errorf("the trail has %q, want %q", got, want)
	}
}

func TestSecondFactor_Replay_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	app := shop.Enrol(t, owner)
	_, actor := signIn(t, shop.Town, owner)
	enrolledWith := shop.Clock.Code(t, app.Secret)
	code := shop.Clock.NextCode(t, app.Secret)
	for _, c := range []struct {
		name, code string
		want       error
	}{
		{"the code of the enrolment", enrolledWith, loyalty.ErrSecondFactorRefused},
		{"a new code", code, nil},
		{"the same code again", code, loyalty.ErrSecondFactorRefused},
		{"an older code", enrolledWith, loyalty.ErrSecondFactorRefused},
		{"a code with a space", code[:3] + " " + code[3:], loyalty.ErrSecondFactorRefused},
	} {
		if _, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, c.code); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if got := trail(t, shop.Town, owner); strings.Count(got, "user.second-factor-failed") != 4 {
		t.Errorf("the trail has %q, want four failures", got)
	}
	next := shop.Clock.NextCode(t, app.Secret)
	if _, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, next[:3]+" "+next[3:]); err != nil {
		t.Errorf("the next code, with a space: %v", err)
	}
}

func TestSecondFactor_SameCodeTwiceAtOnce_CountsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	app := shop.Enrol(t, owner)
	_, actor := signIn(t, shop.Town, owner)
	code := shop.Clock.NextCode(t, app.Secret)
	for _, code1 := range []string{code, app.RecoveryCodes[0]} {
		var acceptedCount, refusedCount int
		var mutex sync.Mutex
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				_, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, code1)
				mutex.Lock()
				defer mutex.Unlock()
				if err == nil {
					acceptedCount++
				} else if errors.Is(err, loyalty.ErrSecondFactorRefused) {
					refusedCount++
				}
			})
		}
		group.Wait()
		if acceptedCount != 1 || refusedCount != 3 {
			t.Errorf("four tries with one code: %d accepted and %d refused, want 1 and 3", acceptedCount, refusedCount)
		}
	}
}

func TestRecoveryCodes_Each_WorksOnceForItsUser(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner, other := shop.Staff[loyalty.Owner], shop.Staff[loyalty.Admin]
	app, others := shop.Enrol(t, owner), shop.Enrol(t, other)
	if len(app.RecoveryCodes) != loyalty.RecoveryCodeCount {
		t.Fatalf("%d recovery codes, want %d", len(app.RecoveryCodes), loyalty.RecoveryCodeCount)
	}
	seenCodes := map[string]bool{}
	for _, code := range app.RecoveryCodes {
		if seenCodes[code] || !regexp.MustCompile(`^[a-z2-9]{4}(-[a-z2-9]{4}){2}$`).MatchString(code) {
			t.Errorf("the code %q occurs twice or has the wrong form", code)
		}
		seenCodes[code] = true
	}
	storedHashes := strings.Join(shop.Database.Rows(t, "SELECT code_hash FROM recovery_codes"), " ")
	if strings.Contains(storedHashes, strings.ReplaceAll(app.RecoveryCodes[0], "-", "")) || strings.Contains(storedHashes, app.RecoveryCodes[0]) {
		t.Error("recovery codes are stored as they are")
	}
	_, actor := signIn(t, shop.Town, owner)
	try := func(code string) error {
		_, err := shop.Cases.SecondFactors.Pass(t.Context(), actor, code)
		return err
	}
	if err := try(others.RecoveryCodes[0]); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("another user's code: %v, want ErrSecondFactorRefused", err)
	}
	if err := try(" " + strings.ToUpper(app.RecoveryCodes[3])); err != nil {
		t.Errorf("a code in capitals: %v", err)
	}
	if err := try(app.RecoveryCodes[3]); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("the same code again returns %v, want ErrSecondFactorRefused", err)
	}
	if state, err := shop.Cases.SecondFactors.State(t.Context(), actor); err != nil || state.CodesLeft != loyalty.RecoveryCodeCount-1 {
		t.Errorf("%d codes are left, %v; want %d", state.CodesLeft, err, loyalty.RecoveryCodeCount-1)
	}
	if got := trail(t, shop.Town, owner); strings.Count(got, "user.recovery-code-used") != 1 {
		t.Errorf("the trail has %q, want one used recovery code", got)
	}
	drawnCodes, err := shop.Cases.SecondFactors.DrawCodes(t.Context(), actor)
	if err != nil {
		t.Fatal(err)
	}
	if err := try(app.RecoveryCodes[4]); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("a replaced code returns %v, want ErrSecondFactorRefused", err)
	}
	if err := try(drawnCodes[4]); err != nil {
		t.Errorf("a new code: %v", err)
	}
}

func TestSecondFactor_Compulsory_ForOperatorsAndWhereRequired(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator := shop.StrictOperator(t)
	session, actor := signIn(t, shop.Town, operator)
	if session.Pending != loyalty.EnrolmentPending || actor.Session.Pending != loyalty.EnrolmentPending {
		t.Errorf("an operator's session needs %s and its token %s, want an enrolment", session.Pending, actor.Session.Pending)
	}
	enrolledActor := shop.Actor(t, shop.Enrol(t, operator).Session.Token)
	if enrolledActor.Session.Pending != loyalty.NothingPending {
		t.Errorf("after the enrolment the session needs %s, want nothing", enrolledActor.Session.Pending)
	}
	if err := shop.Cases.SecondFactors.Remove(t.Context(), enrolledActor); !errors.Is(err, loyalty.ErrSecondFactorCompulsory) {
		t.Errorf("an operator who removes the second factor gets %v, want ErrSecondFactorCompulsory", err)
	}
	barber, open := signIn(t, shop.Town, shop.Staff[loyalty.Barber])
	required := true
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{SecondFactorRequired: &required}, false); err != nil {
		t.Fatal(err)
	}
	if open = shop.Actor(t, barber.Token); open.Session.Pending != loyalty.EnrolmentPending {
		t.Errorf("an open session of a business that requires a second factor needs %s, want an enrolment", open.Session.Pending)
	}
	state, err := shop.Cases.SecondFactors.State(t.Context(), open)
	if err != nil || !state.IsCompulsory || state.PendingFactor != loyalty.EnrolmentPending {
		t.Errorf("the barber sees %+v, %v; want IsCompulsory true and PendingFactor %v", state, err, loyalty.EnrolmentPending)
	}
	if demo := shop.Actor(t, shop.Token(t, shop.Operator(t))); demo.Session.Pending != loyalty.NothingPending {
		t.Errorf("an exempt operator needs %s, want %s", demo.Session.Pending, loyalty.NothingPending)
	}
}

func TestSecondFactor_Removed_SignInIsOneStepAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	admin, barber, foreign := shop.Staff[loyalty.Admin], shop.Staff[loyalty.Barber], shop.Town.Shop(t)
	own := shop.Actor(t, shop.Enrol(t, admin).Session.Token)
	if err := shop.Cases.SecondFactors.Remove(t.Context(), own); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.SecondFactors.Remove(t.Context(), own); !errors.Is(err, loyalty.ErrNoSecondFactor) {
		t.Errorf("removing a second factor that does not exist returns %v, want ErrNoSecondFactor", err)
	}
	if session, _ := signIn(t, shop.Town, admin); session.Pending != loyalty.NothingPending {
		t.Errorf("after the removal a session needs %s, want %s", session.Pending, loyalty.NothingPending)
	}
	app := shop.Enrol(t, barber)
	for name, c := range map[string]struct {
		actor usecase.Actor
		want  error
	}{"an owner elsewhere": {foreign.Owner, loyalty.ErrUserNotFound}, "a barber": {shop.Barber, loyalty.ErrForbidden}} {
		if c.actor == shop.Barber {
			c.actor.UserID = shop.Account(loyalty.Barber).ID
		}
		if _, err := shop.Cases.SecondFactors.RemoveOf(t.Context(), c.actor, barber.ID); !errors.Is(err, c.want) {
			t.Errorf("%s who removes the second factor returns %v, want %v", name, err, c.want)
		}
	}
	if _, err := shop.Cases.SecondFactors.RemoveOf(t.Context(), shop.Admin, barber.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), app.Session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the session of a lost second factor: %v, want ErrTokenExpired", err)
	}
	if rows := shop.Database.Rows(t, "SELECT user_id FROM recovery_codes UNION ALL SELECT id FROM users WHERE totp_secret IS NOT NULL"); len(rows) > 0 {
		t.Errorf("the second factor of %q is still stored", rows)
	}
	for _, user := range []loyalty.User{admin, barber} {
		if got := trail(t, shop.Town, user); strings.Count(got, "user.second-factor-removed") != 1 {
			t.Errorf("the trail of %s has %q, want one removed factor", user.Role, got)
		}
	}
}

func TestEnrolment_KeyThatWasReplaced_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	factors := shop.Cases.SecondFactors
	if _, _, err := factors.Confirm(t.Context(), shop.Owner, "123456"); !errors.Is(err, loyalty.ErrEnrolmentOutdated) {
		t.Errorf("confirming before a key was offered: %v, want ErrEnrolmentOutdated", err)
	}
	first, err := factors.Begin(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	second, err := factors.Begin(t.Context(), shop.Owner)
	if err != nil || first.Secret == second.Secret {
		t.Fatalf("two enrolments must give different keys; %v", err)
	}
	if _, _, err := factors.Confirm(t.Context(), shop.Owner, shop.Clock.Code(t, first.Secret)); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("a code of the replaced key: %v, want ErrSecondFactorRefused", err)
	}
	if session, _ := signIn(t, shop.Town, shop.Staff[loyalty.Owner]); session.Pending != loyalty.NothingPending {
		t.Error("an unconfirmed key counts as a second factor")
	}
	if _, _, err := factors.Confirm(t.Context(), shop.Owner, shop.Clock.Code(t, second.Secret)); err != nil {
		t.Fatal(err)
	}
	if _, err := factors.Begin(t.Context(), shop.Owner); !errors.Is(err, loyalty.ErrSecondFactorRequired) {
		t.Errorf("a second enrolment without the code of the first: %v, want ErrSecondFactorRequired", err)
	}
	if _, _, err := factors.Confirm(t.Context(), shop.Owner, shop.Clock.NextCode(t, second.Secret)); !errors.Is(err, loyalty.ErrSecondFactorEnrolled) {
		t.Errorf("a second confirmation: %v, want ErrSecondFactorEnrolled", err)
	}
}

func TestReauthenticate_PasswordAndCode_MakeTheSessionRecent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	token := shop.Token(t, owner)
	recent := func(token string) error { return shop.Cases.Sessions.RequireRecent(shop.Actor(t, token)) }
	shop.Clock.Advance(loyalty.RecentAuthentication)
	if err := recent(token); err != nil {
		t.Errorf("five minutes after the sign-in: %v", err)
	}
	shop.Clock.Advance(time.Second)
	if err := recent(token); !errors.Is(err, loyalty.ErrRecentAuthenticationRequired) {
		t.Errorf("a second later: %v, want ErrRecentAuthenticationRequired", err)
	}
	again := func(password, code string) (access.Session, error) {
		return shop.Cases.SecondFactors.Reauthenticate(t.Context(), shop.Actor(t, token), password, code)
	}
	if _, err := again("otra", ""); !errors.Is(err, loyalty.ErrWrongPassword) {
		t.Errorf("a wrong password: %v, want ErrWrongPassword", err)
	}
	session, err := again(servicetest.Password, "")
	if err != nil || recent(session.Token) != nil {
		t.Errorf("after the password: %v; want a recent session", err)
	}
	if had, has := shop.Actor(t, token).Session, shop.Actor(t, session.Token).Session; had.ID != has.ID || !had.ExpiresAt.Equal(has.ExpiresAt) {
		t.Errorf("the session %+v became another one: %+v", had, has)
	}

	app := shop.Enrol(t, owner)
	token = app.Session.Token
	shop.Clock.Advance(time.Hour)
	var refusal *loyalty.Error
	if _, err := again(servicetest.Password, ""); !errors.As(err, &refusal) || refusal.Code != loyalty.ErrValidation.Code {
		t.Errorf("the password without a code returns %v, want ErrValidation", err)
	}
	if _, err := again(servicetest.Password, "000000"); !errors.Is(err, loyalty.ErrSecondFactorRefused) {
		t.Errorf("with a wrong code: %v, want ErrSecondFactorRefused", err)
	}
	code := shop.Clock.NextCode(t, app.Secret)
	if _, err := again("otra", code); !errors.Is(err, loyalty.ErrWrongPassword) {
		t.Errorf("a wrong password with a right code: %v, want ErrWrongPassword", err)
	}
	if session, err = again(servicetest.Password, code); err != nil || recent(session.Token) != nil {
		t.Errorf("with the password and a code: %v; want a recent session", err)
	}
}

func TestSignOut_SessionWithSeveralTokens_EndsAll(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := shop.Token(t, shop.Staff[loyalty.Owner])
	session, err := shop.Cases.SecondFactors.Reauthenticate(t.Context(), shop.Actor(t, first), servicetest.Password, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Sessions.SignOut(t.Context(), session.Token); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{first, session.Token} {
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("a token of a session that was ended: %v, want ErrTokenExpired", err)
		}
	}
}

func TestChangePassword_SessionWithSecondFactor_StaysComplete(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	app := shop.Enrol(t, shop.Staff[loyalty.Owner])
	shop.Clock.Advance(time.Hour)
	session, err := shop.Cases.Sessions.ChangePassword(t.Context(), shop.Actor(t, app.Session.Token), servicetest.Password, "Navaja y peine 7")
	if err != nil {
		t.Fatal(err)
	}
	actor := shop.Actor(t, session.Token)
	if actor.Session.Pending != loyalty.NothingPending || shop.Cases.Sessions.RequireRecent(actor) == nil {
		t.Errorf("the session is %+v, want it complete and not recent", actor.Session)
	}
}

func TestAccounts_OfOwnersAndAdmins_NeedRecentAuthentication(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	old := shop.Owner
	old.Session.AuthenticatedAt = shop.Clock.Now().Add(-loyalty.RecentAuthentication - time.Second)
	draft := func(role loyalty.Role) access.NewUser {
		return access.NewUser{Email: rand.Text() + "@axioma.test", Role: role, Password: servicetest.Password}
	}
	for name, act := range map[string]func(actor usecase.Actor, role loyalty.Role) error{
		"create": func(actor usecase.Actor, role loyalty.Role) error {
			return servicetest.ErrorOf(shop.Cases.Users.Create(t.Context(), actor, draft(role), ""))
		},
		"invite": func(actor usecase.Actor, role loyalty.Role) error {
			return servicetest.ErrorOf(shop.Cases.Invitations.Create(t.Context(), actor, draft(role), ""))
		},
		"reset": func(actor usecase.Actor, role loyalty.Role) error {
			return servicetest.ErrorOf(shop.Cases.Users.ResetPassword(t.Context(), actor, shop.Account(role).ID, ""))
		},
		"invite again": func(actor usecase.Actor, role loyalty.Role) error {
			invitedUser, err := shop.Cases.Invitations.Create(t.Context(), shop.Recent(shop.Owner), draft(loyalty.Barber), "")
			if err == nil {
				err = shop.Database.Try(t, "UPDATE users SET role = '"+string(role)+"' WHERE id = '"+invitedUser.User.ID+"'")
			}
			if err != nil {
				t.Fatal(err)
			}
			return servicetest.ErrorOf(shop.Cases.Invitations.Renew(t.Context(), actor, invitedUser.User.ID))
		},
	} {
		for _, role := range []loyalty.Role{loyalty.Owner, loyalty.Admin, loyalty.Barber} {
			if role == loyalty.Owner && (name == "create" || name == "invite") {
				continue
			}
			var want error
			if role != loyalty.Barber {
				want = loyalty.ErrRecentAuthenticationRequired
			}
			if err := act(old, role); !errors.Is(err, want) {
				t.Errorf("%s as %s, over five minutes after the sign-in: %v, want %v", name, role, err, want)
			}
			if err := act(shop.Recent(old), role); err != nil {
				t.Errorf("%s as %s, soon after the sign-in: %v", name, role, err)
			}
		}
	}
}

func TestOperators_RemoveSecondFactor_EndsSessions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	operator, owner := shop.StrictOperator(t), shop.Staff[loyalty.Owner]
	app, owners := shop.Enrol(t, operator), shop.Enrol(t, owner)
	if err := shop.Cases.Operators.RemoveSecondFactor(t.Context(), owner.Email); !errors.Is(err, loyalty.ErrUserNotFound) {
		t.Errorf("removing an owner's second factor as an operator's returns %v, want ErrUserNotFound", err)
	}
	if err := shop.Cases.Operators.RemoveSecondFactor(t.Context(), operator.Email); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Operators.RemoveSecondFactor(t.Context(), operator.Email); !errors.Is(err, loyalty.ErrNoSecondFactor) {
		t.Errorf("removing an operator's second factor again returns %v, want ErrNoSecondFactor", err)
	}
	if err := shop.Cases.Operators.RemoveAnySecondFactor(t.Context(), owner.Email); err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{app.Session.Token, owners.Session.Token} {
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("the session afterwards: %v, want ErrTokenExpired", err)
		}
	}
	if session, _ := signIn(t, shop.Town, operator); session.Pending != loyalty.EnrolmentPending {
		t.Errorf("the next sign-in needs %s, want an enrolment", session.Pending)
	}
}
