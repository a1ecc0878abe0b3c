package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func refreshCounts(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if err := shop.Cases.Counts.Refresh(t.Context()); err != nil {
		t.Fatalf("counting for the reports: %v", err)
	}
}

func breakCounts(t *testing.T, shop *servicetest.Shop) (repair func()) {
	t.Helper()
	shop.Database.Corrupt(t, "UPDATE customers SET rhythm = 'x' WHERE business_id = '"+shop.Business.ID+"'")
	return func() {
		shop.Database.Corrupt(t, "UPDATE customers SET rhythm = NULL WHERE business_id = '"+shop.Business.ID+"'")
	}
}

func isCounted(t *testing.T, shop *servicetest.Shop) bool {
	t.Helper()
	const complete = "SELECT p.business_id FROM day_count_progress p JOIN customer_step_progress s ON s.business_id = p.business_id " +
		"WHERE p.counted_from = '0001-01-01' AND s.is_complete AND p.business_id = '%s'"
	return len(shop.Database.Rows(t, fmt.Sprintf(complete, shop.Business.ID))) == 1
}

func TestCounts_FailingBusiness_HoldsBackNoOtherAndIsRetriedLater(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	shop.Visit(shop.Customer("Ana"))
	other.Visit(other.Customer("Eva"))
	repair := breakCounts(t, shop)
	counts := shop.Cases.Counts
	if err := counts.Refresh(t.Context()); err == nil || counts.FailingCount() != 1 {
		t.Fatalf("with a broken business Refresh returns %v, and %d are failing; want an error and 1", err, counts.FailingCount())
	}
	if !isCounted(t, other) || isCounted(t, shop) {
		t.Errorf("the intact business is counted = %t and the broken one = %t, want true and false", isCounted(t, other), isCounted(t, shop))
	}
	for _, each := range []struct {
		after time.Duration
		fails bool
	}{{0, false}, {time.Second, true}, {time.Second, false}, {time.Second, true}} {
		shop.Clock.Advance(each.after)
		if err := counts.Refresh(t.Context()); (err != nil) != each.fails {
			t.Errorf("%s later Refresh returns %v, want an error = %t", each.after, err, each.fails)
		}
	}
	repair()
	shop.Clock.Advance(time.Hour)
	if err := counts.Refresh(t.Context()); err != nil || counts.FailingCount() != 0 || !isCounted(t, shop) {
		t.Errorf("after the repair Refresh returns %v, and %d are failing; want no error, 0 and complete counts", err, counts.FailingCount())
	}
	shop.Town.MustHoldInvariants(t)
}

func TestCounts_FailedUnderAClockThatWasSetBack_IsRetriedAtOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visit(shop.Customer("Ana"))
	repair := breakCounts(t, shop)
	shop.Clock.Advance(wrongBy)
	if err := shop.Cases.Counts.Refresh(t.Context()); err == nil {
		t.Fatal("Refresh must fail for a broken business")
	}
	repair()
	shop.Clock.Advance(-wrongBy)
	if err := shop.Cases.Counts.Refresh(t.Context()); err != nil || !isCounted(t, shop) {
		t.Errorf("after the clock was set back Refresh returns %v, want no error and complete counts", err)
	}
}

func TestMaintenance_FailingCounts_OldEventsAreRemovedAndReportsStayRight(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	other.Visit(other.Customer("Eva"))
	refreshCounts(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana)
	repair := breakCounts(t, shop)
	shop.Clock.Advance(loyalty.EventRetention + 24*time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if events := shop.Database.Rows(t, "SELECT kind FROM events WHERE visit_id IS NOT NULL"); len(events) > 0 {
		t.Errorf("the stored events of visits are %v, want none", events)
	}
	repair()
	if report := cardReport(t, shop); reachedCounts(report) != [6]int64{1, 1, 1} {
		t.Errorf("without the events the report is %+v, want one customer in the first three steps", report)
	}
	shop.Clock.Advance(time.Hour)
	refreshCounts(t, shop)
	if report := cardReport(t, shop); reachedCounts(report) != [6]int64{1, 1, 1} || !isCounted(t, shop) {
		t.Errorf("counted again, the report is %+v; want one customer in the first three steps, completely counted", report)
	}
	shop.Town.MustHoldInvariants(t)
}

// The first count of a business takes turns with changes and with other businesses.
func TestCounts_FirstCountOfLargeBusiness_DelaysNoOther(t *testing.T) {
	t.Parallel()
	large := servicetest.New(t)
	other := large.Town.Shop(t)
	large.Customer("Ana")
	other.Customer("Eva")
	var order []string
	batches := map[string]int{large.Business.ID: 60, other.Business.ID: 2}
	large.Cases.Counts.CountBy(service.FakeCounter{
		CountChanged: func(id string) (bool, error) {
			order = append(order, "changed "+id)
			return batches[id] == 0, nil
		},
		CountNext: func(id string) (bool, error) {
			if order = append(order, "next "+id); batches[id] > 0 {
				batches[id]--
			}
			if batches[large.Business.ID] == 40 {
				other.Customer("Eva")
			}
			return batches[id] == 0, nil
		},
	})
	refreshCounts(t, large)
	last := func(job string) int { return len(order) - 1 - slices.Index(reverseSteps(order), job) }
	if first := last("next " + other.Business.ID); first > 10 {
		t.Errorf("two batches of the small business end after %d steps, want at most 10: %v", first, order)
	}
	if change, end := last("changed "+other.Business.ID), last("next "+large.Business.ID); change > 40 || end < 60 {
		t.Errorf("the change is counted after %d steps and the large business after %d, want at most 40 and at least 60", change, end)
	}
}

func reverseSteps(steps []string) []string {
	steps = slices.Clone(steps)
	slices.Reverse(steps)
	return steps
}

func TestCounts_PlatformWithoutEvents_IsCounted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visit(shop.Customer("Ana"))
	shop.Database.Corrupt(t, "DELETE FROM events")
	refreshCounts(t, shop)
	if !isCounted(t, shop) {
		t.Error("an upgraded business without events is never counted")
	}
}

func TestCounts_RestartedCount_RefusesEarlierVersions(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t)
	former.CustomerWithAllData(t)
	exportZIP := copyOf(t, former)
	shop := servicetest.New(t)
	shop.Clock.Set(former.Clock.Now())
	refreshCounts(t, shop)
	progress := func() (days store.DayCountProgress, steps store.CustomerStepProgress) {
		err := shop.Town.Store.ViewBusiness(t.Context(), shop.Business.ID, func(tx *store.Tx) (err error) {
			if days, err = tx.Reports().DayCountProgress(); err == nil {
				steps, err = store.CustomerStepsIn(tx).Progress()
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return days, steps
	}
	days, steps := progress()
	mustRestore(t, shop, exportZIP)
	newDays, newSteps := progress()
	if newDays.Version <= days.Version || newSteps.Version <= steps.Version || newDays.IsComplete() || newSteps.IsComplete {
		t.Errorf("after a restore the counts are %+v and %+v, before it %+v and %+v; want newer versions of both, not complete", newDays, newSteps, days, steps)
	}
}

func TestHours_VisitOfAPastDay_HasNoHour(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Clock.Set(time.Date(2026, 3, 26, 16, 0, 0, 0, time.UTC))
	shop.Visit(shop.Customer("Ana"))
	day := shop.Business.DayOf(shop.Clock.Now()).Plus(-1)
	request := service.VisitRequest{CustomerID: shop.Customer("Eva").ID, Day: day, Reason: "Se olvidó", Key: "k"}
	if _, err := shop.Cases.Visits.Register(t.Context(), shop.Admin, request); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(24 * time.Hour)
	report, err := shop.Cases.Insights.Hours(t.Context(), shop.Owner)
	want := []service.HourChange{{Weekday: 4, Hour: 17, Visits: 1}}
	if err != nil || report.Visits != 1 || !slices.Equal(report.Hours, want) {
		t.Errorf("the hours are %+v, %v; want Visits 1 and Hours %v", report, err, want)
	}
	charts, err := shop.Cases.Reports.Charts(t.Context(), shop.Owner, string(day), loyalty.RangeWeek)
	if err != nil || charts.Visitors.Visits != 2 || !slices.Equal(charts.Hours, []service.HourCount{{Weekday: 4, Hour: 17, Visits: 1}}) {
		t.Errorf("the charts are %+v, %v; want Visitors.Visits 2 and Hours %v", charts, err, []service.HourCount{{Weekday: 4, Hour: 17, Visits: 1}})
	}
}

func TestCounts_ErrorWhileEventsAreRemoved_RestartsOnlyBrokenBusiness(t *testing.T) {
	t.Parallel()
	for _, each := range []struct {
		name     string
		err      error
		restarts int
	}{
		{"busy database", fmt.Errorf("counting: %w", loyalty.BusyFor(time.Second)), 0},
		{"unknown outcome", loyalty.OutcomeUnknownFor(time.Second), 0},
		{"deadline", fmt.Errorf("counting: %w", context.DeadlineExceeded), 0},
		{"outage", outageError{}, 0},
		{"broken row", errors.New("reading a rhythm"), 1},
	} {
		t.Run(each.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			shop.Customer("Ana")
			restarts := 0
			shop.Cases.Counts.CountBy(service.FakeCounter{
				CountChanged: func(id string) (bool, error) {
					if id == shop.Business.ID {
						return false, each.err
					}
					return true, nil
				},
				Restart: func(string) error { restarts++; return nil },
			})
			err := shop.Cases.Counts.RemoveEvents(t.Context(), shop.Clock.Now().Add(time.Hour))
			remaining := len(shop.Database.Rows(t, "SELECT kind FROM events WHERE business_id = '"+shop.Business.ID+"'")) > 0
			if isKept := each.restarts == 0; restarts != each.restarts || (err != nil) != isKept || errors.Is(err, each.err) != isKept || remaining != isKept {
				t.Errorf("there were %d restarts, want %d; events left = %t and the error %v, want both = %t", restarts, each.restarts, remaining, err, isKept)
			}
		})
	}
}

type outageError struct{}

func (outageError) Error() string { return "the server is away" }
func (outageError) Outage() bool  { return true }

func TestCounts_RemovalInRounds_CountsEachBusinessOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Customer("Ana")
	addEvents(t, shop, 5001)
	shop.Clock.Advance(time.Hour)
	shop.Customer("Eva") // happens after the removed events
	counts := map[string]int{}
	shop.Cases.Counts.CountBy(service.FakeCounter{CountChanged: func(id string) (bool, error) {
		counts[id]++
		return true, nil
	}})
	if err := shop.Cases.Counts.RemoveEvents(t.Context(), shop.Clock.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	remaining := len(shop.Database.Rows(t, "SELECT kind FROM events WHERE business_id = '"+shop.Business.ID+"'"))
	if counts[shop.Business.ID] != 1 || remaining == 0 || remaining > 10 {
		t.Errorf("the business is counted %d times and %d events are left, want 1 and up to 10", counts[shop.Business.ID], remaining)
	}
}

func TestCounts_OvertakenByAnotherServer_ContinueWithTheNextRefresh(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	if shop.Database.URL != "" {
		return // the trigger is for SQLite
	}
	ana := shop.Customer("Ana")
	refreshCounts(t, shop)
	for range 20 { // more than a batch
		shop.Visit(ana)
		shop.Clock.Advance(24 * time.Hour)
	}
	visits := func() int { return len(shop.Database.Rows(t, "SELECT visits FROM staff_days WHERE visits = 1")) }
	shop.Database.Corrupt(t, "CREATE TRIGGER overtake AFTER INSERT ON staff_days BEGIN UPDATE day_count_progress SET version = version + 1; END")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := shop.Cases.Counts.Refresh(ctx); err != nil || visits() != 14 || shop.Cases.Counts.FailingCount() > 0 {
		t.Errorf("with a newer count in between Refresh returns %v, and %d days are counted; want no error and 14", err, visits())
	}
	shop.Database.Corrupt(t, "DROP TRIGGER overtake")
	refreshCounts(t, shop)
	if visits() != 20 || !isCounted(t, shop) {
		t.Errorf("after the next refresh %d days are counted, want 20 and no more to count", visits())
	}
	shop.Town.MustHoldInvariants(t)
}
