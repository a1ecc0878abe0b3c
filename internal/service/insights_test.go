package service_test

import (
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func staffReport(t *testing.T, shop *servicetest.Shop, actor usecase.Actor) service.StaffReport {
	t.Helper()
	report, err := shop.Cases.Insights.Staff(t.Context(), actor, service.InsightRequest{})
	if err != nil {
		t.Fatalf("the staff report: %v", err)
	}
	return report
}

func TestStaffReport_Barber_SeesOwnLineOnly(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	other.Visit(other.Customer("Carla"))
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	shop.FurtherVisit(ana)

	own := staffReport(t, shop, shop.Barber)
	if len(own.Lines) != 1 || own.Lines[0].UserID != shop.Barber.UserID || own.Lines[0].Now.Visits != 1 {
		t.Errorf("the barber sees %+v; want one, UserID %v and Now.Visits 1", own.Lines, shop.Barber.UserID)
	}
	all := staffReport(t, shop, shop.Owner)
	var visits int64
	for _, line := range all.Lines {
		visits += line.Now.Visits
	}
	if len(all.Lines) < 2 || visits != 2 {
		t.Errorf("the owner sees %+v, want two or more lines with 2 visits", all.Lines)
	}
}

func TestStaffReport_ChangesAfterCounting_AreReportedAtOnceAndStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visit(ana)
	refreshCounts(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	removedVisit := shop.Visit(berta)
	refreshCounts(t, shop)
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Admin, removedVisit.Visit.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, berta.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "stored"} {
		counts := loyalty.StaffCounts{}
		for _, line := range staffReport(t, shop, shop.Owner).Lines {
			counts.Add(line.Now.StaffCounts)
		}
		if counts.Visits != 1 || counts.NewCustomers != 1 || counts.DeletedVisits != 1 {
			t.Errorf("%s: %+v, want one visit of a new customer and a deleted one", when, counts)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestStaffDays_OvertakenCounts_AreNotStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visit(shop.Customer("Ana"))
	refreshCounts(t, shop)
	err := shop.Town.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		progress, err := tx.Reports().DayCountProgress()
		if err != nil {
			return err
		}
		outdatedProgress := progress
		outdatedProgress.Version--
		stored, err := tx.Reports().StoreDays(outdatedProgress, progress, store.CountedDays{Staff: []loyalty.Day{"2026-03-26"}})
		if stored {
			t.Error("outdated counts were stored")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestStaffReport_InvalidPeriod_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, period := range [][2]string{{"2026-03-02", "2026-03-01"}, {"2024-03-01", "2026-03-01"}, {"ayer", "2026-03-01"}, {"", "2026-03-01"}, {"2026-03-01", ""}} {
		request := service.InsightRequest{From: period[0], To: period[1]}
		_, err := shop.Cases.Insights.Staff(t.Context(), shop.Owner, request)
		servicetest.MustRefuse(t, period[0]+" to "+period[1], err, loyalty.ErrValidation)
		_, err = shop.Cases.Insights.Debt(t.Context(), shop.Owner, request)
		servicetest.MustRefuse(t, period[0]+" to "+period[1], err, loyalty.ErrValidation)
	}
}

func TestDebtReport_Value_CountsHalvesAndNoWelcome(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ticket, cost := int64(1550), int64(40)
	changes := loyalty.SettingChanges{MeanTicket: &ticket, ServiceCost: &cost}
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
		t.Fatal(err)
	}
	shop.Register("Carla") // has a welcome discount
	shop.Visits(shop.Customer("Ana"), 10)
	report, err := shop.Cases.Insights.Debt(t.Context(), shop.Owner, service.InsightRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if value, known := report.Value(); !known || value != 1550+775 || report.Business.ServiceCost != 40 || len(report.Owed) != 3 {
		t.Errorf("the value is %d (known = %t), the report %+v, want 2325 cents at a cost of 40 %%", value, known, report)
	}
	for _, wrong := range []loyalty.SettingChanges{{MeanTicket: new(int64(-1))}, {MeanTicket: new(int64(100_001))}, {ServiceCost: new(int64(101))}} {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, wrong, false)
		servicetest.MustRefuse(t, "an impossible amount", err, loyalty.ErrValidation)
	}
}

func TestShare_FewPeople_HasNoPercentage(t *testing.T) {
	t.Parallel()
	if _, shown := (loyalty.Share{Part: 19, Total: 19}).Percent(); shown {
		t.Error("19 people must have no percentage")
	}
	if percent, shown := (loyalty.Share{Part: 13, Total: 20}).Percent(); !shown || percent != 65 {
		t.Errorf("13 of 20 are %d %%, want 65", percent)
	}
}

func addEvents(t *testing.T, shop *servicetest.Shop, count int) {
	t.Helper()
	err := shop.Database.Try(t, fmt.Sprintf(`
		INSERT INTO events (business_id, position, number, kind, customer_id, at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT '%s', (SELECT max(position) FROM events), 1000 + i, 'card.changed', 'c' || i, %d FROM n`, count, shop.Business.ID, shop.Clock.Now().UnixMilli()))
	if err != nil {
		t.Fatal(err)
	}
}

func TestReports_ManyPendingEvents_CountVisitsAndRewardsSinceTheFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 4)
	refreshCounts(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(shop.Customer("Eva"))
	addEvents(t, shop, 1001)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visits(ana, 1)
	for _, when := range []string{"pending", "counted"} {
		var visits, visitsToday int64
		today := string(shop.Business.DayOf(shop.Clock.Now()))
		for _, line := range staffReport(t, shop, shop.Owner).Lines {
			visits += line.Now.Visits
		}
		report, err := shop.Cases.Insights.Staff(t.Context(), shop.Owner, service.InsightRequest{From: today, To: today})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range report.Lines {
			visitsToday += line.Now.Visits
		}
		if earnedCount, _, owedCount := debtOf(t, shop); visits != 6 || visitsToday != 1 || earnedCount != 1 || owedCount != 1 {
			t.Errorf("%s: %d visits, %d of today, %d rewards earned and %d owed; want 6, 1, 1 and 1", when, visits, visitsToday, earnedCount, owedCount)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
}
