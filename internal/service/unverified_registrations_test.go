package service_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func previewUnverified(t *testing.T, shop *servicetest.Shop) service.UnverifiedPreview {
	t.Helper()
	today := shop.Business.DayOf(shop.Clock.Now())
	preview, err := shop.Cases.UnverifiedRegistrations.Preview(t.Context(), shop.Admin, string(today))
	if err != nil {
		t.Fatal(err)
	}
	return preview
}

func discard(t *testing.T, shop *servicetest.Shop, preview service.UnverifiedPreview) int {
	t.Helper()
	discardedCount, err := shop.Cases.UnverifiedRegistrations.Discard(t.Context(), shop.Admin, string(preview.Day), preview.AsOf)
	if err != nil {
		t.Fatal(err)
	}
	return discardedCount
}

func isActive(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) bool {
	t.Helper()
	_, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, customer.ID)
	if err != nil && !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func TestUnverified_Activity_KeepsCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	signs := map[string]func(loyalty.Customer){
		"a visit":          func(c loyalty.Customer) { shop.Visit(c) },
		"a deleted visit":  func(c loyalty.Customer) { shop.Delete(shop.Visit(c)) },
		"a verified phone": func(c loyalty.Customer) { shop.VerifyPhone(c) },
		"a change by the staff": func(c loyalty.Customer) {
			shop.Change(c, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
		},
		"another QR": func(c loyalty.Customer) {
			if _, err := shop.Cases.QRChanges.Change(t.Context(), shop.Admin, c.ID, ""); err != nil {
				t.Fatal(err)
			}
		},
		"a family": func(c loyalty.Customer) { shop.Family(loyalty.PolicyPool, c) },
		"an unsubscription": func(c loyalty.Customer) {
			shop.Clock.Advance(time.Minute)
			if err := shop.Cases.Consents.Unsubscribe(t.Context(), c.QR()); err != nil {
				t.Fatal(err)
			}
		},
		"a reward": func(c loyalty.Customer) {
			if _, err := shop.Redeem(c, loyalty.RewardWelcome); err != nil {
				t.Fatal(err)
			}
		},
		"stamps of a paper card": func(c loyalty.Customer) { recordOpening(t, shop, c.ID, 8) },
		"a correction":           func(c loyalty.Customer) { correct(t, shop, c, 2) },
		"a merged record": func(c loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, c.ID, shop.Register("Otra").ID); err != nil {
				t.Fatal(err)
			}
		},
		"a child with a visit": func(c loyalty.Customer) { shop.Visit(servicetest.ChildOf(t, shop, c, "Leo")) },
	}
	excludedCustomers := map[string]loyalty.Customer{"registered by the staff": shop.Customer("Eva")}
	for name, sign := range signs {
		excludedCustomers[name] = shop.Register("Ana")
		sign(excludedCustomers[name])
	}
	silent := shop.Register("Junk")
	preview := previewUnverified(t, shop)
	if preview.Total != 1 || len(preview.Customers) != 1 || preview.Customers[0].ID != silent.ID {
		t.Errorf("the preview is %+v; want Total 1, len(Customers) 1 and Customers.ID %v", preview, silent.ID)
	}
	if discardedCount := discard(t, shop, preview); discardedCount != 1 || isActive(t, shop, silent) {
		t.Errorf("%d registrations were discarded, want 1", discardedCount)
	}
	for name, customer := range excludedCustomers {
		if !isActive(t, shop, customer) {
			t.Errorf("%s: the customer was discarded", name)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestUnverified_Discard_ArchivesPreviewedWithoutActivity(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	foreign := other.Register("Ana")
	yesterday := shop.Register("Ayer")
	shop.Clock.Set(shop.Business.Tomorrow(shop.Clock.Now()).Add(10 * time.Hour))
	junk, active := shop.Register("Junk"), shop.Register("Ana")
	preview := previewUnverified(t, shop)
	shop.Clock.Advance(time.Minute)
	laterCustomer := shop.Register("Luego")
	shop.Visit(active)
	if discardedCount := discard(t, shop, preview); preview.Total != 2 || discardedCount != 1 || isActive(t, shop, junk) {
		t.Errorf("of %d registrations %d were discarded, want 1 of 2", preview.Total, discardedCount)
	}
	for _, customer := range []loyalty.Customer{yesterday, active, laterCustomer} {
		if !isActive(t, shop, customer) {
			t.Errorf("%s was discarded", customer.Name)
		}
	}
	if !isActive(t, other, foreign) {
		t.Error("another business's customer was discarded")
	}
	if discardedCount := discard(t, shop, preview); discardedCount != 0 {
		t.Errorf("a second time %d registrations were discarded, want none", discardedCount)
	}
	if messages := shop.SendMessages(); slices.ContainsFunc(messages, func(m loyalty.Message) bool { return m.CustomerID == junk.ID }) {
		t.Errorf("the discarded customer must get no message: %+v", messages)
	}
	shop.MustHoldInvariants(t)
}

func TestUnverified_DiscardOfMany_ArchivesAllWithChildren(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const many = 120
	for range many {
		shop.Register("Junk")
	}
	guardian := shop.Register("Madre")
	user := access.PortalUser{CustomerID: guardian.ID, BusinessID: shop.Business.ID}
	child, err := shop.Cases.Children.AddRegistered(t.Context(), access.Origin{}, user, servicetest.ChildDraft("Leo"), "")
	if err != nil {
		t.Fatal(err)
	}
	overview, err := shop.Cases.UnverifiedRegistrations.Overview(t.Context(), shop.Admin)
	if err != nil || len(overview.Days) != 1 || overview.Days[0].Customers != many+1 || !overview.Days[0].Unusual {
		t.Fatalf("the overview is %+v, %v; want len(Days) 1, Days.Customers %v and Days.Unusual true", overview, err, many+1)
	}
	preview := previewUnverified(t, shop)
	if len(preview.Customers) != 50 {
		t.Errorf("%d customers are named, want 50", len(preview.Customers))
	}
	if discardedCount := discard(t, shop, preview); discardedCount != many+1 || isActive(t, shop, child) {
		t.Errorf("%d registrations were discarded, want all", discardedCount)
	}
	shop.MustHoldInvariants(t)

	overview, err = shop.Cases.UnverifiedRegistrations.Overview(t.Context(), shop.Admin)
	if err != nil || len(overview.Days) != 0 || len(overview.Discards) != 1 || overview.Discards[0].Customers != many+2 {
		t.Fatalf("after the discard the overview is %+v, %v; want no Days, len(Discards) 1 and Discards.Customers %v", overview, err, many+2)
	}
	restoredCount, remaining, err := shop.Cases.UnverifiedRegistrations.Restore(t.Context(), shop.Admin, overview.Discards[0].At)
	if err != nil || restoredCount != many+2 || remaining != 0 || !isActive(t, shop, child) || !isActive(t, shop, guardian) {
		t.Errorf("%d registrations were restored and %d left, %v; want %d and 0", restoredCount, remaining, err, many+2)
	}
	shop.MustHoldInvariants(t)
}

func TestUnverified_Restore_SkipsTakenPhones(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	restorable, phoneReused := shop.Register("Ana"), shop.Register("Eva")
	discard(t, shop, previewUnverified(t, shop))
	at := shop.Clock.Now()
	again := shop.Form("Eva")
	again.Phone = phoneReused.Phone
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, again, ""); err != nil {
		t.Fatal(err)
	}
	if _, _, err := shop.Cases.UnverifiedRegistrations.Restore(t.Context(), other.Admin, at); !errors.Is(err, loyalty.ErrDiscardNotFound) {
		t.Errorf("another business gets %v, want ErrDiscardNotFound", err)
	}
	restoredCount, remaining, err := shop.Cases.UnverifiedRegistrations.Restore(t.Context(), shop.Admin, at)
	if err != nil || restoredCount != 1 || remaining != 1 || !isActive(t, shop, restorable) || isActive(t, shop, phoneReused) {
		t.Errorf("%d registrations were restored and %d left, %v; want 1 and 1", restoredCount, remaining, err)
	}
	shop.MustHoldInvariants(t)
}

func TestUnverified_AfterTheUndoPeriod_DiscardsAreErased(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	junk, restoredCustomer := shop.Register("Junk"), shop.Register("Ana")
	discard(t, shop, previewUnverified(t, shop))
	at := shop.Clock.Now()
	shop.Database.Corrupt(t, "UPDATE customers SET archived_at = NULL, discarded_at = NULL WHERE id = '"+restoredCustomer.ID+"'")
	shop.Clock.Advance(loyalty.DiscardUndoPeriod - time.Millisecond)
	run := func() []string {
		if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return shop.Database.Rows(t, "SELECT name FROM customers WHERE phone IS NULL")
	}
	if names := run(); len(names) != 0 {
		t.Errorf("before the end of the period %q are erased, want none", names)
	}
	shop.Clock.Advance(time.Millisecond)
	if names := run(); !slices.Equal(names, []string{loyalty.ErasedCustomerName}) {
		t.Errorf("at the end of the period %q are erased, want %q", names, []string{loyalty.ErasedCustomerName})
	}
	if _, _, err := shop.Cases.UnverifiedRegistrations.Restore(t.Context(), shop.Admin, at); !errors.Is(err, loyalty.ErrDiscardNotFound) {
		t.Errorf("restoring the erased %s returns %v, want ErrDiscardNotFound", junk.Name, err)
	}
	shop.MustHoldInvariants(t)
}
