package service_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func recordOpening(t *testing.T, shop *servicetest.Shop, customerID string, stamps int64) service.AdjustmentResult {
	t.Helper()
	balance, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Admin,
		service.OpeningRequest{CustomerID: customerID, Stamps: stamps})
	if err != nil {
		t.Fatal(err)
	}
	return balance
}

func TestOpening_LessThanACard_CountsWithoutVisitOrReward(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	balance := recordOpening(t, shop, ana.ID, 7)
	if balance.Progress.Card.Stamps != 7 || len(balance.Progress.Owed) != 0 || len(balance.NewRewards) != 0 {
		t.Errorf("after 7 stamps of a paper card the progress is %+v, want 7 stamps and no rewards", balance.Progress)
	}
	customer, err := shop.Cases.Customers.Get(context.Background(), shop.Owner, ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	if customer.VisitsCount != 0 || !customer.LastVisitAt.IsZero() {
		t.Errorf("an opening balance counts as %d visits, the last at %s; want none", customer.VisitsCount, customer.LastVisitAt)
	}
	week, err := shop.Cases.Reports.Week(context.Background(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	if week.ThisWeek.Visits != 0 || week.ThisWeek.NewCustomers != 0 {
		t.Errorf("for an opening balance the week counts %d visits and %d new customers, want none", week.ThisWeek.Visits, week.ThisWeek.NewCustomers)
	}
}

func TestOpening_ThenVisits_EarnTheNextMilestones(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	recordOpening(t, shop, ana.ID, 9)
	visit := shop.Visit(ana)
	if visit.NewReward == nil || visit.NewReward.Kind != loyalty.RewardFree {
		t.Errorf("the tenth stamp earned %+v, want a free service", visit.NewReward)
	}
	shop.MustHoldInvariants(t)
}

func TestOpening_FullCards_AreOwedAsFreeServices(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	balance := recordOpening(t, shop, ana.ID, 23)
	if len(balance.NewRewards) != 2 || balance.NewRewards[0].Kind != loyalty.RewardFree || balance.NewRewards[1].Kind != loyalty.RewardFree {
		t.Errorf("for two full paper cards the rewards owed are %+v, want two free services", balance.NewRewards)
	}
	if balance.Progress.ToFree() != 7 {
		t.Errorf("with 3 stamps left the next free service is %d stamps away, want 7", balance.Progress.ToFree())
	}
}

func TestOpening_HalfNotGivenOnPaper_IsOwed(t *testing.T) {
	shop := servicetest.New(t)
	balance, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Admin,
		service.OpeningRequest{CustomerID: shop.Customer("Ana").ID, Stamps: 6, OwesHalf: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(balance.NewRewards) != 1 || balance.NewRewards[0].Kind != loyalty.RewardHalf {
		t.Errorf("for the half reward that was not given the rewards owed are %+v, want one half", balance.NewRewards)
	}
}

func TestOpening_Twice_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	recordOpening(t, shop, ana.ID, 3)
	_, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Owner, service.OpeningRequest{CustomerID: ana.ID, Stamps: 3})
	if !errors.Is(err, loyalty.ErrOpeningBalanceRecorded) {
		t.Errorf("a second opening balance returns %v, want ErrOpeningBalanceRecorded", err)
	}
}

func TestOpening_RepeatedKey_CountsOnce(t *testing.T) {
	shop := servicetest.New(t)
	request := service.OpeningRequest{CustomerID: shop.Customer("Ana").ID, Stamps: 3, Key: "k"}
	for i := range 2 {
		balance, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Admin, request)
		if err != nil || balance.Progress.Card.Stamps != 3 || balance.Replayed != (i == 1) {
			t.Errorf("try %d returns %+v, %v; want 3 stamps, the second as a replay", i, balance, err)
		}
	}
}

func TestOpening_ByBarber_NeedsTheOwnersPermission(t *testing.T) {
	shop := servicetest.New(t)
	request := service.OpeningRequest{CustomerID: shop.Customer("Ana").ID, Stamps: 3}
	_, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Barber, request)
	if !errors.Is(err, loyalty.ErrOpeningBalanceRole) {
		t.Errorf("a barber without the owner's permission gets %v, want ErrOpeningBalanceRole", err)
	}
	allow := true
	if _, err := shop.Cases.Businesses.ChangeSettings(context.Background(), shop.Owner, loyalty.SettingChanges{BarberOpeningBalances: &allow}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Barber, request); err != nil {
		t.Errorf("a barber with the owner's permission is refused: %v", err)
	}
}

func TestOpening_OutOfRange_IsRefusedAndChangesNothing(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	for _, stamps := range []int64{-1, 101} {
		_, err := shop.Cases.Adjustments.RecordOpening(context.Background(), shop.Admin, service.OpeningRequest{CustomerID: ana.ID, Stamps: stamps})
		if !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("an opening balance of %d returns %v, want ErrValidation", stamps, err)
		}
	}
	adjustments, err := shop.Cases.Adjustments.List(context.Background(), shop.Admin, ana.ID)
	if err != nil || len(adjustments) != 0 {
		t.Errorf("refused opening balances are listed: %+v, %v; want none", adjustments, err)
	}
}

func TestOpeningUndo_AfterARedemption_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	balance := recordOpening(t, shop, ana.ID, 12)
	if _, err := shop.Cases.Rewards.Redeem(context.Background(), shop.Barber, ana.ID, balance.NewRewards[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	_, err := shop.Cases.Adjustments.Undo(context.Background(), shop.Admin, balance.Adjustment.ID)
	if !errors.Is(err, loyalty.ErrOpeningBalanceRedeemed) {
		t.Errorf("undoing an opening balance with a redeemed reward returns %v, want ErrOpeningBalanceRedeemed", err)
	}
}

func TestOpeningUndo_AfterThirtyDays_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	balance := recordOpening(t, shop, shop.Customer("Ana").ID, 4)
	shop.Clock.Advance(loyalty.OpeningUndoPeriod + time.Second)
	_, err := shop.Cases.Adjustments.Undo(context.Background(), shop.Admin, balance.Adjustment.ID)
	if !errors.Is(err, loyalty.ErrOpeningBalanceTooLate) {
		t.Errorf("undoing an old opening balance returns %v, want ErrOpeningBalanceTooLate", err)
	}
}

func TestOpeningUndo_OwedRewards_AreCancelled(t *testing.T) {
	shop := servicetest.New(t)
	balance := recordOpening(t, shop, shop.Customer("Ana").ID, 12)
	undone, err := shop.Cases.Adjustments.Undo(context.Background(), shop.Admin, balance.Adjustment.ID)
	if err != nil || undone.Progress.Card.Stamps != 0 || len(undone.Progress.Owed) != 0 {
		t.Errorf("after the undo of an opening balance the progress is %+v, %v; want Card.Stamps 0 and no Owed", undone.Progress, err)
	}
	shop.MustHoldInvariants(t)
}

func TestCorrection_AddedStamps_EarnWhatVisitsWouldEarn(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	correct := func(stamps int64, key string) service.AdjustmentResult {
		t.Helper()
		correction, err := shop.Cases.Adjustments.Correct(context.Background(), shop.Admin,
			service.CorrectionRequest{CustomerID: ana.ID, Stamps: stamps, Reason: "No se escaneó", Key: usecase.IdempotencyKey(key)})
		if err != nil {
			t.Fatal(err)
		}
		return correction
	}
	if got := correct(5, "a"); len(got.NewRewards) != 1 || got.NewRewards[0].Kind != loyalty.RewardHalf {
		t.Errorf("after the fifth stamp the new rewards are %+v, want a half", got.NewRewards)
	}
	if got := correct(-1, "b"); len(got.Progress.Owed) != 0 {
		t.Errorf("without the fifth stamp %+v is owed, want nothing", got.Progress.Owed)
	}
	if got := correct(1, "c"); len(got.NewRewards) != 1 || len(got.Progress.Owed) != 1 {
		t.Errorf("after the fifth stamp again %+v is new and %+v owed, want one each", got.NewRewards, got.Progress.Owed)
	}
	shop.MustHoldInvariants(t)
}

func TestCorrection_RestoredStampsUnderOtherTerms_OweNothing(t *testing.T) {
	for _, c := range []struct {
		name        string
		visits      int
		corrections []int64 // all but the last under the first terms
		owed        int     // rewards of the last correction
	}{
		{"removed and restored", 12, []int64{-9, 9}, 0},
		{"removed and restored in parts", 12, []int64{-9, 4, 5}, 0},
		{"beyond the removed stamps", 12, []int64{-9, 13}, 1},
		{"added by mistake and removed before", 3, []int64{9, -9, 1}, 1},
		{"no earlier correction", 3, []int64{6}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			shop.Visits(ana, c.visits)
			for _, kind := range []loyalty.RewardKind{loyalty.RewardHalf, loyalty.RewardFree} {
				if c.visits < 10 {
					break
				}
				if _, err := shop.Redeem(ana, kind); err != nil {
					t.Fatal(err)
				}
				shop.Clock.Advance(24 * time.Hour)
			}
			for i, stamps := range c.corrections {
				last := i == len(c.corrections)-1
				if last {
					changes := loyalty.SettingChanges{VisitTarget: new(int64(4)), HalfRewardEnabled: new(false)}
					if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
						t.Fatal(err)
					}
				}
				got, err := shop.Cases.Adjustments.Correct(t.Context(), shop.Admin,
					service.CorrectionRequest{CustomerID: ana.ID, Stamps: stamps, Reason: "Error", Key: usecase.IdempotencyKey("correction-" + strconv.Itoa(i))})
				if err != nil {
					t.Fatal(err)
				}
				if last && len(got.NewRewards) != c.owed {
					t.Errorf("after the last correction the new rewards are %+v, want %d", got.NewRewards, c.owed)
				}
			}
			shop.MustHoldInvariants(t)
		})
	}
}

// Ten stamps have earned a reward. The same stamps earn no other reward under other terms.
func TestOpening_UndoneAndEnteredUnderOtherTerms_OwesNothingForPaidStamps(t *testing.T) {
	for name, c := range map[string]struct {
		stamps       int64
		visits, owed int
	}{
		"the reward at 10 was redeemed at 10 stamps": {5, 5, 0},
		"the reward at 10 was cancelled by the undo": {12, 0, 2},
		"the reward at 10 was redeemed at 11 stamps": {5, 6, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			first := recordOpening(t, shop, ana.ID, c.stamps)
			shop.Visits(ana, c.visits)
			if c.visits > 0 {
				if _, err := shop.Redeem(ana, loyalty.RewardFree); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := shop.Cases.Adjustments.Undo(t.Context(), shop.Admin, first.Adjustment.ID); err != nil {
				t.Fatal(err)
			}
			changes := loyalty.SettingChanges{VisitTarget: new(int64(6)), HalfRewardEnabled: new(false)}
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
				t.Fatal(err)
			}
			preview, err := shop.Cases.Adjustments.PreviewOpening(t.Context(), shop.Admin, service.OpeningRequest{CustomerID: ana.ID, Stamps: c.stamps})
			if err != nil || len(preview) != c.owed {
				t.Errorf("the preview of the opening balance owes %v, %v, want %d rewards", preview, err, c.owed)
			}
			if again := recordOpening(t, shop, ana.ID, c.stamps); len(again.NewRewards) != c.owed {
				t.Errorf("entered again, the opening balance gives the rewards %+v, want %d", again.NewRewards, c.owed)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func TestPreviewOpening_AnyBalance_EqualsTheRewardsOfRecording(t *testing.T) {
	for name, c := range map[string]struct {
		visits  int
		request service.OpeningRequest
	}{
		"no stamps":           {0, service.OpeningRequest{}},
		"half of a card":      {0, service.OpeningRequest{Stamps: 7}},
		"half that is owed":   {0, service.OpeningRequest{Stamps: 7, OwesHalf: true}},
		"full cards":          {0, service.OpeningRequest{Stamps: 27, OwesHalf: true}},
		"on stamps of visits": {4, service.OpeningRequest{Stamps: 6}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			shop.Visits(ana, c.visits)
			c.request.CustomerID = ana.ID
			preview, err := shop.Cases.Adjustments.PreviewOpening(t.Context(), shop.Admin, c.request)
			if err != nil {
				t.Fatal(err)
			}
			if stamps := shop.Progress(ana).Card.Stamps; stamps != int64(c.visits) {
				t.Errorf("after the preview the card has %d stamps, want %d", stamps, c.visits)
			}
			balance, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Admin, c.request)
			if err != nil {
				t.Fatal(err)
			}
			kinds := []loyalty.RewardKind{}
			for _, reward := range balance.NewRewards {
				kinds = append(kinds, reward.Kind)
			}
			if slices.Sort(kinds); !slices.Equal(slices.Sorted(slices.Values(preview)), kinds) {
				t.Errorf("the preview owes %v, want %v as the act", preview, kinds)
			}
		})
	}
}

func TestPreviewOpening_InvalidBalance_IsRefusedLikeRecording(t *testing.T) {
	shop := servicetest.New(t)
	ana, other := shop.Customer("Ana"), servicetest.New(t)
	preview := func(actor usecase.Actor, id string, stamps int64) error {
		_, err := shop.Cases.Adjustments.PreviewOpening(t.Context(), actor, service.OpeningRequest{CustomerID: id, Stamps: stamps})
		return err
	}
	servicetest.MustRefuse(t, "a barber's preview", preview(shop.Barber, ana.ID, 3), loyalty.ErrOpeningBalanceRole)
	servicetest.MustRefuse(t, "a preview of 101 stamps", preview(shop.Admin, ana.ID, 101), loyalty.ErrValidation)
	servicetest.MustRefuse(t, "another business's preview", preview(shop.Admin, other.Customer("Luz").ID, 3), loyalty.ErrCustomerNotFound)
	recordOpening(t, shop, ana.ID, 3)
	servicetest.MustRefuse(t, "a second balance's preview", preview(shop.Admin, ana.ID, 3), loyalty.ErrOpeningBalanceRecorded)
}

func TestCorrection_MoreThanTheCardHas_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	_, err := shop.Cases.Adjustments.Correct(context.Background(), shop.Admin,
		service.CorrectionRequest{CustomerID: shop.Customer("Ana").ID, Stamps: -1, Reason: "Error", Key: "k"})
	if !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("removing a stamp from an empty card returns %v, want ErrValidation", err)
	}
}

func TestCorrection_WithoutReasonOrKey_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	for _, c := range []struct {
		request service.CorrectionRequest
		refusal error
	}{
		{service.CorrectionRequest{CustomerID: ana.ID, Stamps: 1, Key: "k"}, loyalty.ErrValidation},
		{service.CorrectionRequest{CustomerID: ana.ID, Stamps: 1, Reason: "Error"}, loyalty.ErrCorrectionKeyRequired},
		{service.CorrectionRequest{CustomerID: ana.ID, Stamps: 0, Reason: "Error", Key: "k"}, loyalty.ErrValidation},
		{service.CorrectionRequest{CustomerID: ana.ID, Stamps: 51, Reason: "Error", Key: "k"}, loyalty.ErrValidation},
	} {
		if _, err := shop.Cases.Adjustments.Correct(context.Background(), shop.Admin, c.request); !errors.Is(err, c.refusal) {
			t.Errorf("the correction %+v returns %v, want %v", c.request, err, c.refusal)
		}
	}
}

func TestVisitDelete_StampRemovedByCorrection_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visit := shop.Visit(ana)
	if _, err := shop.Cases.Adjustments.Correct(context.Background(), shop.Admin,
		service.CorrectionRequest{CustomerID: ana.ID, Stamps: -1, Reason: "Error", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	_, err := shop.Cases.Visits.Delete(context.Background(), shop.Admin, visit.Visit.ID)
	if !errors.Is(err, loyalty.ErrVisitCorrected) {
		t.Errorf("deleting a visit without a stamp returns %v, want ErrVisitCorrected", err)
	}
}

func TestMergeUndo_CardBelowZero_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	recordOpening(t, shop, mergedRecord.ID, 7)
	shop.Visit(keptRecord)
	merge, err := shop.Cases.Merges.Merge(context.Background(), shop.Admin, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	if merge.Progress.Card.Stamps != 8 {
		t.Errorf("1 visit and 7 stamps of a paper card give %d stamps, want 8", merge.Progress.Card.Stamps)
	}
	if _, err := shop.Cases.Adjustments.Correct(context.Background(), shop.Admin,
		service.CorrectionRequest{CustomerID: keptRecord.ID, Stamps: -6, Reason: "Error", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Merges.Undo(context.Background(), shop.Admin, merge.MergeID); !errors.Is(err, loyalty.ErrMergeCorrected) {
		t.Errorf("undoing a merge with removed stamps returns %v, want ErrMergeCorrected", err)
	}
	shop.MustHoldInvariants(t)
}

func TestPastDayVisit_TakenDay_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	yesterday := shop.Business.DayOf(shop.Clock.Now())
	shop.Clock.Advance(24 * time.Hour)
	request := service.VisitRequest{CustomerID: ana.ID, Day: yesterday, Reason: "Se olvidó", Key: "k"}
	if _, err := shop.Cases.Visits.Register(context.Background(), shop.Admin, request); !errors.Is(err, loyalty.ErrSameDayVisit) {
		t.Errorf("a second visit of yesterday returns %v, want ErrSameDayVisit", err)
	}
}

func TestPastDayVisit_CountsOnItsDay(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	day := shop.Business.DayOf(shop.Clock.Now()).Plus(-3)
	request := service.VisitRequest{CustomerID: ana.ID, Day: day, Reason: "Se olvidó", Key: "k"}
	visit, err := shop.Cases.Visits.Register(context.Background(), shop.Admin, request)
	if err != nil {
		t.Fatal(err)
	}
	if visit.Visit.Day != day || visit.Progress.Card.Stamps != 1 || visit.Progress.VisitedToday {
		t.Errorf("a visit of %s was entered as %+v, want one stamp on that day only", day, visit)
	}
	if visit := shop.Visit(ana); visit.Progress.Card.Stamps != 2 {
		t.Errorf("after today's visit the card has %d stamps, want 2", visit.Progress.Card.Stamps)
	}
	shop.MustHoldInvariants(t)
}

func TestPastDayVisit_ByBarber_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	request := service.VisitRequest{
		CustomerID: shop.Customer("Ana").ID, Day: shop.Business.DayOf(shop.Clock.Now()).Plus(-1), Reason: "Se olvidó", Key: "k",
	}
	if _, err := shop.Cases.Visits.Register(context.Background(), shop.Barber, request); !errors.Is(err, loyalty.ErrPastDayRole) {
		t.Errorf("a barber who enters a visit of yesterday returns %v, want ErrPastDayRole", err)
	}
}
