package access_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func TestEmailSession_Ended_EndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		happens func(*servicetest.Shop, loyalty.Customer)
		ends    bool
	}{
		"no event":                       {func(*servicetest.Shop, loyalty.Customer) {}, false},
		"the phone is verified":          {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.VerifyPhone(ana) }, true},
		"the customer signs in by phone": {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.PortalToken(ana) }, true},
		"the staff change the e-mail": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, servicetest.EmailChange("otra@correo.test"))
		}, true},
		"the staff remove the e-mail": {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Change(ana, servicetest.EmailChange("")) }, true},
		"the staff change the birthday": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: "1990-05-17"}})
		}, false},
		"the staff change the phone": {func(shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
		}, true},
		"the customer is archived":  {func(shop *servicetest.Shop, ana loyalty.Customer) { shop.Archive(ana) }, true},
		"the business is suspended": {func(shop *servicetest.Shop, _ loyalty.Customer) { shop.Suspend() }, true},
	} {
		shop := servicetest.New(t)
		ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
		token := shop.MailedToken(ana)
		c.happens(shop, ana)
		if servicetest.IsPortalTokenValid(t, shop, token) == c.ends {
			t.Errorf("%s: the session is valid = %t, want %t", name, c.ends, !c.ends)
		}
	}
}

// Spec: portal-20
func TestEmailSession_Cards_AreThoseOfPhoneAndEmail(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two, three := town.Shop(t), town.Shop(t), town.Shop(t)
	ana := one.CustomerWithEmail("Ana", servicetest.AnasEmail)
	sol := servicetest.ChildOf(t, one, ana, "Sol")
	anita := two.Change(servicetest.CustomerWithPhone(t, two, "Anita", ana.Phone), servicetest.EmailChange(servicetest.AnasEmail))
	leo := servicetest.ChildOf(t, two, anita, "Leo")
	stranger := registeredAt(t, three, "Ajena", ana.Phone, "ajena@correo.test")

	token := one.MailedToken(ana)
	if got := servicetest.CardNames(t, one, token); !slices.Equal(got, []string{"Ana", "Sol", "Anita", "Leo"}) {
		t.Errorf("the customer's e-mail opens %q, want Ana, Sol, Anita and Leo", got)
	}
	for _, card := range []loyalty.Customer{sol, leo, anita, ana} {
		session, err := one.Cases.Portal.OpenCard(t.Context(), token, card.ID)
		if err != nil {
			t.Fatalf("opening %s: %v", card.Name, err)
		}
		if user, err := one.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user.CustomerID != card.ID || user.Email != servicetest.AnasEmail {
			t.Errorf("%s is opened by %+v, %v; want CustomerID %v and Email %v", card.Name, user, err, card.ID, servicetest.AnasEmail)
		}
	}
	if _, err := one.Cases.Portal.OpenCard(t.Context(), token, stranger.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("the card with another's e-mail: %v, want ErrCustomerNotFound", err)
	}

	theirs := three.MailedToken(stranger)
	if got := servicetest.CardNames(t, three, theirs); !slices.Equal(got, []string{"Ajena"}) {
		t.Errorf("a registration of the phone with another e-mail opens %q, want only Ajena's card", got)
	}
	for _, card := range []loyalty.Customer{ana, sol, anita, leo} {
		if _, err := three.Cases.Portal.OpenCard(t.Context(), theirs, card.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("a stranger who opens %s gets %v, want ErrCustomerNotFound", card.Name, err)
		}
	}

	if got := servicetest.CardNames(t, one, one.PortalToken(ana)); len(got) != 5 {
		t.Errorf("the customer's phone opens %q, want 5", got)
	}
	onChild, err := one.Cases.Portal.OpenCard(t.Context(), token, sol.ID)
	if err != nil {
		t.Fatal(err)
	}
	one.Change(ana, servicetest.EmailChange("otra@correo.test"))
	if servicetest.IsPortalTokenValid(t, one, onChild.Token) {
		t.Error("a child's card stays open with the guardian's former e-mail")
	}
}

func registeredAt(t *testing.T, shop *servicetest.Shop, name, phone, email string) loyalty.Customer {
	t.Helper()
	form := shop.Form(name)
	form.Phone, form.Email = phone, email
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
	if err != nil {
		t.Fatal(err)
	}
	return registration.Customer
}

func TestPhoneSession_ClosesEmailSessions_NotViceVersa(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two := town.Shop(t), town.Shop(t)
	ana := one.CustomerWithEmail("Ana", servicetest.AnasEmail)
	stranger := registeredAt(t, two, "Ajena", ana.Phone, "ajena@correo.test")
	phone, mailedToken, theirs := one.PortalToken(ana), one.MailedToken(ana), two.MailedToken(stranger)
	if got := []int{len(servicetest.OpenSessions(t, one, phone)), len(servicetest.OpenSessions(t, one, mailedToken)), len(servicetest.OpenSessions(t, one, theirs))}; !slices.Equal(got, []int{3, 1, 1}) {
		t.Fatalf("the sessions by phone, by e-mail and of a stranger list %d sessions, want 3, 1 and 1", got)
	}
	customerOf := func(token string) string {
		open := servicetest.OpenSessions(t, one, token)
		return open[slices.IndexFunc(open, func(s access.OpenSession) bool { return s.Current })].ID
	}
	for _, other := range []string{phone, mailedToken} {
		if err := one.Cases.Portal.CloseSession(t.Context(), theirs, customerOf(other)); !errors.Is(err, loyalty.ErrSessionNotFound) {
			t.Errorf("a stranger who closes a session returns %v, want ErrSessionNotFound", err)
		}
	}
	if err := one.Cases.Portal.CloseSessions(t.Context(), theirs, true); err != nil || !servicetest.IsPortalTokenValid(t, one, phone) || !servicetest.IsPortalTokenValid(t, one, mailedToken) {
		t.Errorf("a stranger's call to close all sessions closed those of the customer: %v", err)
	}
	if err := one.Cases.Portal.CloseSession(t.Context(), phone, customerOf(theirs)); err != nil || servicetest.IsPortalTokenValid(t, one, theirs) {
		t.Errorf("the phone's session does not close the stranger's: %v", err)
	}
	if err := one.Cases.Portal.CloseSessions(t.Context(), phone, true); err != nil || servicetest.IsPortalTokenValid(t, one, mailedToken) || !servicetest.IsPortalTokenValid(t, one, phone) {
		t.Errorf("the phone's session does not close all others: %v", err)
	}
}

func TestEmailSession_Email_CannotBeChanged(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", servicetest.AnasEmail)
	token := shop.MailedToken(ana)
	for _, email := range []string{"otra@correo.test", ""} {
		if err := servicetest.ChangeOwnEmail(t, shop, token, email); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("changing the e-mail to %q returns %v, want ErrValidation", email, err)
		}
	}
	if err := servicetest.ChangeOwnEmail(t, shop, token, servicetest.AnasEmail); err != nil {
		t.Errorf("sending the same e-mail: %v", err)
	}
	eva := shop.RegisterWithEmail("Eva", "eva@correo.test")
	if err := servicetest.ChangeOwnEmail(t, shop, shop.MailedToken(eva), "eva@correo.test"); !errors.Is(err, loyalty.ErrPhoneUnverified) {
		t.Errorf("sending an unverified e-mail returns %v, want ErrPhoneUnverified", err)
	}
	shop.VerifyPhone(eva)
	if shop.MailedCode(eva.Phone) != "" {
		t.Error("a sign-in by e-mail verifies the e-mail")
	}
}

func TestEmailSession_Phone_StaysUnverified(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterWithEmail("Ana", servicetest.AnasEmail)
	shop.MailedToken(ana)
	rows := shop.Database.Rows(t, "SELECT phone_unverified, email_unverified, phone_verified_at IS NULL, signed_in_at IS NULL FROM customers WHERE id = '"+ana.ID+"'")
	if !slices.Equal(rows, []string{"1 1 1 0"}) && !slices.Equal(rows, []string{"true true true false"}) {
		t.Errorf("the unverified phone and e-mail are stored as %v, want no verification and no sign-in", rows)
	}
}

func TestEmailSessions_ByAStranger_EndNoPhoneSession(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two := town.Shop(t), town.Shop(t)
	ana := one.CustomerWithEmail("Ana", servicetest.AnasEmail)
	stranger := registeredAt(t, two, "Ajena", ana.Phone, "ajena@correo.test")
	phone, mailedToken := one.PortalToken(ana), one.MailedToken(ana)
	first := two.MailedToken(stranger)
	keys := town.Database.Rows(t, "SELECT phone_key, email_key FROM portal_sessions ORDER BY opened_at DESC LIMIT 1")
	phoneKey, emailKey, _ := strings.Cut(keys[0], " ")
	for i := range 25 {
		town.Clock.Advance(time.Second)
		err := town.Store.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
			return tx.PortalSessions().Open(store.PortalSession{
				ID: fmt.Sprint("session", i), Origin: store.SessionOrigin{PhoneKey: phoneKey, EmailKey: emailKey},
				OpenedAt: town.Clock.Now(), SeenAt: town.Clock.Now(), ExpiresAt: town.Clock.Now().Add(time.Hour),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !servicetest.IsPortalTokenValid(t, one, phone) || !servicetest.IsPortalTokenValid(t, one, mailedToken) {
		t.Error("the customer's own sessions must stay open")
	}
	if servicetest.IsPortalTokenValid(t, one, first) {
		t.Error("the oldest of too many sessions by one e-mail stays valid")
	}
	if open := servicetest.OpenSessions(t, one, phone); len(open) != 22 {
		t.Errorf("the phone's session lists %d sessions, want 22", len(open))
	}
}

func TestEmailSession_OtherCards_AreHidden(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two := town.Shop(t), town.Shop(t)
	ana := one.CustomerWithEmail("Ana", servicetest.AnasEmail)
	unverifiedCustomer := registeredAt(t, two, "Ajena", ana.Phone, servicetest.AnasEmail)
	two.PortalToken(unverifiedCustomer) // the phone is proved at the second business, the e-mail is not
	if got := servicetest.CardNames(t, one, one.MailedToken(ana)); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("the session by e-mail shows the cards %q, want only Ana's", got)
	}
}
