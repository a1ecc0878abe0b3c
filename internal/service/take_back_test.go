package service_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func newShopWithRedeemedHalf(t *testing.T) (*servicetest.Shop, loyalty.Customer, service.TakeBackRequest) {
	t.Helper()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 5)
	redemption, err := shop.Redeem(ana, loyalty.RewardHalf)
	if err != nil {
		t.Fatal(err)
	}
	return shop, ana, service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID}
}

// Spec: entities-11
func TestTakeBack_EachRole_HasItsLimits(t *testing.T) {
	t.Parallel()
	const soon, afterWindow = loyalty.RedemptionUndoWindow, loyalty.RedemptionUndoWindow + time.Millisecond
	for name, c := range map[string]struct {
		actor  func(*servicetest.Shop) usecase.Actor
		after  time.Duration
		reason string
		want   error
	}{
		"the barber who gave it, at once":    {barber, soon, "", nil},
		"the barber who gave it, later":      {barber, afterWindow, "era otra", loyalty.ErrTakeBackTooLate},
		"another barber, at once":            {otherBarber, soon, "era otra", loyalty.ErrTakeBackNotYours},
		"an admin without a reason":          {admin, soon, " ", loyalty.ErrValidation},
		"an admin with a reason, much later": {admin, 1000 * time.Hour, "era otra", nil},
		"a reason that is too long":          {admin, afterWindow, strings.Repeat("a", 201), loyalty.ErrValidation},
		"a reason of 200 characters":         {admin, afterWindow, strings.Repeat("ñ", 200), nil},
	} {
		shop, ana, request := newShopWithRedeemedHalf(t)
		shop.Clock.Advance(c.after)
		request.Reason = c.reason
		got, err := shop.Cases.Rewards.TakeBack(t.Context(), c.actor(shop), request)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		owed := shop.Progress(ana).Owed
		if c.want == nil && (got.Reward.Status != loyalty.RewardPending || got.Reward.Redemption != nil || len(got.Progress.Owed) != 1 || len(owed) != 1) {
			t.Errorf("%s: the answer is %+v, and %+v is owed; want a pending reward, owed", name, got, owed)
		}
		if c.want != nil && len(owed) != 0 {
			t.Errorf("%s: after the refusal %+v is owed, want nothing", name, owed)
		}
		shop.MustHoldInvariants(t)
	}
}

func barber(shop *servicetest.Shop) usecase.Actor { return shop.Barber }

func admin(shop *servicetest.Shop) usecase.Actor { return shop.Admin }

func otherBarber(shop *servicetest.Shop) usecase.Actor {
	return usecase.Actor{UserID: shop.Account(loyalty.Barber).ID, Role: loyalty.Barber, BusinessID: shop.Business.ID}
}

// Spec: entities-11
func TestTakeBack_Concurrent_SucceedsOnce(t *testing.T) {
	t.Parallel()
	shop, ana, request := newShopWithRedeemedHalf(t)
	_, faults := servicetest.RunConcurrently(func(int) (service.RedemptionResult, error) {
		return shop.Cases.Rewards.TakeBack(context.Background(), shop.Barber, request)
	})
	servicetest.MustSucceedOnce(t, faults, loyalty.ErrRewardNotRedeemed)
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Errorf("giving the reward again: %v", err)
	}
	shop.MustHoldInvariants(t)
}

// Spec: entities-11
func TestTakeBack_MilestoneNoLongerReached_CancelsReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	fifth := shop.Visits(ana, 5)
	redemption, err := shop.Redeem(ana, loyalty.RewardHalf)
	if err != nil {
		t.Fatal(err)
	}
	shop.Delete(fifth)
	request := service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID}
	got, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, request)
	if err != nil || got.Reward.Status != loyalty.RewardCancelled || len(got.Progress.Owed) != 0 {
		t.Errorf("with four stamps the reward is %s, %v; want it cancelled", got.Reward.Status, err)
	}
	shop.MustHoldInvariants(t)
	if again := shop.FurtherVisit(ana); again.NewReward == nil || again.NewReward.ID != redemption.Reward.ID {
		t.Errorf("reaching the milestone again earned %+v, want the same reward", again.NewReward)
	}
	shop.MustHoldInvariants(t)
}

// Spec: calls-26
func TestTakeBack_Reward_DoesNotCountAsGivenToday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 5)
	welcome, err := shop.Redeem(ana, loyalty.RewardWelcome)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); !errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
		t.Fatal(err)
	}
	request := service.TakeBackRequest{CustomerID: ana.ID, RewardID: welcome.Reward.ID}
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, request); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Errorf("a reward beside the welcome discount that was taken back: %v", err)
	}
	if _, err := shop.Redeem(ana, loyalty.RewardWelcome); !errors.Is(err, loyalty.ErrWelcomeNotCombinable) {
		t.Errorf("the welcome discount beside another reward returns %v, want ErrWelcomeNotCombinable", err)
	}
	shop.MustHoldInvariants(t)
}

func TestRedeem_Replayed_ShowsCurrentReward(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	reward := shop.Visits(ana, 5).NewReward
	redeem := func() (service.RedemptionResult, error) {
		return shop.Cases.Rewards.Redeem(t.Context(), shop.Barber, ana.ID, reward.ID, "redeem")
	}
	takeBack := func() (service.RedemptionResult, error) {
		return shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber,
			service.TakeBackRequest{CustomerID: ana.ID, RewardID: reward.ID, Key: "take-back"})
	}
	for i, c := range []struct {
		act      func() (service.RedemptionResult, error)
		replayed bool
		status   loyalty.RewardStatus
		by       string
	}{
		{redeem, false, loyalty.RewardRedeemed, "BARBER"},
		{redeem, true, loyalty.RewardRedeemed, "BARBER"},
		{takeBack, false, loyalty.RewardPending, ""},
		{takeBack, true, loyalty.RewardPending, ""},
		{redeem, true, loyalty.RewardPending, ""}, // must not be redeemed again
	} {
		got, err := c.act()
		if err != nil || got.Replayed != c.replayed || got.Reward.Status != c.status || got.Reward.RedeemedByName != c.by {
			t.Errorf("act %d gives %+v, %v; want Replayed %t, Status %s and RedeemedByName %q", i, got, err, c.replayed, c.status, c.by)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestTakeBack_FamilyReward_WorksForAnyMember(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	family := shop.Family(loyalty.PolicyPool, ana, berta)
	shop.Visits(ana, 5)
	redemption, err := shop.Redeem(ana, loyalty.RewardHalf)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, family.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		customer loyalty.Customer
		want     error
	}{
		{ana, loyalty.ErrTakeBackElsewhere}, {carla, loyalty.ErrRewardNotFound}, {berta, nil}, {berta, loyalty.ErrRewardNotRedeemed},
	} {
		_, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber,
			service.TakeBackRequest{CustomerID: c.customer.ID, RewardID: redemption.Reward.ID})
		if !errors.Is(err, c.want) {
			t.Errorf("taking back on the record of %s: %v, want %v", c.customer.Name, err, c.want)
		}
	}
	if owed := shop.Progress(berta).Owed; len(owed) != 1 {
		t.Errorf("the family is owed %+v, want one reward", owed)
	}
	shop.MustHoldInvariants(t)
}

// Spec: entities-11
func TestTakeBack_AfterMerge_IsRefused(t *testing.T) {
	t.Parallel()
	shop, ana, request := newShopWithRedeemedHalf(t)
	anita := shop.Customer("Anita")
	shop.Visits(anita, 5)
	if _, err := shop.Redeem(anita, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, anita.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, request); !errors.Is(err, loyalty.ErrTakeBackMerged) {
		t.Errorf("taking back one of two rewards of a milestone returns %v, want ErrTakeBackMerged", err)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, request); err != nil {
		t.Errorf("after the undo of the merge, taking back: %v", err)
	}
	shop.MustHoldInvariants(t)
}

func TestTakeBack_ArchivedCustomer_IsRefused(t *testing.T) {
	t.Parallel()
	shop, ana, request := newShopWithRedeemedHalf(t)
	shop.Archive(ana)
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Barber, request); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("taking back returns %v, want ErrCustomerNotFound", err)
	}
}

func TestTakeBack_Reason_IsAudited(t *testing.T) {
	t.Parallel()
	shop, ana, request := newShopWithRedeemedHalf(t)
	request.Reason = "  Era para  Berta "
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Admin, request); err != nil {
		t.Fatal(err)
	}
	trail := func(action string) []string {
		return shop.Database.Rows(t, "SELECT actor_id || ' ' || coalesce(detail, '-') FROM audit_events WHERE action = '"+action+"' AND subject_id = '"+request.RewardID+"'")
	}
	if got, want := trail("reward.redeemed"), shop.Barber.UserID+" "+ana.ID; len(got) != 1 || got[0] != want {
		t.Errorf("the trail has the redemption as %q, want %q", got, want)
	}
	if got, want := trail("reward.taken-back"), shop.Admin.UserID+" "+ana.ID+" Era para Berta"; len(got) != 1 || got[0] != want {
		t.Errorf("the trail records the reversal as %q, want %q", got, want)
	}
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana)); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 0))
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := trail("reward.taken-back"); len(got) != 1 || strings.Contains(got[0], "Berta") {
		t.Errorf("after the erasure the trail has %q, want no name", got)
	}
	shop.MustHoldInvariants(t)
}
