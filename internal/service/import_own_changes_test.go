package service_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// visitsOnDays registers a visit on each of several days, and returns them.
func visitsOnDays(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, days int) (visits []service.RegisteredVisit) {
	t.Helper()
	for range days {
		shop.Clock.Advance(24 * time.Hour)
		visits = append(visits, shop.Visit(customer))
	}
	return visits
}

// A visit keeps its number when the stamps before it change. The list has the stamps of the card.
func TestImport_OwnListAfterChangedStamps_AddsNoStamps(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer){
		"a deleted visit before the last": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Delete(visitsOnDays(t, shop, ana, 4)[1])
		},
		"a merged record": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			twin := shop.Customer("Ana")
			visitsOnDays(t, shop, twin, 2)
			visitsOnDays(t, shop, ana, 3)
			mergeOf(t, shop, ana, twin)
		},
		"an opening balance that was undone after a visit": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			balance := recordOpening(t, shop, ana.ID, 4)
			visitsOnDays(t, shop, ana, 2)
			undoOpening(t, shop, balance)
		},
		"corrections before a visit": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			correct(t, shop, ana, 3)
			shop.Delete(visitsOnDays(t, shop, ana, 2)[0])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			change(t, shop, ana)
			list, before := ownList(t, shop), stampsOf(shop, ana)
			if result := importText(t, shop, list, true); result.OpeningStamps != 0 {
				t.Errorf("the list of the card with %d stamps adds %d, want 0", before, result.OpeningStamps)
			}
			visitsOnDays(t, shop, ana, 2)
			if result := importText(t, shop, list, false); result.OpeningStamps != 0 || stampsOf(shop, ana) != before+2 {
				t.Errorf("after two more visits the list adds %d, and the card has %d, want 0 and %d", result.OpeningStamps, stampsOf(shop, ana), before+2)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func TestImport_OwnListFromBeforeADeletionOrAFirstVisit_AddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	last := visitsOnDays(t, shop, ana, 3)[2]
	correct(t, shop, berta, 4)
	list := ownList(t, shop)
	shop.Delete(last)
	visitsOnDays(t, shop, berta, 1)
	if result := importText(t, shop, list, false); result.OpeningStamps != 0 || stampsOf(shop, ana) != 2 || stampsOf(shop, berta) != 5 {
		t.Errorf("the list adds %d stamps, and the cards have %d and %d, want none, 2 and 5", result.OpeningStamps, stampsOf(shop, ana), stampsOf(shop, berta))
	}
	shop.MustHoldInvariants(t)
}

// The owner has undone a wrong entry, so the list must not bring its stamps back.
func TestImport_OwnListFromBeforeAnUndoneBalance_AddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visitsOnDays(t, shop, ana, 2)
	balance := recordOpening(t, shop, ana.ID, 4)
	list := ownList(t, shop)
	undoOpening(t, shop, balance)
	if result := importText(t, shop, list, false); result.OpeningStamps != 0 || stampsOf(shop, ana) != 2 {
		t.Errorf("the list adds %d stamps, and the card has %d, want none and 2", result.OpeningStamps, stampsOf(shop, ana))
	}
	shop.MustHoldInvariants(t)
}
