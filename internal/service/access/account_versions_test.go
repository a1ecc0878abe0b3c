package access_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// forge signs claims, as a thief of a backup could.
func forge(t *testing.T, shop *servicetest.Shop, claims jwt.MapClaims) string {
	t.Helper()
	key := signingKey(t, shop)
	return signToken(t, jwt.SigningMethodHS256, key.ID, key.Secret, claims)
}

func forgeStaff(t *testing.T, shop *servicetest.Shop, user loyalty.User, version int64) string {
	t.Helper()
	return forge(t, shop, jwt.MapClaims{
		"jti": "forged", "sub": user.ID, "aud": "staff", "exp": shop.Clock.Now().Add(time.Hour).Unix(), "role": string(user.Role), "ver": version,
	})
}

func versionOf(t *testing.T, shop *servicetest.Shop, user loyalty.User) int64 {
	t.Helper()
	version, err := strconv.ParseInt(shop.Database.Rows(t, "SELECT token_version FROM users WHERE id = '"+user.ID+"'")[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return version
}

func TestTokenVersion_EveryChange_CannotBeForgedWithAnOldKey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	boss := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	disableAndEnable := func(user loyalty.User) error {
		_, err := shop.Cases.Users.Disable(t.Context(), shop.Owner, user.ID)
		if err == nil {
			_, err = shop.Cases.Users.Enable(t.Context(), shop.Owner, user.ID)
		}
		return err
	}
	for name, change := range map[string]func(user loyalty.User) error{
		"password reset": func(user loyalty.User) error {
			_, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, user.ID, "")
			return err
		},
		"a reset by the operator": func(user loyalty.User) error {
			_, err := shop.Cases.Operators.ResetAnyAccount(t.Context(), user.Email)
			return err
		},
		"password change": func(user loyalty.User) error {
			actor := usecase.Actor{UserID: user.ID, Role: user.Role, BusinessID: shop.Business.ID}
			_, err := shop.Cases.Sessions.ChangePassword(t.Context(), actor, servicetest.Password, "navaja y peine 7")
			return err
		},
		"disabling and enabling":        disableAndEnable,
		"ending one account's sessions": func(user loyalty.User) error { return shop.Cases.Operators.EndSessions(t.Context(), user.Email) },
		"ending all sessions": func(loyalty.User) error {
			_, err := shop.Cases.Operators.EndAllSessions(t.Context())
			return err
		},
		"suspension": func(loyalty.User) error {
			_, err := shop.Cases.ControlPanel.Suspend(t.Context(), boss, shop.Business.ID)
			if err == nil {
				_, err = shop.Cases.ControlPanel.Reactivate(t.Context(), boss, shop.Business.ID)
			}
			return err
		},
	} {
		user := shop.Account(loyalty.Barber)
		before := versionOf(t, shop, user)
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), forgeStaff(t, shop, user, before)); err != nil {
			t.Fatalf("before %s a token of the current version is refused: %v", name, err)
		}
		if err := change(user); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for version := before; version < before+5; version++ {
			if _, err := shop.Cases.Sessions.Authenticate(t.Context(), forgeStaff(t, shop, user, version)); !errors.Is(err, loyalty.ErrTokenExpired) {
				t.Errorf("after %s a token of version %d, made at version %d, returns %v; want ErrTokenExpired", name, version, before, err)
			}
		}
	}
}

func TestTokenVersion_NewAccount_CannotBeForgedWithAnOldKey(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	user, err := shop.Cases.Users.Create(t.Context(), shop.Recent(shop.Owner), access.NewUser{Email: "eva@axioma.test", Name: "Eva", Role: loyalty.Admin, Password: servicetest.Password}, "")
	if err != nil {
		t.Fatal(err)
	}
	operator, err := shop.Cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: "boss@axioma.test", Name: "Boss", Password: "xk3-99-valle"})
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range []loyalty.User{user, operator} {
		for version := range int64(20) {
			if _, err := shop.Cases.Sessions.Authenticate(t.Context(), forgeStaff(t, shop, account, version)); !errors.Is(err, loyalty.ErrTokenExpired) {
				t.Errorf("a forged token of version %d for a new %s returns %v, want ErrTokenExpired", version, account.Role, err)
			}
		}
	}
}

// An update of the program ends no session: counted versions are accepted as long as a token with one may be valid.
func TestTokenVersion_FormerCounter_IsAcceptedForOneSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	barber, admin := shop.Staff[loyalty.Barber], shop.Staff[loyalty.Admin]
	shop.Database.Corrupt(t, "UPDATE users SET previous_token_version = 3, previous_token_version_at = "+strconv.FormatInt(shop.Clock.Now().UnixMilli(), 10))
	updatedServer := shop.SecondServerOnOtherMachine(t, 0)
	token := forgeStaff(t, shop, barber, 3)
	authenticate := func(token string) error {
		_, err := updatedServer.Sessions.Authenticate(t.Context(), token)
		return err
	}
	if err := authenticate(token); err != nil {
		t.Errorf("a token from before the update is refused: %v", err)
	}
	if err := authenticate(forgeStaff(t, shop, barber, 4)); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a token of a version that never existed returns %v, want ErrTokenExpired", err)
	}
	if _, err := updatedServer.Users.ResetPassword(t.Context(), shop.Recent(shop.Owner), admin.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := authenticate(forgeStaff(t, shop, admin, 3)); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after a reset a token from before the update returns %v, want ErrTokenExpired", err)
	}
	if _, err := updatedServer.Operators.EndAllSessions(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := authenticate(token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after all sessions were ended a token from before the update returns %v, want ErrTokenExpired", err)
	}
	status := store.SessionStatus{TokenVersion: 9, VersionRandomizedAt: shop.Clock.Now()}
	status.FormerVersion.Int64, status.FormerVersion.Valid = 3, true
	last := shop.Clock.Now().Add(servicetest.Session)
	if !status.Accepts(3, last.Add(-time.Millisecond), servicetest.Session) || status.Accepts(3, last, servicetest.Session) {
		t.Error("the former counter is not accepted for exactly the length of one session")
	}
}

func TestEndAllSessions_TokensAndDeviceMarks_AreRevoked(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	otherServer := shop.SecondServerOnOtherMachine(t, 0)
	ana := shop.Customer("Ana")
	portal, staff := shop.PortalToken(ana), shop.Token(t, shop.Staff[loyalty.Admin])
	account := shop.Staff[loyalty.Owner].Email
	device := shop.EnrolDevice("Tablet")
	knownMarks := access.DeviceMarks{Account: account}
	knownMarks.Marks = shop.Cases.KnownDevices.IssueMarks(knownMarks)
	if _, ok := otherServer.KnownDevices.Identify(t.Context(), knownMarks); !ok {
		t.Fatal("the device is not known")
	}
	sessions, err := shop.Cases.Operators.EndAllSessions(t.Context())
	if err != nil || sessions.Accounts < 3 || sessions.Portals != 1 {
		t.Fatalf("ended sessions are %+v, %v; want at least 3 accounts and one portal", sessions, err)
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), staff); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a staff token returns %v, want ErrTokenExpired", err)
	}
	for name, cases := range map[string]interface {
		Authenticate(context.Context, string) (access.PortalUser, error)
	}{"here": shop.Cases.Portal, "elsewhere": otherServer.Portal} {
		if _, err := cases.Authenticate(t.Context(), portal); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("%s: a portal token returns %v, want ErrTokenExpired", name, err)
		}
	}
	for name, devices := range map[string]*access.KnownDevices{"here": shop.Cases.KnownDevices, "elsewhere": otherServer.KnownDevices} {
		if _, ok := devices.Identify(t.Context(), knownMarks); ok {
			t.Errorf("%s: a device is still known by a mark from before", name)
		}
		fresh := access.DeviceMarks{Account: account, Marks: devices.IssueMarks(access.DeviceMarks{Account: account})}
		if _, ok := devices.Identify(t.Context(), fresh); !ok {
			t.Errorf("%s: a device with a later sign-in is not known", name)
		}
	}
	if _, ok := otherServer.KnownDevices.IdentifyForAnyAccount(knownMarks.Marks); ok {
		t.Error("a mark from before the end of all sessions still counts a device as known")
	}
	if _, knows, err := shop.Cases.Devices.Get(t.Context(), device.Token); !knows || err != nil {
		t.Errorf("the named device is known = %t, %v; want true", knows, err)
	}
	shop.PortalToken(ana)
}

func TestPortal_ForgedTokenWithOwnSession_OpensNoOtherCard(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	claimsOf := func(customer loyalty.Customer) jwt.MapClaims {
		claims := jwt.MapClaims{}
		if _, _, err := jwt.NewParser().ParseUnverified(shop.PortalToken(customer), claims); err != nil {
			t.Fatal(err)
		}
		return claims
	}
	own, victim := claimsOf(eva), claimsOf(ana)
	victim["jti"] = own["jti"]
	forgedToken := forge(t, shop, victim)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), forgedToken); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the forged token returns %v, want ErrTokenExpired", err)
	}
	if _, err := shop.Cases.Portal.OpenCard(t.Context(), forgedToken, ana.ID); err == nil {
		t.Error("the forged token opens another card")
	}
	if _, err := shop.Cases.Portal.SwitchCard(t.Context(), forgedToken, ana.ID); err == nil {
		t.Error("the forged token switches to another card")
	}
	if open, err := shop.Cases.Portal.OpenSessions(t.Context(), forge(t, shop, own)); err != nil || len(open) != 1 {
		t.Errorf("the customer's own session lists %d sessions, %v; want 1", len(open), err)
	}
}

func TestRegistrationToken_ForgedForAnOlderCustomer_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	token, err := shop.Cases.Portal.SignRegistration(ana, shop.Business.ID)
	if err != nil || token == "" {
		t.Fatalf("the token of the portal is %q, %v; want a token", token, err)
	}
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil {
		t.Fatal(err)
	}
	claims["exp"] = shop.Clock.Now().Add(48 * time.Hour).Unix()
	shop.Clock.Advance(24 * time.Hour)
	if _, err := shop.Cases.Portal.AuthenticateRegistration(t.Context(), forge(t, shop, claims)); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a day later the token returns %v, want ErrTokenExpired", err)
	}
}

func TestResetPassword_WhileTheUserChangesIt_GivesAPasswordThatOpens(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for range 8 {
		user := shop.Account(loyalty.Barber)
		actor := usecase.Actor{UserID: user.ID, Role: user.Role, BusinessID: shop.Business.ID}
		var newPassword, token string
		var resetErr, changeErr error
		runTogether(func() {
			newPassword, resetErr = shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, user.ID, "")
		}, func() {
			var session access.Session
			session, changeErr = shop.Cases.Sessions.ChangePassword(t.Context(), actor, servicetest.Password, "thief-chosen-9")
			token = session.Token
		})
		if changeErr != nil && !errors.Is(changeErr, loyalty.ErrTokenExpired) && !errors.Is(changeErr, loyalty.ErrWrongPassword) {
			t.Fatalf("the change of the password returns %v; want no error, ErrTokenExpired or ErrWrongPassword", changeErr)
		}
		if resetErr != nil {
			if !errors.Is(resetErr, loyalty.ErrUserChanged) || changeErr != nil {
				t.Errorf("the reset returns %v, want ErrUserChanged; the change returns %v, want no error", resetErr, changeErr)
			}
			continue
		}
		if _, err := shop.Cases.Sessions.SignIn(t.Context(), user.Email, newPassword); err != nil {
			t.Errorf("signing in with the password that the reset gave: %v", err)
		}
		if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); err == nil {
			t.Error("the session of the change stays valid after the reset")
		}
	}
}

func TestResetPassword_TwoAtOnce_RefusesTheSecond(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for range 4 {
		user := shop.Account(loyalty.Barber)
		var newPasswords [2]string
		var faults [2]error
		reset := func(i int, actor usecase.Actor) func() {
			return func() { newPasswords[i], faults[i] = shop.Cases.Users.ResetPassword(t.Context(), actor, user.ID, "") }
		}
		runTogether(reset(0, shop.Owner), reset(1, shop.Admin))
		acceptedCount := 0
		for i, fault := range faults {
			switch _, err := shop.Cases.Sessions.SignIn(t.Context(), user.Email, newPasswords[i]); {
			case fault != nil && !errors.Is(fault, loyalty.ErrUserChanged):
				t.Errorf("a reset returns %v, want no error or ErrUserChanged", fault)
			case fault == nil && err == nil:
				acceptedCount++
			}
		}
		if acceptedCount != 1 {
			t.Errorf("%d of the given passwords sign in, want 1; the resets return %v", acceptedCount, faults)
		}
	}
}

func TestSetPassword_AnotherVersionThanVerified_ChangesNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	user := shop.Staff[loyalty.Barber]
	set := func(verifiedVersion, version int64) (changed bool) {
		t.Helper()
		err := shop.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) (err error) {
			changed, err = tx.Users().SetPassword(store.PasswordChange{UserID: user.ID, Hash: strconv.FormatInt(version, 10), CheckedVersion: verifiedVersion, Version: version})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return changed
	}
	if !set(user.TokenVersion, 77) || set(user.TokenVersion, 88) || !set(77, 99) {
		t.Error("a password must be written over the verified version only")
	}
	if row := shop.Database.Rows(t, "SELECT password_hash || ' ' || token_version FROM users WHERE id = '"+user.ID+"'"); strings.Join(row, "") != "99 99" {
		t.Errorf("the account has password and version %q, want 99 99", row)
	}
}

func TestDisableAccounts_ChangedPassword_StaysEnabled(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	stays, shut := shop.Account(loyalty.Barber), shop.Account(loyalty.Barber)
	openedAccounts, err := shop.Cases.Operators.AccountsWithPassword(t.Context(), []string{stays.Email, shut.Email}, servicetest.Password)
	if err != nil || len(openedAccounts) != 2 {
		t.Fatalf("%d accounts are opened, %v; want 2", len(openedAccounts), err)
	}
	actor := usecase.Actor{UserID: stays.ID, Role: stays.Role, BusinessID: shop.Business.ID}
	if _, err := shop.Cases.Sessions.ChangePassword(t.Context(), actor, servicetest.Password, "navaja y peine 7"); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Operators.DisableAccounts(t.Context(), openedAccounts); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), stays.Email, "navaja y peine 7"); err != nil {
		t.Errorf("signing in with the user's own password: %v", err)
	}
	if _, err := shop.Cases.Sessions.SignIn(t.Context(), shut.Email, servicetest.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Errorf("signing in with the known password returns %v, want ErrSignInFailed", err)
	}
}

func TestDisable_TwoOperatorsDisableEachOther_OneStays(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	operators := town.Cases.Operators
	for range 40 {
		first, second := town.Operator(t), town.Operator(t)
		var faults [2]error
		runTogether(
			func() { faults[0] = operators.Disable(t.Context(), first.Email, false) },
			func() { faults[1] = operators.Disable(t.Context(), second.Email, false) },
		)
		users, err := operators.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		open := 0
		for _, operator := range users {
			if operator.DisabledAt.IsZero() {
				open++
				if err := operators.Disable(t.Context(), operator.Email, true); err != nil {
					t.Fatal(err)
				}
			}
		}
		if open != 1 {
			t.Fatalf("%d operators may sign in after two have disabled each other: %v; want 1", open, faults)
		}
		if !errors.Is(errors.Join(faults[:]...), loyalty.ErrLastOperator) {
			t.Errorf("neither call returns ErrLastOperator: %v", faults)
		}
	}
}

func TestDisable_TwoOwnersDisableEachOther_OneStays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for range 20 {
		var owners [2]loyalty.User
		var faults [2]error
		for i := range owners {
			owners[i] = shop.Account(loyalty.Owner)
		}
		disable := func(i int) func() {
			return func() {
				actor := usecase.Actor{UserID: owners[i].ID, Role: loyalty.Owner, BusinessID: shop.Business.ID}
				_, faults[i] = shop.Cases.Users.Disable(t.Context(), actor, owners[1-i].ID)
			}
		}
		runTogether(disable(0), disable(1))
		if (faults[0] == nil) == (faults[1] == nil) || !errors.Is(errors.Join(faults[:]...), loyalty.ErrTokenExpired) {
			t.Fatalf("two owners who disable each other get %v; want one success and one ErrTokenExpired", faults)
		}
	}
}

func runTogether(acts ...func()) {
	start := make(chan struct{})
	var all sync.WaitGroup
	for _, one := range acts {
		all.Go(func() { <-start; one() })
	}
	close(start)
	all.Wait()
}
