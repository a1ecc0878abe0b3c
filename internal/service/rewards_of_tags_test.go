package service_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// A card is shown with its current terms. A milestone that it shows as just reached must be owed.
// Spec: states-8
func TestTagChange_CardAtMilestone_OwesReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, c := range []struct {
		name     string
		from, to loyalty.Tag
		visits   int
		owed     []loyalty.RewardKind
	}{
		{"at the VIP target", loyalty.TagCard, loyalty.TagVIPA, 4, []loyalty.RewardKind{loyalty.RewardFree}},
		{"below the VIP target", loyalty.TagCard, loyalty.TagVIPA, 3, nil},
		{"above the VIP target", loyalty.TagCard, loyalty.TagVIPA, 6, []loyalty.RewardKind{loyalty.RewardHalf}}, // earned by the fifth visit
		{"at the half milestone without VIP", loyalty.TagVIPA, loyalty.TagNone, 5, []loyalty.RewardKind{loyalty.RewardFree, loyalty.RewardHalf}},
		{"another VIP tag", loyalty.TagVIPA, loyalty.TagVIPB, 4, []loyalty.RewardKind{loyalty.RewardFree}},
		{"no stamps", loyalty.TagCard, loyalty.TagVIPA, 0, nil},
	} {
		customer := shop.Customer(c.name, c.from)
		if c.visits > 0 {
			shop.Visits(customer, c.visits)
		}
		shop.Clock.Advance(time.Minute)
		shop.Tag(customer, c.to)
		mustOwe(t, shop, customer, c.name, c.owed)
		// Changing the tag back and forth earns nothing twice.
		shop.Tag(customer, c.from)
		shop.Tag(customer, c.to)
		mustOwe(t, shop, customer, c.name+", again", c.owed)
	}
	shop.MustHoldInvariants(t)
}

func TestTagChange_StampDeleted_CancelsReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customer := shop.Customer("Ana", loyalty.TagCard)
	last := shop.Visits(customer, 4)
	shop.Tag(customer, loyalty.TagVIPA)
	shop.Delete(last)
	mustOwe(t, shop, customer, "without the fourth stamp", nil)
	shop.FurtherVisit(customer)
	mustOwe(t, shop, customer, "with the fourth stamp again", []loyalty.RewardKind{loyalty.RewardFree})
	if _, err := shop.Redeem(customer, loyalty.RewardFree); err != nil {
		t.Fatal(err)
	}
	shop.Tag(customer, loyalty.TagNone)
	shop.Tag(customer, loyalty.TagVIPA)
	mustOwe(t, shop, customer, "after the reward was given", nil)
	shop.MustHoldInvariants(t)
}

func mustOwe(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, when string, want []loyalty.RewardKind) {
	t.Helper()
	var got []loyalty.RewardKind
	for _, reward := range shop.Progress(customer).Owed {
		got = append(got, reward.Kind)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: the rewards owed are %v, want %v", when, got, want)
	}
}
