package service_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func debtOf(t *testing.T, shop *servicetest.Shop) (earnedCount, redeemedCount, owedCount int64) {
	t.Helper()
	report, err := shop.Cases.Insights.Debt(t.Context(), shop.Owner, service.InsightRequest{})
	if err != nil {
		t.Fatalf("the debt report: %v", err)
	}
	for _, o := range report.Owed {
		owedCount += o.Count
	}
	return report.Now.EarnedCount, report.Now.RedeemedCount, owedCount
}

func mustReportDebt(t *testing.T, shop *servicetest.Shop, name string, earnedCount, redeemedCount, owedCount int64) {
	t.Helper()
	for _, when := range []string{"at once", "counted"} {
		gotEarned, gotRedeemed, gotOwed := debtOf(t, shop)
		if gotEarned != earnedCount || gotRedeemed != redeemedCount || gotOwed != owedCount {
			t.Errorf("%s, %s: %d earned, %d redeemed and %d owed, want %d, %d and %d", name, when, gotEarned, gotRedeemed, gotOwed, earnedCount, redeemedCount, owedCount)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestDebtReport_ChangesAfterCounting_AreReportedAtOnceAndStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	last := shop.Visits(ana, 5)
	mustReportDebt(t, shop, "after five visits", 1, 0, 1)
	redemption, err := shop.Redeem(ana, loyalty.RewardHalf)
	if err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the redemption", 1, 1, 0)
	shop.Clock.Advance(2 * 24 * time.Hour)
	takeBack := service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID, Reason: "era otra"}
	if _, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Admin, takeBack); err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the reward was taken back on a later day", 1, 0, 1)
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Admin, last.Visit.ID); err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the visit was deleted", 0, 0, 0)
	shop.Visit(ana)
	mustReportDebt(t, shop, "after the half was reached again", 1, 0, 1)
}

func TestDebtReport_MergeAndItsUndo_MoveRewards(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	shop.Visits(keptRecord, 3)
	shop.Visits(mergedRecord, 3)
	mustReportDebt(t, shop, "before the merge", 0, 0, 0)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the merge", 1, 0, 1)
	shop.Clock.Advance(3 * 24 * time.Hour)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the undo of the merge", 0, 0, 0)
}

func TestDebtReport_CancelledRewardGrantedByOtherTerms_IsOwed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	last := shop.Visits(ana, 5)
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Admin, last.Visit.ID); err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after the half was cancelled", 0, 0, 0)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(4), true); err != nil {
		t.Fatal(err)
	}
	mustReportDebt(t, shop, "after a target of four", 2, 0, 2)
}

func TestDebtReport_OtherTimeZone_CountsDaysOfThatZone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Set(time.Date(2026, 5, 1, 23, 30, 0, 0, time.UTC)) // 2 May in Madrid
	ana := shop.Customer("Ana")
	shop.Visits(ana, 5)
	refreshCounts(t, shop)
	west := "Atlantic/Azores"
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{TimeZone: &west}, false); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "counted"} {
		report, err := shop.Cases.Insights.Debt(t.Context(), shop.Owner, service.InsightRequest{From: "2026-05-01", To: "2026-05-05"})
		if err != nil {
			t.Fatal(err)
		}
		if days := report.Now.EarnedCount; days != 1 || len(report.Owed) != 1 || report.Owed[0].Count != 1 {
			t.Errorf("%s: %d rewards were earned and %+v are owed, want one", when, days, report.Owed)
		}
		refreshCounts(t, shop)
		shop.Town.MustHoldInvariants(t)
	}
}

func TestDebtReport_SeenRedemption_HasMedianOfDelays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for n, wait := range []time.Duration{0, 2, 40} {
		customer := shop.Customer("Cliente " + string(rune('A'+n)))
		shop.Visits(customer, 5)
		shop.Clock.Advance(wait * 24 * time.Hour)
		if _, err := shop.Redeem(customer, loyalty.RewardHalf); err != nil {
			t.Fatal(err)
		}
	}
	shop.Visits(shop.Customer("Dora"), 5) // never redeemed
	shop.Clock.Advance(300 * 24 * time.Hour)
	for _, when := range []string{"at once", "counted"} {
		report, err := shop.Cases.Insights.Debt(t.Context(), shop.Owner, service.InsightRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if report.SeenRedemption.RedeemedShare != (loyalty.Share{Part: 3, Total: 4}) || report.SeenRedemption.MedianDays != 2 {
			t.Errorf("%s: the redeemed rewards are %+v, want three of four, after two days", when, report.SeenRedemption)
		}
		refreshCounts(t, shop)
	}
}

func TestRecovered_Pages_EndBetweenDays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	var customers []loyalty.Customer
	for n := range 3 {
		customer := shop.Customer("Cliente " + string(rune('A'+n)))
		customers = append(customers, customer)
	}
	for range 3 {
		for _, customer := range customers {
			shop.Visit(customer)
		}
		shop.Clock.Advance(24 * time.Hour)
	}
	shop.Clock.Advance(40 * 24 * time.Hour)
	shop.Visit(customers[0])
	shop.Visit(customers[1])
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(customers[2])
	for range 2 { // first counted by the request, then stored
		first, err := shop.Cases.Insights.ListRecovered(t.Context(), shop.Owner, usecase.ListRequest{Limit: 2})
		if err != nil || first.Total != 3 || len(first.Items) != 3 || first.Next != "" || first.Items[0].Name != "Cliente C" || first.Items[0].LastDay == "" {
			t.Fatalf("the page is %+v, %v; want 3 customers with both days complete", first, err)
		}
		page, err := shop.Cases.Insights.ListRecovered(t.Context(), shop.Owner, usecase.ListRequest{Limit: 1})
		if err != nil || len(page.Items) != 1 || page.Next != string(page.Items[0].Day) {
			t.Fatalf("the page is %+v, %v; want one customer and the day as the next cursor", page, err)
		}
		rest, err := shop.Cases.Insights.ListRecovered(t.Context(), shop.Owner, usecase.ListRequest{Limit: 1, Cursor: page.Next})
		if err != nil || len(rest.Items) != 2 || rest.Next != "" {
			t.Fatalf("the last page is %+v, %v; want two customers", rest, err)
		}
		refreshCounts(t, shop)
	}
}
