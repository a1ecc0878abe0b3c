package access_test

import (
	"context"
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

// Spec: entities-18, validation-11, roles-13, roles-14
func TestUsers_Create_DependsOnTheRole(t *testing.T) {
	shop := servicetest.New(t)
	roles := []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin, BusinessID: shop.Business.ID}
	for _, row := range []struct {
		actor        usecase.Actor
		allowedRoles []loyalty.Role
	}{
		{shop.Admin, []loyalty.Role{loyalty.Barber}},
		{shop.Owner, []loyalty.Role{loyalty.Barber, loyalty.Admin}},
		{operator, []loyalty.Role{loyalty.Barber, loyalty.Admin}},
	} {
		for _, role := range roles {
			draft := access.NewUser{Email: fmt.Sprintf("%s-%s@nuevo.test", row.actor.Role, role), Password: "clave1", Role: role}
			user, err := shop.Cases.Users.Create(context.Background(), shop.Recent(row.actor), draft, "")
			allowed := false
			for _, r := range row.allowedRoles {
				allowed = allowed || r == role
			}
			if allowed != (err == nil) {
				t.Errorf("%s creates %s: %v, want allowed = %t", row.actor.Role, role, err, allowed)
			}
			if err == nil && user.BusinessID != shop.Business.ID {
				t.Errorf("%s created a %s in business %q, want %q", row.actor.Role, role, user.BusinessID, shop.Business.ID)
			}
		}
	}
}

// Spec: validation-10, limits-2
func TestUsers_Create_NeedsUniqueEmailAndSixCharacters(t *testing.T) {
	shop := servicetest.New(t)
	create := func(email, password string) error {
		_, err := shop.Cases.Users.Create(context.Background(), shop.Owner, access.NewUser{Email: email, Password: password, Role: loyalty.Barber}, "")
		return err
	}
	servicetest.MustRefuse(t, "an address in use", create(" "+shop.Staff[loyalty.Admin].Email, "clave1"), loyalty.ErrEmailTaken)
	servicetest.MustRefuse(t, "an invalid address", create("nadie", "clave1"), loyalty.ErrValidation)
	servicetest.MustRefuse(t, "a password of five characters", create("nuevo@axioma.test", "clave"), loyalty.ErrValidation)
	if err := create("NUEVO@axioma.test", "clave1"); err != nil {
		t.Errorf("a password of six characters is refused: %v", err)
	}
	if _, err := shop.Cases.Sessions.SignIn(context.Background(), "nuevo@AXIOMA.test", "clave1"); err != nil {
		t.Errorf("signing in with the new account: %v", err)
	}
}

// Spec: roles-21
func TestResetPassword_TemporaryPassword_SignsInAndEndsSessions(t *testing.T) {
	shop := servicetest.New(t)
	ctx := context.Background()
	barber := shop.Staff[loyalty.Barber]
	token := shop.Token(t, barber)

	temporary, err := shop.Cases.Users.ResetPassword(ctx, shop.Admin, barber.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = shop.Cases.Sessions.Authenticate(ctx, token)
	servicetest.MustRefuse(t, "the token from before", err, loyalty.ErrTokenExpired)
	_, err = shop.Cases.Sessions.SignIn(ctx, barber.Email, servicetest.Password)
	servicetest.MustRefuse(t, "the password from before", err, loyalty.ErrSignInFailed)
	if _, err := shop.Cases.Sessions.SignIn(ctx, barber.Email, temporary); err != nil {
		t.Errorf("the temporary password is refused: %v", err)
	}
	again, err := shop.Cases.Users.ResetPassword(ctx, shop.Admin, barber.ID, "")
	if err != nil || again == temporary || len(again) != 19 {
		t.Errorf("a second reset gives %q (%v), want another password of 19 characters", again, err)
	}
	if _, err := shop.Cases.Users.ResetPassword(ctx, shop.Recent(shop.Owner), shop.Admin.UserID, "elegida"); err != nil {
		t.Errorf("a reset to a chosen password: %v", err)
	}
	servicetest.MustRefuse(t, "a short chosen password", servicetest.ErrorOf(shop.Cases.Users.ResetPassword(ctx, shop.Recent(shop.Owner), shop.Admin.UserID, "corta")), loyalty.ErrValidation)
}

// Spec: roles-12, roles-15
func TestUsers_ResetAndDisable_DependOnTheRole(t *testing.T) {
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ctx := context.Background()
	servicetest.MustRefuse(t, "ADMIN resets OWNER", servicetest.ErrorOf(shop.Cases.Users.ResetPassword(ctx, shop.Admin, shop.Owner.UserID, "")), loyalty.ErrForbidden)
	servicetest.MustRefuse(t, "ADMIN disables ADMIN", servicetest.ErrorOf(shop.Cases.Users.Disable(ctx, usecase.Actor{UserID: "x", Role: loyalty.Admin, BusinessID: shop.Business.ID}, shop.Admin.UserID)), loyalty.ErrForbidden)
	servicetest.MustRefuse(t, "OWNER resets another business's barber", servicetest.ErrorOf(shop.Cases.Users.ResetPassword(ctx, shop.Owner, other.Barber.UserID, "")), loyalty.ErrUserNotFound)
	servicetest.MustRefuse(t, "OWNER disables another business's barber", servicetest.ErrorOf(shop.Cases.Users.Disable(ctx, shop.Owner, other.Barber.UserID)), loyalty.ErrUserNotFound)
	servicetest.MustRefuse(t, "OWNER disables the own account", servicetest.ErrorOf(shop.Cases.Users.Disable(ctx, shop.Owner, shop.Owner.UserID)), loyalty.ErrOwnAccount)
	if _, err := shop.Cases.Users.ResetPassword(ctx, shop.Recent(shop.Owner), shop.Admin.UserID, ""); err != nil {
		t.Errorf("OWNER resets ADMIN: %v", err)
	}
	for actor, want := range map[*usecase.Actor]int{&shop.Admin: 1, &shop.Owner: 3} {
		users, err := shop.Cases.Users.List(ctx, *actor)
		if err != nil || len(users) != want {
			t.Errorf("%s sees %d users (%v), want %d", actor.Role, len(users), err, want)
		}
	}
}

func TestUsers_Disabled_CannotSignInUntilEnabled(t *testing.T) {
	shop := servicetest.New(t)
	ctx := context.Background()
	barber := shop.Staff[loyalty.Barber]
	token := shop.Token(t, barber)
	if user, err := shop.Cases.Users.Disable(ctx, shop.Owner, barber.ID); err != nil || user.DisabledAt.IsZero() {
		t.Fatalf("disabling: %v, %v; want a disabled user", user.DisabledAt, err)
	}
	_, err := shop.Cases.Sessions.Authenticate(ctx, token)
	servicetest.MustRefuse(t, "the token of a disabled user", err, loyalty.ErrTokenExpired)
	servicetest.MustRefuse(t, "a disabled user signs in", servicetest.ErrorOf(shop.Cases.Sessions.SignIn(ctx, barber.Email, servicetest.Password)), loyalty.ErrSignInFailed)
	if _, err := shop.Cases.Users.Enable(ctx, shop.Owner, barber.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Sessions.SignIn(ctx, barber.Email, servicetest.Password); err != nil {
		t.Errorf("an enabled user cannot sign in: %v", err)
	}
	_, err = shop.Cases.Sessions.Authenticate(ctx, token)
	servicetest.MustRefuse(t, "a token from before stays ended", err, loyalty.ErrTokenExpired)
}

func TestUsers_SameKey_CreatesOneAccount(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	draft := access.NewUser{Email: "bea@axioma.test", Name: "Bea", Role: loyalty.Barber, Password: servicetest.Password}
	first, err := shop.Cases.Users.Create(t.Context(), shop.Owner, draft, "one")
	if err != nil {
		t.Fatal(err)
	}
	again, err := shop.Cases.Users.Create(t.Context(), shop.Owner, draft, "one")
	if err != nil || again.ID != first.ID || again.Email != first.Email {
		t.Errorf("the same request gives %+v, %v; want the first user", again, err)
	}
	other := draft
	other.Email = "eva@axioma.test"
	if _, err := shop.Cases.Users.Create(t.Context(), shop.Owner, other, "one"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another request with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	for range 2 { // a refusal is replayed too
		if _, err := shop.Cases.Users.Create(t.Context(), shop.Owner, draft, "two"); !errors.Is(err, loyalty.ErrEmailTaken) {
			t.Errorf("the same request with another key returns %v, want ErrEmailTaken", err)
		}
	}
	neighbour := shop.Town.Shop(t)
	if _, err := shop.Cases.Users.Create(t.Context(), neighbour.Owner, other, "one"); err != nil {
		t.Errorf("the same key in another business is refused: %v", err)
	}
	keyRows := strings.Join(shop.Database.Rows(t, "SELECT key, request, answer FROM idempotency_keys"), "\n")
	if strings.Contains(keyRows, servicetest.Password) {
		t.Errorf("a password is stored with a key: %s", keyRows)
	}
}

func mustChoose(t *testing.T, shop *servicetest.Shop, email, temporary string) usecase.Actor {
	t.Helper()
	session, err := shop.Cases.Sessions.SignIn(t.Context(), email, temporary)
	if err != nil || !session.User.MustChoosePassword() {
		t.Fatalf("the temporary password gives a session of %+v, %v; want one that must choose a password", session.User, err)
	}
	actor, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token)
	if err != nil || !actor.MustChoosePassword {
		t.Fatalf("the session belongs to %+v, %v; want an actor who must choose a password", actor, err)
	}
	return actor
}

func TestTemporaryPassword_MustBeReplacedFirst(t *testing.T) {
	t.Parallel()
	for name, give := range map[string]func(*testing.T, *servicetest.Shop) (email, password string){
		"a new account": func(t *testing.T, shop *servicetest.Shop) (string, string) {
			draft := access.NewUser{Email: "nuevo@axioma.test", Password: "Tijera-7", Role: loyalty.Barber}
			if _, err := shop.Cases.Users.Create(t.Context(), shop.Owner, draft, ""); err != nil {
				t.Fatal(err)
			}
			return draft.Email, draft.Password
		},
		"a reset": func(t *testing.T, shop *servicetest.Shop) (string, string) {
			temporary, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Recent(shop.Owner), shop.Admin.UserID, "")
			if err != nil {
				t.Fatal(err)
			}
			return shop.Staff[loyalty.Admin].Email, temporary
		},
		"a password that the owner chose": func(t *testing.T, shop *servicetest.Shop) (string, string) {
			temporary, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Recent(shop.Owner), shop.Admin.UserID, "Tijera-7")
			if err != nil {
				t.Fatal(err)
			}
			return shop.Staff[loyalty.Admin].Email, temporary
		},
		"a new business": func(t *testing.T, shop *servicetest.Shop) (string, string) {
			boss := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
			openedBusiness, err := shop.Cases.ControlPanel.Open(t.Context(), boss, service.BusinessDraft{Name: "Otra", OwnerEmail: "luz@axioma.test"}, "")
			if err != nil {
				t.Fatal(err)
			}
			return openedBusiness.Owner.Email, openedBusiness.Password
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			email, temporary := give(t, shop)
			actor := mustChoose(t, shop, email, temporary)
			servicetest.MustRefuse(t, "the temporary password again", servicetest.ErrorOf(shop.Cases.Sessions.ChangePassword(t.Context(), actor, temporary, temporary)), loyalty.ErrValidation)
			session, err := shop.Cases.Sessions.ChangePassword(t.Context(), actor, temporary, "Mía-y-nueva-1")
			if err != nil || session.User.MustChoosePassword() {
				t.Fatalf("the chosen password gives a session of %+v, %v; want MustChoosePassword false", session.User, err)
			}
			if actor, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token); err != nil || actor.MustChoosePassword {
				t.Errorf("the remaining session belongs to %+v, %v; want MustChoosePassword false", actor, err)
			}
			shop.Clock.Advance(100 * time.Hour)
			if session, err := shop.Cases.Sessions.SignIn(t.Context(), email, "Mía-y-nueva-1"); err != nil || session.User.MustChoosePassword() {
				t.Errorf("days later the chosen password gives a session of %+v, %v; want a session that need not choose", session.User, err)
			}
		})
	}
}

func TestTemporaryPassword_AfterThreeDays_Expires(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	email := shop.Staff[loyalty.Barber].Email
	temporary, err := shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, shop.Barber.UserID, "")
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(72*time.Hour - time.Minute)
	mustChoose(t, shop, email, temporary)
	shop.Clock.Advance(time.Minute)
	servicetest.MustRefuse(t, "the temporary password after three days", servicetest.ErrorOf(shop.Cases.Sessions.SignIn(t.Context(), email, temporary)), loyalty.ErrPasswordExpired)
	servicetest.MustRefuse(t, "a wrong password after three days", servicetest.ErrorOf(shop.Cases.Sessions.SignIn(t.Context(), email, "otra")), loyalty.ErrSignInFailed)
	if temporary, err = shop.Cases.Users.ResetPassword(t.Context(), shop.Owner, shop.Barber.UserID, ""); err != nil {
		t.Fatal(err)
	}
	mustChoose(t, shop, email, temporary)
}
