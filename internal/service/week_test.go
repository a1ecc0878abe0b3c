package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func week(t *testing.T, shop *servicetest.Shop) service.Week {
	t.Helper()
	week, err := shop.Cases.Reports.Week(t.Context(), shop.Owner)
	if err != nil {
		t.Fatalf("reading the week: %v", err)
	}
	return week
}

func visitAfterGaps(shop *servicetest.Shop, customer loyalty.Customer, gaps ...int) {
	for _, days := range gaps {
		shop.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		shop.Visit(customer)
	}
}

func TestWeek_Comparison_UsesSameDaysOfLastWeek(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	shop.Visit(ana) // Thursday
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(berta) // Friday, later than today
	shop.Clock.Advance(6 * 24 * time.Hour)
	shop.Visit(ana)
	shop.Visit(carla)
	shop.FurtherVisit(carla)

	got := week(t, shop)
	if this := (service.VisitorCounts{Period: loyalty.Period{From: "2026-03-30", To: "2026-04-02"}, Visits: 3, Customers: 2, NewCustomers: 1}); got.ThisWeek != this {
		t.Errorf("this week is %+v, want %+v", got.ThisWeek, this)
	}
	if before := (service.VisitorCounts{Period: loyalty.Period{From: "2026-03-23", To: "2026-03-26"}, Visits: 1, Customers: 1, NewCustomers: 1}); got.LastWeek != before {
		t.Errorf("the week before is %+v, want %+v", got.LastWeek, before)
	}
	if rolling := (service.VisitCount{Period: loyalty.Period{From: "2026-03-06", To: "2026-04-02"}, Visits: 5}); got.Rolling != rolling {
		t.Errorf("the last 28 days are %+v, want %+v", got.Rolling, rolling)
	}
	shop.Clock.Advance(27 * 24 * time.Hour)
	if got := week(t, shop); got.Rolling.Visits != 3 || got.RollingBefore.Visits != 2 || got.RollingBefore.Period.To.Plus(1) != got.Rolling.Period.From {
		t.Errorf("27 days later they are %+v and %+v, want 3 and 2 visits of adjacent periods", got.Rolling, got.RollingBefore)
	}
	shop.Clock.Advance(-27 * 24 * time.Hour)
	if whole := report(t, shop, service.ReportRequest{}); whole.Visits != got.ThisWeek.Visits || whole.Total != got.ThisWeek.Customers {
		t.Errorf("the report has %d visits of %d customers, want those of the week %+v", whole.Visits, whole.Total, got.ThisWeek)
	}
}

func TestWeek_Monday_IsTheWholeWeek(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Clock.Advance(-3 * 24 * time.Hour) // Monday
	shop.Visit(ana)
	shop.Clock.Advance(6 * 24 * time.Hour) // Sunday, of no period
	shop.Visit(berta)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana)
	shop.FurtherVisit(ana)

	got := week(t, shop)
	monday := loyalty.Period{From: "2026-03-30", To: "2026-03-30"}
	if want := (service.VisitorCounts{Period: monday, Visits: 2, Customers: 1}); got.Today != want || got.ThisWeek != want {
		t.Errorf("today is %+v and this week %+v, want both %+v", got.Today, got.ThisWeek, want)
	}
	if want := (service.VisitorCounts{Period: monday.Shift(-7), Visits: 1, Customers: 1, NewCustomers: 1}); got.LastWeek != want {
		t.Errorf("the week before is %+v, want %+v", got.LastWeek, want)
	}
}

// The dashboard counts visits in two ways: with the customers of a period, and alone.
func TestWeek_ArchivedCustomers_CountNowhere(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visit(ana)
	shop.Visit(berta)
	refreshCounts(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana)
	shop.Visit(berta)
	deletedVisit := shop.FurtherVisit(berta)
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Owner, deletedVisit.Visit.ID); err != nil {
		t.Fatal(err)
	}
	shop.Archive(berta)
	for _, when := range []string{"one day counted", "both counted"} {
		got := week(t, shop)
		today, err := shop.Cases.Reports.Today(t.Context(), shop.Owner)
		if err != nil || today.Visits != 1 || got.Today.Visits != 1 || got.ThisWeek.Visits != 2 || got.Rolling.Visits != 2 {
			t.Errorf("%s: today has %d visits, %v, the week %+v; want Ana's alone", when, today.Visits, err, got)
		}
		refreshCounts(t, shop)
	}
}

func TestToday_CountsVisitsOfToday(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Town.Shop(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	other.Visit(other.Customer("Carla"))
	shop.Visit(berta)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana)
	shop.FurtherVisit(ana)
	deletedVisit := shop.Visit(berta)
	if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Owner, deletedVisit.Visit.ID); err != nil {
		t.Fatal(err)
	}
	inWeek := service.VisitorCounts{Period: loyalty.Period{From: "2026-03-27", To: "2026-03-27"}, Visits: 2, Customers: 1, NewCustomers: 1}
	if got := week(t, shop).Today; got != inWeek {
		t.Errorf("today in the week is %+v, want %+v", got, inWeek)
	}
	want := service.Today{Day: "2026-03-27", Visits: 2}
	if today, err := shop.Cases.Reports.Today(t.Context(), shop.Barber); err != nil || today != want {
		t.Errorf("today is %+v, %v, want %+v", today, err, want)
	}
}

func TestWeek_CustomersWhoStoppedComing_AreNamedLatestFirst(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	weekly, monthly, twice, archivedCustomer, deletedCustomer := shop.Customer("Semanal"), shop.Customer("Mensual"), shop.Customer("Dos veces"), shop.Customer("Archivada"), shop.Customer("Corregida")
	visitAfterGaps(shop, twice, 0, 7)
	visitAfterGaps(shop, archivedCustomer, 0, 7, 7)
	shop.Archive(archivedCustomer)
	visitAfterGaps(shop, deletedCustomer, 0, 7)
	shop.Delete(shop.FurtherVisit(deletedCustomer))
	visitAfterGaps(shop, weekly, 0, 7, 7)
	visitAfterGaps(shop, monthly, 0, 30, 30)
	laterCustomer := shop.Customer("Después")
	visitAfterGaps(shop, laterCustomer, 0, 7, 7)

	shop.Clock.Advance(31 * 24 * time.Hour)
	if got := lostCustomers(week(t, shop)); !slices.Equal(got, []string{"Después 31 7", "Semanal 105 7"}) {
		t.Errorf("after a month the lost customers are %v, want %v", got, []string{"Después 31 7", "Semanal 105 7"})
	}
	shop.Clock.Advance(16 * 24 * time.Hour)
	if got := lostCustomers(week(t, shop)); !slices.Equal(got, []string{"Después 47 7", "Mensual 61 30", "Semanal 121 7"}) {
		t.Errorf("two weeks later the lost customers are %v; want Después, Mensual and Semanal", got)
	}
	if phone := week(t, shop).LostCustomers[1].Phone; phone != monthly.Phone {
		t.Errorf("the phone is %q, want %q", phone, monthly.Phone)
	}
}

func lostCustomers(week service.Week) []string {
	lines := []string{}
	for _, customer := range week.LostCustomers {
		lines = append(lines, fmt.Sprintf("%s %d %d", customer.Name, customer.SilentDays, customer.Rhythm.UsualGap()))
	}
	return lines
}

func storedRhythm(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) string {
	t.Helper()
	return shop.Town.Database.Rows(t, "SELECT coalesce(rhythm, 'none') FROM customers WHERE id = '"+customer.ID+"'")[0]
}

func keepRhythms(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if err := shop.Cases.Reports.UpdateRhythms(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestRhythms_VisitChanges_InvalidateRhythm(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	visitAfterGaps(shop, ana, 0, 7, 7)
	shop.Clock.Advance(25 * 24 * time.Hour)
	visitAfterGaps(shop, berta, 0, 3, 3)
	keepRhythms(t, shop)
	if a, b := storedRhythm(t, shop, ana), storedRhythm(t, shop, berta); a != "2026-03-26 2026-04-09 3" || b != "none" {
		t.Fatalf("the stored rhythm is %q after 31 days, and %q without visits; want 3 days and none", a, b)
	}

	visit := shop.Visit(ana)
	if got := storedRhythm(t, shop, ana); got != "none" {
		t.Errorf("after a visit the stored rhythm is %q, want none", got)
	}
	shop.Clock.Advance(31 * 24 * time.Hour)
	keepRhythms(t, shop)
	if got := storedRhythm(t, shop, ana); got != "2026-03-26 2026-05-10 4" {
		t.Errorf("31 days later the stored rhythm is %q, want 2026-03-26 2026-05-10 4", got)
	}
	shop.Delete(visit)
	if got := storedRhythm(t, shop, ana); got != "none" {
		t.Errorf("after a visit was deleted the stored rhythm is %q, want none", got)
	}
}

func TestRhythms_CustomerNearRisk_IsStored(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visitAfterGaps(shop, ana, 0, 7, 7)
	for _, step := range []struct {
		silence time.Duration
		want    string
	}{{loyalty.StoredRhythmDays * aDay, "none"}, {time.Millisecond, "2026-03-26 2026-04-09 3"}} {
		shop.Clock.Advance(step.silence)
		keepRhythms(t, shop)
		if got := storedRhythm(t, shop, ana); got != step.want {
			t.Errorf("on %s the stored rhythm is %q, want %q", shop.Clock.Now(), got, step.want)
		}
	}
	shop.Clock.Set(shop.Business.StartOf(shop.Business.DayOf(shop.Clock.Now()).Plus(loyalty.MinRiskDays - loyalty.StoredRhythmDays)))
	if absences(t, shop).AtRiskCounts.All() != 1 {
		t.Error("on the first day at risk one customer must be at risk")
	}
}

func TestRhythms_Merge_InvalidatesRhythm(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, anita := shop.Customer("Ana"), shop.Customer("Anita")
	visitAfterGaps(shop, ana, 0, 7, 7)
	visitAfterGaps(shop, anita, 1, 7, 7)
	shop.Clock.Advance(31 * 24 * time.Hour)
	keepRhythms(t, shop)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, anita.ID)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := storedRhythm(t, shop, ana), storedRhythm(t, shop, anita); a != "none" || b != "none" {
		t.Errorf("after the merge the stored rhythms are %q and %q, want none", a, b)
	}
	keepRhythms(t, shop)
	if got := lostCustomers(week(t, shop)); !slices.Equal(got, []string{"Ana 31 6"}) {
		t.Errorf("after the merge the lost customers are %v, want only Ana 31 6", got)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if got := storedRhythm(t, shop, ana); got != "none" {
		t.Errorf("after the undo the stored rhythm is %q, want none", got)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestWeek_UsesStoredRhythms(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visitAfterGaps(shop, ana, 0, 7, 7)
	shop.Clock.Advance(31 * 24 * time.Hour)
	shop.Town.Database.Corrupt(t, "UPDATE customers SET rhythm = '2026-03-30 2026-04-09 3' WHERE id = '"+ana.ID+"'")
	if got := lostCustomers(week(t, shop)); !slices.Equal(got, []string{"Ana 31 5"}) {
		t.Errorf("the lost customers are %v, want them by the stored rhythm", got)
	}
}

func TestRhythms_ConcurrentVisits_HoldInvariants(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	people := make([]loyalty.Customer, servicetest.Concurrency)
	for i := range people {
		people[i] = shop.Customer(fmt.Sprint("Cliente ", i))
	}
	for range 3 {
		for _, customer := range people {
			shop.Visit(customer)
		}
		shop.Clock.Advance(24 * time.Hour)
	}
	shop.Clock.Advance(31 * 24 * time.Hour)
	_, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		if i%4 == 0 {
			return service.RegisteredVisit{}, shop.Cases.Reports.UpdateRhythms(t.Context())
		}
		return shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: people[i].ID})
	})
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
	shop.Town.MustHoldInvariants(t)
}

func TestRhythm_UsesLastTenVisitDays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	visitAfterGaps(shop, ana, 0, 300, 300, 7, 7, 7, 7, 7, 7, 7, 7, 7)
	shop.Clock.Advance(31 * 24 * time.Hour)
	if got := lostCustomers(week(t, shop)); !slices.Equal(got, []string{"Ana 31 7"}) {
		t.Errorf("the lost customers are %v, want only Ana 31 7", got)
	}
}

func TestWeek_ManyLostCustomers_NamesTwentyAndCountsAll(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	var people []loyalty.Customer
	for i := range 22 {
		people = append(people, shop.Customer(fmt.Sprint("Cliente ", i)))
	}
	for range 3 {
		for _, customer := range people {
			shop.Visit(customer)
		}
		shop.Clock.Advance(7 * 24 * time.Hour)
	}
	shop.Clock.Advance(31 * 24 * time.Hour)
	if got := week(t, shop); len(got.LostCustomers) != 20 || got.LostTotal != 22 {
		t.Errorf("%d of %d lost customers are named, want 20 of 22", len(got.LostCustomers), got.LostTotal)
	}
}

func TestWeek_Overrides_CountAuthorizationsAndDeletions(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visit(ana)
	old := shop.FurtherVisit(ana)
	shop.Clock.Set(time.Date(2026, 3, 29, 21, 59, 59, 0, time.UTC)) // last second of Sunday
	shop.Delete(old)
	if got := week(t, shop).Overrides; len(got) != 2 {
		t.Errorf("in the same week the overrides are %+v, want 2", got)
	}
	shop.Clock.Advance(time.Second)
	if got := week(t, shop).Overrides; len(got) != 0 {
		t.Errorf("on Monday the overrides are %+v, want none", got)
	}
	shop.Visit(ana)
	shop.Delete(shop.FurtherVisit(ana))
	shop.Delete(shop.FurtherVisit(ana))
	undone := shop.FurtherVisit(ana)
	if _, err := shop.Cases.Visits.Undo(t.Context(), shop.Owner, undone.Visit.ID); err != nil {
		t.Fatalf("undoing the visit: %v", err)
	}
	got := week(t, shop).Overrides
	if len(got) != 2 || got[0].UserID != shop.Admin.UserID || got[0].DeletedVisits != 2 || got[0].AuthorizedVisits != 0 ||
		got[1].UserID != shop.Owner.UserID || got[1].AuthorizedVisits != 3 || got[1].DeletedVisits != 0 {
		t.Errorf("this week the overrides are %+v; want 2 deletions by the admin, and the owner's", got)
	}
}
