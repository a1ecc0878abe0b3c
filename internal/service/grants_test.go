package service_test

import (
	"fmt"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// crowdedCards is more than a scan and a batch take.
const crowdedCards = 1_200

func insertManyCustomers(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	shop.Database.Corrupt(t, fmt.Sprintf(`
		INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at, archived_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT '%s', 'c' || i, 'Cliente', '', '', 4, 0, CASE WHEN i %% 3 = 0 THEN 1 END FROM n`, crowdedCards, shop.Business.ID),
		fmt.Sprintf(`
		INSERT INTO cards (business_id, id, customer_id, stamps)
		SELECT business_id, 'card-of-' || id, id, 4 FROM customers WHERE business_id = '%s'`, shop.Business.ID))
}

func rewardsAtFour(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	return shop.Database.Rows(t, `SELECT count(*), count(DISTINCT card_id) FROM rewards WHERE kind = 'FREE' AND milestone = 4`)[0]
}

func TestChangeSettings_ManyCards_GrantsAll(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	insertManyCustomers(t, shop)
	preview, err := shop.Cases.Businesses.PreviewSettings(t.Context(), shop.Owner, servicetest.Targets(4))
	if err != nil || preview.Customers != crowdedCards*2/3 {
		t.Errorf("the preview is %+v (%v), want Customers %v", preview, err, crowdedCards*2/3)
	}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(4), true); err != nil {
		t.Fatal(err)
	}
	if got, want := rewardsAtFour(t, shop), fmt.Sprint(crowdedCards*2/3, crowdedCards*2/3); got != want {
		t.Errorf("the rewards and the cards granted are %s, want %s", got, want)
	}
}

func TestFinishGrants_ConcurrentPrograms_GrantOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	insertManyCustomers(t, shop)
	servicetest.InterruptGrant(t, shop)
	other := shop.SecondServer(t)
	var wg sync.WaitGroup
	faults := make([]error, 2)
	wg.Go(func() { faults[0] = shop.Cases.Businesses.FinishGrants(t.Context()) })
	wg.Go(func() { faults[1] = other.Businesses.FinishGrants(t.Context()) })
	wg.Wait()
	if faults[0] != nil || faults[1] != nil {
		t.Fatal(faults)
	}
	if got, want := rewardsAtFour(t, shop), fmt.Sprint(crowdedCards*2/3, crowdedCards*2/3); got != want {
		t.Errorf("the rewards and the cards granted are %s, want %s", got, want)
	}
	if remaining := shop.Database.Rows(t, `SELECT business_id FROM pending_grants`); len(remaining) != 0 {
		t.Errorf("the businesses with pending grants are %v, want none", remaining)
	}
}

func TestChangeSettings_GrantRunning_IsFinishedFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 4)
	servicetest.InterruptGrant(t, shop)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(10), false); err != nil {
		t.Fatal(err)
	}
	progress := shop.Progress(ana)
	if reward, free := progress.FirstOwed(loyalty.RewardFree); !free || reward.Milestone != 4 || progress.Terms.Target != 10 {
		t.Errorf("the rewards owed are %+v with a target of %d; want a free service at 4, with a target of 10", progress.Owed, progress.Terms.Target)
	}
	shop.MustHoldInvariants(t)
}
