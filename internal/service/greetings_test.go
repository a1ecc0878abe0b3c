package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func giveConsent(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, granted bool, kinds ...loyalty.ConsentKind) {
	t.Helper()
	shop.Clock.Advance(time.Minute)
	for _, kind := range kinds {
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, customer), kind, granted); err != nil {
			t.Fatal(err)
		}
	}
}

func TestGreet_ConsentToAnotherKind_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	mustAllow := func(name string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	greet := func(invites bool) error {
		_, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, ana.ID, loyalty.Greeting{Invites: invites})
		return err
	}
	both := []loyalty.ConsentKind{loyalty.ConsentWhatsApp, loyalty.ConsentPromotions}
	giveConsent(t, shop, ana, false, both...)
	servicetest.MustRefuse(t, "an invitation without any consent", greet(true), loyalty.ErrMayNotGreet)
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	servicetest.MustRefuse(t, "an invitation without consent to promotions", greet(true), loyalty.ErrMayNotGreet)
	mustAllow("a greeting with consent to WhatsApp", greet(false))
	shop.Clock.Advance(loyalty.GreetingPause)
	giveConsent(t, shop, ana, true, loyalty.ConsentPromotions)
	mustAllow("an invitation with both consents", greet(true))
	servicetest.MustRefuse(t, "a second invitation", greet(true), loyalty.ErrGreetedRecently)
	shop.Clock.Advance(loyalty.GreetingPause)
	mustAllow("an invitation 30 days later", greet(true))
	other := shop.Town.Shop(t)
	_, err := shop.Cases.Customers.Greet(t.Context(), other.Admin, ana.ID, loyalty.Greeting{})
	servicetest.MustRefuse(t, "a customer of another business", err, loyalty.ErrCustomerNotFound)
}

func TestGreet_ConcurrentInvitations_OneSucceeds(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	_, faults := servicetest.RunConcurrently(func(int) (loyalty.Customer, error) {
		return shop.Cases.Customers.Greet(t.Context(), shop.Admin, ana.ID, loyalty.Greeting{Invites: true})
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrGreetedRecently)
}

func TestListLost_Pages_ReachEveryCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for i := range 7 {
		visitAfterGaps(shop, shop.Customer(fmt.Sprintf("Cliente %d", i)), 0, 7, 7)
	}
	shop.Clock.Advance(31 * 24 * time.Hour)
	var names []string
	for list := (usecase.ListRequest{Limit: 3}); ; {
		page, err := shop.Cases.Reports.ListLost(t.Context(), shop.Owner, list)
		if err != nil || page.Total != 7 {
			t.Fatalf("the list has %d customers in all, %v; want 7", page.Total, err)
		}
		for _, customer := range page.Items {
			names = append(names, customer.Name)
		}
		if list.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	want := []string{"Cliente 6", "Cliente 5", "Cliente 4", "Cliente 3", "Cliente 2", "Cliente 1", "Cliente 0"}
	if !slices.Equal(names, want) {
		t.Errorf("the pages list %q, want %q", names, want)
	}
	_, err := shop.Cases.Reports.ListLost(t.Context(), shop.Owner, usecase.ListRequest{Limit: 3, Cursor: "x"})
	if !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a wrong cursor returns %v, want ErrValidation", err)
	}
}

func TestListLost_GreetedCustomer_MayNotBeGreetedFor30Days(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	giveConsent(t, shop, berta, false, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	visitAfterGaps(shop, ana, 0, 7, 7)
	visitAfterGaps(shop, berta, 0, 7, 7)
	shop.Clock.Advance(40 * 24 * time.Hour)
	listOffered := func() []string {
		t.Helper()
		names := []string{}
		for _, customer := range week(t, shop).LostCustomers {
			if customer.State == loyalty.GreetNow {
				names = append(names, customer.Name)
			}
		}
		return names
	}
	if got := listOffered(); !slices.Equal(got, []string{"Ana"}) {
		t.Fatalf("%q are offered, want only Ana", got)
	}
	if _, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, ana.ID, loyalty.Greeting{Invites: true}); err != nil {
		t.Fatal(err)
	}
	if got := listOffered(); len(got) != 0 {
		t.Errorf("after the greeting %q are offered, want nothing", got)
	}
	shop.Clock.Advance(loyalty.GreetingPause)
	if got := listOffered(); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("30 days later %q are offered, want only Ana", got)
	}
}

func TestWeek_OwedCustomers_AreThoseOfTheList(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	full, ana, berta := shop.Customer("Completa"), shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visits(full, 10)
	family := shop.Family(loyalty.PolicyPool)
	for _, member := range []loyalty.Customer{ana, berta} {
		if err := shop.Join(family, member, loyalty.RoleAdult); err != nil {
			t.Fatal(err)
		}
	}
	shop.Visits(ana, 5)
	welcomedCustomer := shop.Register("Bienvenida")
	owed := week(t, shop).Owed
	list, err := shop.Cases.Customers.List(t.Context(), shop.Owner, service.CustomersRequest{Owed: true, ListRequest: usecase.ListRequest{Limit: 50}})
	if err != nil || owed.Customers != list.Total || owed.Others != 1 {
		t.Errorf("the week counts %+v, %v; want %d customers and the welcome of %s", owed, err, list.Total, welcomedCustomer.Name)
	}
}

func TestWeek_FamilyWithoutActiveMembers_IsOwedNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	family := shop.Family(loyalty.PolicyPool)
	for _, member := range []loyalty.Customer{ana, berta} {
		if err := shop.Join(family, member, loyalty.RoleAdult); err != nil {
			t.Fatal(err)
		}
	}
	shop.Visits(ana, 10)
	for n, member := range []loyalty.Customer{ana, berta} {
		if got, want := week(t, shop).Owed, (service.OwedRewards{Free: 1, Half: 1, Customers: int64(2 - n)}); got != want {
			t.Errorf("with %d active members %+v is owed, want %+v", 2-n, got, want)
		}
		if err := shop.Cases.Customers.Archive(t.Context(), shop.Owner, member.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := week(t, shop).Owed; got != (service.OwedRewards{}) {
		t.Errorf("without active members %+v is owed, want nothing", got)
	}
}

func TestConsents_AcceptsOfMany_EqualsAcceptsOfEach(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	giveConsent(t, shop, berta, true, loyalty.ConsentWhatsApp)
	giveConsent(t, shop, carla, true, loyalty.ConsentEmail)
	child := servicetest.ChildOf(t, shop, ana, "Dani")
	ids := []string{ana.ID, berta.ID, carla.ID, child.ID}
	err := shop.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		got, err := tx.Consents().AcceptsOf(ids)
		if err != nil {
			return err
		}
		if len(got) != len(ids) {
			t.Errorf("%d of %d customers are read, want all", len(got), len(ids))
		}
		for _, id := range ids {
			want, err := tx.Consents().Accepts(id)
			if err != nil {
				return err
			}
			if got[id] != want {
				t.Errorf("read with others, customer %s accepts %+v, want %+v", id, got[id], want)
			}
		}
		none, err := tx.Consents().AcceptsOf(nil)
		if len(none) != 0 {
			t.Errorf("without customers %v is read, want nothing", none)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
