package access_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

// waitUntilTokenRefused allows for the staleness of SQLite's cache.
func waitUntilTokenRefused(t *testing.T, shop *servicetest.Shop, name string, authenticate func() error) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		err := authenticate()
		if errors.Is(err, loyalty.ErrTokenExpired) {
			return
		}
		if err != nil || shop.Database.URL != "" {
			t.Fatalf("%s: the token is refused: %v", name, err)
		}
		select {
		case <-deadline:
			t.Fatalf("%s: the token stays valid", name)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestStaffToken_EndedOnOneServer_EndsOnAll(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	otherServer := shop.SecondServerOnOtherMachine(t, 0)
	here := shop.Cases
	operator := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	own := func(user loyalty.User) usecase.Actor {
		return usecase.Actor{UserID: user.ID, Role: user.Role, BusinessID: shop.Business.ID}
	}
	for _, test := range []struct { // the suspension must be last
		what string
		end  func(user loyalty.User, token string) error
	}{
		{"signing out", func(_ loyalty.User, token string) error { return here.Sessions.SignOut(t.Context(), token) }},
		{"changed own password", func(user loyalty.User, _ string) error {
			_, err := here.Sessions.ChangePassword(t.Context(), own(user), servicetest.Password, "navaja y peine 7")
			return err
		}},
		{"reset by the owner", func(user loyalty.User, _ string) error {
			_, err := here.Users.ResetPassword(t.Context(), shop.Owner, user.ID, "")
			return err
		}},
		{"disabling", func(user loyalty.User, _ string) error {
			_, err := here.Users.Disable(t.Context(), shop.Owner, user.ID)
			return err
		}},
		{"an operator who ends sessions", func(user loyalty.User, _ string) error {
			return here.Operators.EndSessions(t.Context(), user.Email)
		}},
		{"an operator who ends all sessions", func(loyalty.User, string) error {
			_, err := here.Operators.EndAllSessions(t.Context())
			return err
		}},
		{"suspending the business", func(loyalty.User, string) error {
			_, err := here.ControlPanel.Suspend(t.Context(), operator, shop.Business.ID)
			return err
		}},
	} {
		user := shop.Account(loyalty.Barber)
		token := shop.Token(t, user)
		authenticate := func() error { _, err := otherServer.Sessions.Authenticate(t.Context(), token); return err }
		if err := authenticate(); err != nil {
			t.Fatalf("before %s: %v", test.what, err)
		}
		if err := test.end(user, token); err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		waitUntilTokenRefused(t, shop, test.what, authenticate)
	}
}

func TestPortalStream_SessionEndedElsewhere_EndsWithinASecond(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		town := servicetest.NewTownOn(t, database)
		operator := usecase.Actor{UserID: town.Operator(t).ID, Role: loyalty.Superadmin}
		for _, test := range []struct {
			what string
			end  func(shop *servicetest.Shop, ana loyalty.Customer, token string) error
		}{
			{"signing out", func(shop *servicetest.Shop, _ loyalty.Customer, token string) error {
				return shop.Cases.Portal.SignOut(t.Context(), token)
			}},
			{"another phone", func(shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
				shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
				return nil
			}},
			{"archiving", func(shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
				shop.Archive(ana)
				return nil
			}},
			{"a merge", func(shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
				_, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, shop.Customer("Anita").ID, ana.ID)
				return err
			}},
			{"suspending the business", func(shop *servicetest.Shop, _ loyalty.Customer, _ string) error {
				_, err := shop.Cases.ControlPanel.Suspend(t.Context(), operator, shop.Business.ID)
				return err
			}},
		} {
			shop := town.Shop(t)
			mustEndStreamWithinASecond(t, shop, town.SecondServerOnOtherMachine(t, 0), test.what, test.end)
		}
	})
}

func mustEndStreamWithinASecond(
	t *testing.T, shop *servicetest.Shop, otherServer *service.Service, name string, end func(*servicetest.Shop, loyalty.Customer, string) error,
) {
	t.Helper()
	ana := shop.Customer("Ana")
	token := shop.PortalToken(ana)
	user, err := otherServer.Portal.Authenticate(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := otherServer.Live.Listen(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	defer otherServer.Live.StopListening(listener)
	time.Sleep(time.Minute)
	<-listener.Changed // the signal for earlier changes
	shop.Clock.Advance(time.Minute)
	if err := end(shop, ana, token); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	endedAt := time.Now()
	<-listener.Changed
	if took := time.Since(endedAt); took > time.Second {
		t.Errorf("%s was noticed after %s, want within a second", name, took)
	}
	if _, err := otherServer.Portal.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("%s: the portal token returns %v, want ErrTokenExpired", name, err)
	}
}
