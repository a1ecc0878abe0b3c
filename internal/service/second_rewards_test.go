package service_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func redeemFirst(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, kind loyalty.RewardKind) (service.RedemptionResult, error) {
	t.Helper()
	reward, owed := shop.Progress(customer).FirstOwed(kind)
	if !owed {
		t.Fatalf("%s is not owed the reward %s", customer.Name, kind)
	}
	return shop.Cases.Rewards.RedeemFirst(t.Context(), shop.Barber, customer.ID, reward.ID, shop.Key())
}

func mustBeGivenToday(t *testing.T, err error, kind loyalty.RewardKind) {
	t.Helper()
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || refusal.Code != loyalty.ErrRewardGivenToday.Code || !strings.Contains(refusal.Message, kind.ShortText()) {
		t.Errorf("the second reward returns %v, want %s about %s", err, loyalty.ErrRewardGivenToday.Code, kind)
	}
}

// Spec: checkin-16
func TestRedeemFirst_OtherRewardToday_IsRefused(t *testing.T) {
	t.Parallel()
	for name, giveRewards := range map[string]func(*servicetest.Shop) (first, second loyalty.Customer){
		"own card": func(shop *servicetest.Shop) (loyalty.Customer, loyalty.Customer) {
			ana := shop.Customer("Ana")
			shop.Visits(ana, 10)
			return ana, ana
		},
		"card of a family": func(shop *servicetest.Shop) (loyalty.Customer, loyalty.Customer) {
			ana, bea := shop.Customer("Ana"), shop.Customer("Bea")
			shop.Family(loyalty.PolicyPool, ana, bea)
			shop.Visits(bea, 10)
			return ana, ana
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			first, second := giveRewards(shop)
			if _, err := redeemFirst(t, shop, first, loyalty.RewardFree); err != nil {
				t.Fatal(err)
			}
			_, err := redeemFirst(t, shop, second, loyalty.RewardHalf)
			mustBeGivenToday(t, err, loyalty.RewardFree)
			// Without the check both can be redeemed.
			if _, err := shop.Redeem(second, loyalty.RewardHalf); err != nil {
				t.Errorf("redeeming both: %v", err)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func TestRedeemFirst_NoOtherToday_Redeems(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, bea := shop.Customer("Ana"), shop.Customer("Bea")
	family := shop.Family(loyalty.PolicyPool, ana, bea)
	shop.Visits(ana, 20)
	if _, err := redeemFirst(t, shop, ana, loyalty.RewardFree); err != nil {
		t.Fatal(err)
	}
	// Another member can redeem a reward of the family.
	if _, err := redeemFirst(t, shop, bea, loyalty.RewardFree); err != nil {
		t.Errorf("redeeming for another member of %s: %v", family.Name, err)
	}
	shop.Clock.Advance(24 * time.Hour)
	if _, err := redeemFirst(t, shop, ana, loyalty.RewardHalf); err != nil {
		t.Errorf("redeeming on the next day: %v", err)
	}
}

func TestRedeemFirst_RedemptionTakenBack_Redeems(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 10)
	redemption, err := redeemFirst(t, shop, ana, loyalty.RewardFree)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := redeemFirst(t, shop, ana, loyalty.RewardHalf); err != nil {
		t.Error(err)
	}
}

func TestRedeemFirst_WelcomeWithOther_IsNotCombinable(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 10)
	if _, err := redeemFirst(t, shop, ana, loyalty.RewardFree); err != nil {
		t.Fatal(err)
	}
	if _, err := redeemFirst(t, shop, ana, loyalty.RewardWelcome); !errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
		t.Errorf("the welcome discount returns %v, want ErrWelcomeNotCombinable", err)
	}
}
