package service_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func offerOf(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) service.GreetingOffer {
	t.Helper()
	offer, err := shop.Cases.Customers.GreetingOffer(t.Context(), shop.Admin, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	return offer
}

// greetFromRecord greets as a customer's record does.
func greetFromRecord(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) error {
	t.Helper()
	_, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, customer.ID, loyalty.Greeting{})
	return err
}

func TestGreetingOffer_AbsentCustomers_AgreesWithTheLists(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, heldCustomers := heldBackShop(t)
	refuses := invitedCustomers[1]
	giveConsent(t, shop, refuses, false, loyalty.ConsentPromotions)
	if err := invite(t, shop, invitedCustomers[0]); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		customer loyalty.Customer
		want     loyalty.GreetingState
		refusal  *loyalty.Error
	}{
		{invitedCustomers[0], loyalty.GreetRecent, loyalty.ErrGreetedRecently},
		{refuses, loyalty.GreetNoConsent, loyalty.ErrMayNotGreet},
		{heldCustomers[0], loyalty.GreetHeldBack, loyalty.ErrGreetingHeldBack},
	} {
		if offer := offerOf(t, shop, c.customer); offer != (service.GreetingOffer{State: c.want, Invites: true}) {
			t.Errorf("the record offers %+v, want %s", offer, c.want)
		}
		servicetest.MustRefuse(t, "a greeting from the record: "+string(c.want), greetFromRecord(t, shop, c.customer), c.refusal)
		for _, customer := range week(t, shop).LostCustomers {
			if customer.CustomerID == c.customer.ID && customer.State != c.want {
				t.Errorf("the dashboard says %s, want %s", customer.State, c.want)
			}
		}
		page, err := shop.Cases.Insights.ListAbsent(t.Context(), shop.Owner, service.AbsentRequest{Absence: loyalty.AbsenceLost, IsWhole: true})
		if err != nil || page.Total != 4 {
			t.Fatalf("the list has %d customers, %v; want 4", page.Total, err)
		}
		for _, absent := range page.Items {
			if absent.CustomerID == c.customer.ID && absent.State != c.want {
				t.Errorf("the list says %s, want %s", absent.State, c.want)
			}
		}
	}
	setHoldBack(t, shop, false)
	if offer := offerOf(t, shop, heldCustomers[0]); offer.State != loyalty.GreetNow {
		t.Errorf("with holding back switched off the record offers %+v, want State %v", offer, loyalty.GreetNow)
	}
}

func TestGreetingOffer_PresentCustomer_NeedsAPhoneAndNoRefusal(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	child := servicetest.ChildOf(t, shop, ana, "Dani")
	greets := service.GreetingOffer{State: loyalty.GreetNow}
	if offer := offerOf(t, shop, ana); offer != greets {
		t.Errorf("without a question about consents the record offers %+v, want %+v", offer, greets)
	}
	if offer := offerOf(t, shop, child); offer.State != loyalty.GreetNoPhone {
		t.Errorf("without a phone the record offers %+v, want no phone as the reason", offer)
	}
	acceptsMarketing(t, shop, ana)
	if err := invite(t, shop, ana); err != nil {
		t.Fatal(err)
	}
	if offer := offerOf(t, shop, ana); offer != greets {
		t.Errorf("after an invitation the record of a present customer offers %+v, want %+v", offer, greets)
	}
	giveConsent(t, shop, ana, false, loyalty.ConsentWhatsApp)
	if offer := offerOf(t, shop, ana); offer.State != loyalty.GreetNoConsent {
		t.Errorf("after a refusal the record offers %+v, want State %v", offer, loyalty.GreetNoConsent)
	}
	servicetest.MustRefuse(t, "a greeting after a refusal", greetFromRecord(t, shop, ana), loyalty.ErrMayNotGreet)
	other := shop.Town.Shop(t)
	_, err := shop.Cases.Customers.GreetingOffer(t.Context(), other.Admin, ana.ID)
	servicetest.MustRefuse(t, "a customer of another business", err, loyalty.ErrCustomerNotFound)
}

func TestGreet_FromTheRecord_IsListedAndCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	lostCustomer, present := shop.Customer("Perdida"), shop.Customer("Presente")
	acceptsMarketing(t, shop, lostCustomer)
	visitAfterGaps(shop, lostCustomer, 0, 7, 7)
	shop.Clock.Advance(40 * aDay)
	for _, customer := range []loyalty.Customer{lostCustomer, present} {
		shop.Clock.Advance(time.Minute)
		if err := greetFromRecord(t, shop, customer); err != nil {
			t.Fatal(err)
		}
	}
	page, err := shop.Cases.Insights.ListGreetings(t.Context(), shop.Owner, usecase.ListRequest{Limit: 50})
	if err != nil || page.Total != 2 || page.Items[0].Name != "Presente" || page.Items[1].Absence != loyalty.AbsenceLost {
		t.Errorf("the stored greetings are %+v, %v; want both greetings, newest first", page, err)
	}
	if counts := absences(t, shop).LostCounts; counts[loyalty.GreetRecent] != 1 {
		t.Errorf("the numbers are %+v, want one invited", counts)
	}
	undoGreeting(t, shop, present, shop.Clock.Now())
	if page, err = shop.Cases.Insights.ListGreetings(t.Context(), shop.Owner, usecase.ListRequest{Limit: 50}); err != nil || page.Total != 1 {
		t.Errorf("after the undo the stored greetings are %+v, %v; want Total 1", page, err)
	}
	shop.Clock.Advance((loyalty.EffectDays + 1) * aDay)
	if report := absences(t, shop); report.InvitedShare.Total != 1 {
		t.Errorf("%+v are compared, want only the lost customer", report.InvitedShare)
	}
}

// The address of a merged record, or its QR, still opens the customer.
func TestGreetingOffer_FormerIDs_AgreeWithTheRecord(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, _ := heldBackShop(t)
	refuses := invitedCustomers[1]
	giveConsent(t, shop, refuses, false, loyalty.ConsentPromotions)
	former := shop.Customer("La otra ficha")
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, refuses.ID, former.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{former.ID, refuses.QR()} {
		customer := loyalty.Customer{ID: id}
		if offer := offerOf(t, shop, customer); offer != (service.GreetingOffer{State: loyalty.GreetNoConsent, Invites: true}) {
			t.Errorf("the id %s offers %+v, want no greeting without consent", id, offer)
		}
		servicetest.MustRefuse(t, "a greeting by another id", greetFromRecord(t, shop, customer), loyalty.ErrMayNotGreet)
	}
}
