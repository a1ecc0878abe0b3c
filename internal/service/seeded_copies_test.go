package service_test

import (
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store/seed"
	"axioma/internal/store/storetest"
)

func TestSeed_BusinessWithOwnRewards_PassesTheCheckAndIsRestored(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	var shop *servicetest.Shop
	t.Run("own rewards", func(t *testing.T) { shop = shopWithRedemptions(t, database) })
	now := shop.Clock.Now()
	err := seed.Write(t.Context(), seed.Database(database), now, seed.Businesses{Business: shop.Business.ID, Customers: 200, Visits: 2000, Days: 400})
	if err != nil {
		t.Fatal(err)
	}
	seededTown := servicetest.NewTownOn(t, database)
	seededTown.Clock.Set(now)
	breaches, err := seededTown.Store.Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Fatalf("checking: %v; %d rows break rules, the first of them %q", err, breaches.Rows, breaches.First)
	}
	shop.Town = seededTown
	exportZIP := copyOf(t, shop)

	other := servicetest.NewTown(t)
	other.Clock.Set(now)
	target := other.Shop(t)
	result := mustRestore(t, target, exportZIP)
	for _, table := range []string{"visits", "rewards", "usual_pictures"} {
		want := database.Rows(t, fmt.Sprintf("SELECT count(*) FROM %s WHERE business_id = '%s'", table, shop.Business.ID))[0]
		if got := fmt.Sprint(result.Rows[table]); got != want || got == "0" {
			t.Errorf("%s rows of %s were restored, want %s", got, table, want)
		}
	}
}

// shopWithRedemptions has a reward redeemed at once and one after 20 days. Its store closes with the test.
func shopWithRedemptions(t *testing.T, database storetest.Database) *servicetest.Shop {
	t.Helper()
	town := servicetest.NewTownOn(t, database)
	withOtherIDs(t, town)
	shop := town.Shop(t)
	for _, wait := range []time.Duration{0, 20 * 24 * time.Hour} {
		customer := shop.Customer("Ana")
		for range loyalty.DefaultVisitTarget {
			shop.Clock.Advance(24 * time.Hour)
			shop.Visit(customer)
		}
		shop.Clock.Advance(wait)
		if _, err := shop.Redeem(customer, loyalty.RewardFree); err != nil {
			t.Fatal(err)
		}
	}
	return shop
}
