package access_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func TestPortalCards_OneCode_OpensOwnAndChildrensCards(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	one, two, suspendedShop := town.Shop(t), town.Shop(t), town.Shop(t)
	ana, other := one.Customer("Ana"), one.Customer("Eva")
	sol := servicetest.ChildOf(t, one, ana, "Sol")
	servicetest.ChildOf(t, one, other, "De otra")
	anita := servicetest.CustomerWithPhone(t, two, "Anita", ana.Phone)
	servicetest.ChildOf(t, two, anita, "Leo")
	hiddenCustomer := servicetest.CustomerWithPhone(t, suspendedShop, "Cerrada", ana.Phone)
	suspendedShop.Suspend()
	token := one.PortalToken(ana)
	got := servicetest.CardNames(t, one, token)
	if slices.Sort(got); !slices.Equal(got, []string{"Ana", "Anita", "Leo", "Sol"}) {
		t.Errorf("the cards are %q, want Ana, Anita, Leo and Sol", got)
	}
	for _, card := range []struct {
		shop     *servicetest.Shop
		customer loyalty.Customer
	}{{one, sol}, {two, anita}, {one, ana}} {
		session, err := one.Cases.Portal.OpenCard(t.Context(), token, card.customer.ID)
		if err != nil {
			t.Fatalf("opening %s: %v", card.customer.Name, err)
		}
		want := access.PortalUser{CustomerID: card.customer.ID, BusinessID: card.shop.Business.ID}
		if user, err := one.Cases.Portal.Authenticate(t.Context(), session.Token); err != nil || user != want || session.CustomerName != card.customer.Name {
			t.Errorf("%s opens %+v, %v; want the customer of the card", card.customer.Name, session, err)
		}
		token = session.Token
	}
	for _, foreign := range []string{other.ID, hiddenCustomer.ID, "unknown"} {
		if _, err := one.Cases.Portal.OpenCard(t.Context(), token, foreign); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("a card of another phone returns %v, want ErrCustomerNotFound", err)
		}
	}
}

func TestPortalCards_OnePhone_ShareOneSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	token := shop.PortalToken(ana)
	shop.Clock.Advance(59 * 24 * time.Hour)
	session, err := shop.Cases.Portal.OpenCard(t.Context(), token, leo.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Portal.SignOut(t.Context(), session.Token); err != nil {
		t.Fatal(err)
	}
	for _, used := range []string{token, session.Token} {
		if _, err := shop.Cases.Portal.Authenticate(t.Context(), used); !errors.Is(err, loyalty.ErrTokenExpired) {
			t.Errorf("the session that was signed out on one card returns %v, want ErrTokenExpired", err)
		}
	}
	if _, err := shop.Cases.Portal.OpenCard(t.Context(), token, leo.ID); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("opening another card returns %v, want ErrTokenExpired", err)
	}
	if _, err := shop.Cases.Portal.SwitchCard(t.Context(), token, ana.ID); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("switching to a card returns %v, want ErrTokenExpired", err)
	}
	token = shop.PortalToken(ana)
	if session, err = shop.Cases.Portal.OpenCard(t.Context(), token, leo.ID); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(60*24*time.Hour + time.Second)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("60 days after the code: %v, want ErrTokenExpired", err)
	}
}

func TestPortalCards_GuardianChangesPhone_ChildsCardCloses(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	session, err := shop.Cases.Portal.OpenCard(t.Context(), shop.PortalToken(ana), leo.ID)
	if err != nil {
		t.Fatal(err)
	}
	shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after a change of the phone the session returns %v, want ErrTokenExpired", err)
	}
}

func TestPortalChildren_AddedByTheGuardian_GetConsentAndNoReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.RegisterVerified("Ana")
	before := len(servicetest.ConsentRows(t, shop))
	shop.Clock.Advance(time.Second)
	leo, err := shop.Cases.Children.AddOwn(t.Context(), servicetest.PortalUser(shop, ana), servicetest.ChildDraft("Leo"), "key")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := shop.Cases.Children.AddOwn(t.Context(), servicetest.PortalUser(shop, ana), servicetest.ChildDraft("Leo"), "key"); err != nil || again.ID != leo.ID {
		t.Errorf("the form sent again gives %s, %v, want %s", again.ID, err, leo.ID)
	}
	taggedChild := servicetest.ChildDraft("Sol")
	taggedChild.Tag = string(loyalty.TagVIPA)
	sol, err := shop.Cases.Children.AddOwn(t.Context(), servicetest.PortalUser(shop, leo), taggedChild, "")
	if err != nil || sol.GuardianID != ana.ID || sol.Tag != loyalty.TagNone {
		t.Errorf("from a child's card: %+v, %v; want GuardianID %v and Tag %v", sol, err, ana.ID, loyalty.TagNone)
	}
	if got := servicetest.ConsentRows(t, shop)[before:]; !slices.Equal(got, []string{"PRIVACY yes PORTAL Ana", "PRIVACY yes PORTAL Ana"}) {
		t.Errorf("the consents are %q, want %q", got, []string{"PRIVACY yes PORTAL Ana", "PRIVACY yes PORTAL Ana"})
	}
	if progress := shop.Progress(leo); len(progress.Owed) > 0 {
		t.Errorf("an added child is owed %+v, want nothing", progress.Owed)
	}
}

func TestPortalChildren_OverTheDailyLimit_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	add := func(i int) error {
		child, err := shop.Cases.Children.AddOwn(t.Context(), servicetest.PortalUser(shop, ana), servicetest.ChildDraft(fmt.Sprint("Hijo ", i)), "")
		if err == nil {
			shop.Archive(child)
		}
		return err
	}
	for i := range loyalty.MaxChildren {
		if err := add(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(loyalty.MaxChildren); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("one child too many returns %v, want ErrTooMany", err)
	}
	shop.Clock.Advance(24*time.Hour + time.Second)
	if err := add(loyalty.MaxChildren); err != nil {
		t.Errorf("on another day: %v", err)
	}
}

func TestRegistrationSession_AddsChildren_WhileThePhoneIsTheirs(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Ana"), "key")
	if err != nil {
		t.Fatal(err)
	}
	user, err := shop.Cases.Portal.AuthenticateRegistration(t.Context(), registration.Token)
	if want := servicetest.PortalUser(shop, registration.Customer); err != nil || user != want {
		t.Fatalf("the token belongs to %+v, %v; want %+v", user, err, want)
	}
	leo, err := shop.Cases.Children.AddRegistered(t.Context(), access.Origin{}, user, servicetest.ChildDraft("Leo"), "")
	if err != nil || leo.GuardianID != registration.Customer.ID {
		t.Errorf("the child is %+v, %v; want GuardianID %v", leo, err, registration.Customer.ID)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), registration.Token); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("the guardian's portal answers the token with %v, want ErrUnauthenticated", err)
	}
	shop.Change(registration.Customer, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: shop.Phone()}})
	if _, err := shop.Cases.Portal.AuthenticateRegistration(t.Context(), registration.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after a change of the phone the token returns %v, want ErrTokenExpired", err)
	}
	shop.Archive(registration.Customer)
	if again, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, loyalty.Registration{}, "key"); err == nil {
		t.Errorf("another form with the same key must be refused: %+v", again)
	}
}
