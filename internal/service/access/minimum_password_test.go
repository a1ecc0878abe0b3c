package access_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func TestMinPassword_EveryNewPassword_IsChecked(t *testing.T) {
	t.Parallel()
	const short, long = "brocha y pe", "brocha y pei" // 11 and 12 characters
	for name, set := range map[string]func(*testing.T, *servicetest.Shop, *service.Service, string) error{
		"own password": func(t *testing.T, shop *servicetest.Shop, cases *service.Service, password string) error {
			_, err := cases.Sessions.ChangePassword(t.Context(), shop.Owner, servicetest.Password, password)
			return err
		},
		"new account": func(t *testing.T, shop *servicetest.Shop, cases *service.Service, password string) error {
			_, err := cases.Users.Create(t.Context(), shop.Owner, access.NewUser{Email: "bea@axioma.test", Password: password, Role: loyalty.Barber}, "")
			return err
		},
		"temporary password": func(t *testing.T, shop *servicetest.Shop, cases *service.Service, password string) error {
			_, err := cases.Users.ResetPassword(t.Context(), shop.Owner, shop.Staff[loyalty.Barber].ID, password)
			return err
		},
		"recovery link": func(t *testing.T, shop *servicetest.Shop, cases *service.Service, password string) error {
			return cases.Recovery.Reset(t.Context(), requestReset(t, shop, shop.Staff[loyalty.Owner].Email), password)
		},
		"invitation": func(t *testing.T, shop *servicetest.Shop, cases *service.Service, password string) error {
			_, err := cases.Invitations.Accept(t.Context(), invite(t, shop, "bea@axioma.test").Token, password)
			return err
		},
		"operator": func(t *testing.T, _ *servicetest.Shop, cases *service.Service, password string) error {
			_, err := cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: "jefe@axioma.test", Password: password})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			strict, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, MinPassword: 12})
			if err != nil {
				t.Fatal(err)
			}
			var refusal *loyalty.Error
			err = set(t, shop, strict, short)
			if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Message != "La contraseña necesita 12 caracteres como mínimo." {
				t.Errorf("a password of eleven characters returns %v, want that 12 are needed", err)
			}
		})
		t.Run(name+" that is long enough", func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			strict, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, MinPassword: 12, MailEnabled: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := set(t, shop, strict, long); err != nil {
				t.Errorf("a password of twelve characters is refused: %v", err)
			}
		})
	}
}

func TestSignIn_PasswordOfYearsAgo_StillWorks(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Advance(3 * 365 * 24 * time.Hour)
	session, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Staff[loyalty.Barber].Email, servicetest.Password)
	if err != nil || session.User.MustChoosePassword() {
		t.Errorf("after three years the short password returns %+v, %v; want User.MustChoosePassword false", session, err)
	}
}
