package messaging_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// addVisits registers visits until a customer has a number of them, the last one today.
func addVisits(shop *servicetest.Shop, customer loyalty.Customer, visits int) {
	shop.Visits(customer, visits)
	shop.Clock.Advance(time.Minute)
}

func TestReminder_OneVisitMissing_IsSentAfterTwoWeeks(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t) // on 26 March
	ana, half, berta, carla, dora := shop.RegisterVerified("Ana"), shop.RegisterVerified("Eva"), shop.RegisterVerified("Berta"), shop.RegisterVerified("Carla"), shop.RegisterVerified("Dora")
	addVisits(shop, ana, 9)
	addVisits(shop, half, 4)
	addVisits(shop, berta, 8)
	addVisits(shop, carla, 9)
	addVisits(shop, dora, 9)
	queueMarketingAt(t, shop, "2026-04-08 20:59")
	mustHaveWritten(t, shop)
	shop.Visit(carla)
	if _, err := shop.Redeem(dora, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	queueMarketingAt(t, shop, "2026-04-09 09:30")
	mustHaveWritten(t, shop)
	queueMarketingAt(t, shop, "2026-04-09 10:30")
	got := marketingMessages(t, shop)
	slices.Sort(got)
	want := []string{"ONE_MORE " + ana.Phone, "ONE_MORE " + half.Phone}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the messages are %q, want %q", got, want)
	}
	// A reminder is sent once per milestone, even if its visit is registered again.
	shop.Delete(shop.Visit(ana))
	queueMarketingAt(t, shop, "2026-05-20 12:00")
	if again := marketingMessages(t, shop); len(again) != len(want) {
		t.Errorf("after another round the messages are %q, want the same number", again)
	}
}

func TestReminder_TooLate_IsNotSent(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	addVisits(shop, shop.RegisterVerified("Ana"), 9)
	queueMarketingAt(t, shop, "2026-04-17 12:00")
	mustHaveWritten(t, shop)
	berta := shop.RegisterVerified("Berta")
	addVisits(shop, berta, 9)
	queueMarketingAt(t, shop, "2026-05-08 12:00") // the last day on which it is sent
	mustHaveWritten(t, shop, "ONE_MORE "+berta.Phone)
	until := shop.Database.Rows(t, "SELECT expires_at FROM messages WHERE kind = 'ONE_MORE'")
	if want := fmt.Sprint(shop.Business.StartOf("2026-05-09").UnixMilli()); until[0] != want {
		t.Errorf("the reminder may be sent until %s, want %s", until[0], want)
	}
}

func TestReminder_PaidMilestone_IsNotPromised(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana := shop.RegisterVerified("Ana")
	tenth := shop.Visits(ana, 10)
	if _, err := shop.Redeem(ana, loyalty.RewardFree); err != nil {
		t.Fatal(err)
	}
	shop.Delete(tenth)
	queueMarketingAt(t, shop, "2026-04-10 12:00")
	mustHaveWritten(t, shop)
}

func TestReminder_NextReward_FollowsTodaysTerms(t *testing.T) {
	t.Parallel()
	type meanwhile func(*testing.T, *servicetest.Shop, loyalty.Customer)
	target := func(visits int64) meanwhile {
		return func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{VisitTarget: &visits}, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	join := func(policy loyalty.FamilyPolicy) meanwhile {
		return func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Family(policy, ana) }
	}
	none := func(*testing.T, *servicetest.Shop, loyalty.Customer) {}
	for name, row := range map[string]struct {
		visits    int
		meanwhile meanwhile
		tells     bool
	}{
		"the next visit fills the card":                         {9, none, true},
		"the next visit reaches half of the card":               {4, none, true},
		"the next visit reaches no milestone":                   {6, none, false},
		"the next visit reaches half of a target of 20":         {9, target(20), true},
		"the next visit reaches no milestone of a target of 12": {9, target(12), false},
		"the next visit reaches a target of 7":                  {6, target(7), true},
		"the next visit reaches half of a target of 9":          {3, target(9), true},
		"the customer has become VIP with 7 stamps":             {7, func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Tag(ana, loyalty.TagVIPC) }, true},
		"the customer has become VIP with 9 stamps":             {9, func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Tag(ana, loyalty.TagVIPC) }, false},
		"the family shares its points":                          {9, join(loyalty.PolicyPool), false},
		"the family does not share its points":                  {9, join(loyalty.PolicyIndividual), true},
		"the half reward was switched off": {4, func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			off := false
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{HalfRewardEnabled: &off}, false); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := newMarketingShop(t)
			ana := shop.RegisterVerified("Ana")
			addVisits(shop, ana, row.visits)
			row.meanwhile(t, shop, ana)
			queueMarketingAt(t, shop, "2026-04-09 12:00")
			if got := marketingMessages(t, shop); (len(got) == 1) != row.tells {
				t.Errorf("the messages are %q, want one only when a reminder is due", got)
			}
		})
	}
}

func TestReminder_Family_GoesToTheLastVisitor(t *testing.T) {
	t.Parallel()
	shop := newMarketingShop(t)
	ana, berta := shop.RegisterVerified("Ana"), shop.RegisterVerified("Berta")
	shop.Family(loyalty.PolicyPool, ana, berta)
	addVisits(shop, ana, 8)
	shop.Clock.Advance(24 * time.Hour)
	addVisits(shop, berta, 1)
	for _, day := range []string{"09", "10", "11", "12"} {
		queueMarketingAt(t, shop, "2026-04-"+day+" 12:00")
	}
	mustHaveWritten(t, shop, "ONE_MORE "+berta.Phone)
}
