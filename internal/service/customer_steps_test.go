package service_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func cardReport(t *testing.T, shop *servicetest.Shop) service.CardReport {
	t.Helper()
	report, err := shop.Cases.Insights.Card(t.Context(), shop.Owner, service.InsightRequest{})
	if err != nil {
		t.Fatalf("the report of the card: %v", err)
	}
	return report
}

func reachedCounts(report service.CardReport) (counts [6]int64) {
	for n, step := range report.Steps {
		counts[n] = step.Now.ReachedShare.Part
	}
	return counts
}

func TestCardReport_ImportedAndPaperCards_AreNamedAndNotCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	other.Visit(other.Customer("Carla"))
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visit(ana)
	shop.Visit(berta)
	importText(t, shop, importedSheet, false)
	recordOpening(t, shop, berta.ID, 9)
	for _, when := range []string{"at once", "stored"} {
		report := cardReport(t, shop)
		if report.ImportedCount != 2 || report.WithPaperCard != 1 || reachedCounts(report) != [6]int64{1, 1} {
			t.Errorf("%s: the report is %+v; want 2 imported, one with a paper card, and one counted in two steps", when, report)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestCardReport_MergedRecords_AreOneCustomerSinceTheFirstRecord(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first := shop.Customer("Ana")
	shop.Visit(first)
	refreshCounts(t, shop)
	shop.Clock.Advance(10 * 24 * time.Hour)
	again := shop.Customer("Ana Gil")
	shop.Visit(again)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, again.ID, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "stored"} {
		report := cardReport(t, shop)
		second := report.Steps[2].Now.Took
		if reachedCounts(report) != [6]int64{1, 1, 1} || second.Median != 10 {
			t.Errorf("%s: the report is %+v; want one customer in the first three steps, after 10 days", when, report)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "stored"} {
		if report := cardReport(t, shop); reachedCounts(report) != [6]int64{2, 2} {
			t.Errorf("after the undo, %s: the report is %+v; want two customers in two steps", when, report)
		}
		refreshCounts(t, shop)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestCardReport_PeriodBefore_IsCountedAtTheSameAge(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Clock.Advance(400 * 24 * time.Hour) // after the default period
	shop.Visit(ana)
	registeredOn := string(shop.Business.DayOf(ana.CreatedAt))
	report, err := shop.Cases.Insights.Card(t.Context(), shop.Owner, service.InsightRequest{})
	if err != nil {
		t.Fatal(err)
	}
	before := report.Steps[1].Before.ReachedShare
	if before.Total != 1 || before.Part != 0 {
		t.Errorf("for the same customer age the former period counts %+v; want Total 1 and Part 0", before)
	}
	report, err = shop.Cases.Insights.Card(t.Context(), shop.Owner, service.InsightRequest{From: registeredOn, To: registeredOn})
	if err != nil || report.Steps[1].Now.ReachedShare.Part != 1 {
		t.Errorf("for the customer of %s the steps are %+v, %v; want one customer at the second step", registeredOn, report.Steps, err)
	}
}

func TestCardReport_ManyPendingCustomers_AreCountedFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	if err := shop.Database.Try(t, fmt.Sprintf(`
		INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		SELECT '%s', 'c' || i, 'Cliente', 'cliente', 'cliente', 0, %d FROM n`, shop.Business.ID, shop.Clock.Now().UnixMilli()),
		`INSERT INTO cards (business_id, id, customer_id, stamps)
		SELECT c.business_id, 'k' || c.id, c.id, 0 FROM customers c
		WHERE NOT EXISTS (SELECT 1 FROM cards k WHERE k.business_id = c.business_id AND k.customer_id = c.id)`); err != nil {
		t.Fatal(err)
	}
	cohorts, err := shop.Cases.Insights.Cohorts(t.Context(), shop.Owner)
	if report := cardReport(t, shop); !report.IsCounting || err != nil || !cohorts.IsCounting {
		t.Errorf("2001 customers must not be counted within a request: %+v %+v %v", report, cohorts, err)
	}
	people, err := shop.Cases.Insights.ListStep(t.Context(), shop.Owner, service.StepRequest{Step: loyalty.StepFirst})
	if err != nil || len(people.Items) != 0 {
		t.Errorf("before the count the list has %+v, %v; want none", people, err)
	}
	refreshCounts(t, shop)
	if report := cardReport(t, shop); report.IsCounting || reachedCounts(report) != [6]int64{2001, 1} {
		t.Errorf("after the count the report is %+v, want 2001 customers at the first step and 1 at the second", report)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestCardReport_SlowFirstReward_NeedsTwentyCustomers(t *testing.T) {
	t.Parallel()
	for _, each := range []struct {
		count  int64
		median int
		slow   bool
	}{{20, 31, true}, {20, 30, false}, {19, 31, false}} {
		report := service.CardReport{FirstReward: loyalty.Quartiles{Count: each.count, Median: each.median}}
		if report.IsSlow() != each.slow {
			t.Errorf("with %d customers and a median of %d days, IsSlow = %t, want %t", each.count, each.median, report.IsSlow(), each.slow)
		}
	}
}

func TestCustomerSteps_OutdatedVersion_IsNotStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visit(shop.Customer("Ana"))
	refreshCounts(t, shop)
	err := shop.Town.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		progress, err := store.CustomerStepsIn(tx).Progress()
		if err != nil {
			return err
		}
		outdatedProgress := progress
		outdatedProgress.Version--
		stored, err := store.CustomerStepsIn(tx).Store(outdatedProgress, progress, nil, nil)
		if stored {
			t.Error("outdated steps were stored")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Undoing an import may remove customers after their steps were computed.
func TestCustomerSteps_CustomerRemovedMeanwhile_OthersAreStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, removedSteps := shop.Customer("Ana"), loyalty.CustomerSteps{CustomerID: "removed", Origin: loyalty.OriginRegistered}
	refreshCounts(t, shop)
	err := shop.Town.Store.InBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) error {
		steps := store.CustomerStepsIn(tx)
		progress, err := steps.Progress()
		if err != nil {
			return err
		}
		computedSteps, err := steps.Compute([]string{ana.ID})
		if err != nil {
			return err
		}
		_, err = steps.Store(progress, progress, []string{"removed", ana.ID}, append([]loyalty.CustomerSteps{removedSteps}, computedSteps...))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if customerIDs := shop.Database.Rows(t, "SELECT customer_id FROM customer_steps"); !slices.Equal(customerIDs, []string{ana.ID}) {
		t.Errorf("the stored steps are of %v, want only the customer", customerIDs)
	}
}

// An upgrade of the program empties the counts, and a business may have no events left.
func TestRefresh_BusinessWithoutEvents_IsCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visit(shop.Customer("Ana"))
	shop.Database.Corrupt(t, "DELETE FROM events", "DELETE FROM day_count_progress", "DELETE FROM customer_step_progress")
	shop.Town.Shop(t).Customer("Eva") // the only business with an event
	if err := shop.Cases.Counts.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	businessIDs := shop.Database.Rows(t, "SELECT business_id FROM customer_step_progress WHERE business_id = '"+shop.Business.ID+"' AND is_complete")
	days := shop.Database.Rows(t, "SELECT visits FROM staff_days WHERE business_id = '"+shop.Business.ID+"' AND visits = 1")
	if len(businessIDs) != 1 || len(days) != 1 {
		t.Errorf("the complete steps are %v and the days with the visit %v, want one each", businessIDs, days)
	}
}
