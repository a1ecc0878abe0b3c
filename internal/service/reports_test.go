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

func report(t *testing.T, shop *servicetest.Shop, request service.ReportRequest) service.ServicesReport {
	t.Helper()
	if request.Range == "" {
		request.Range = loyalty.RangeWeek
	}
	report, err := shop.Cases.Reports.Services(t.Context(), shop.Owner, request)
	if err != nil {
		t.Fatalf("reading the report: %v", err)
	}
	return report
}

func names(report service.ServicesReport) []string {
	lines := []string{}
	for _, item := range report.Items {
		lines = append(lines, fmt.Sprintf("%s %d/%d/%d", item.Name, item.Day, item.Week, item.Month))
	}
	return lines
}

// Spec: calls-36
func TestReport_EqualCounts_AreInSpanishOrder(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, name := range []string{"Zoe", "Óscar", "Ñoño", "Nora", "Olga", "ana", "Álvaro"} {
		shop.Visit(shop.Customer(name))
	}
	shop.Visits(shop.Customer("Walter"), 2)
	want := []string{"Walter 2/2/2", "Álvaro 1/1/1", "ana 1/1/1", "Nora 1/1/1", "Ñoño 1/1/1", "Olga 1/1/1", "Óscar 1/1/1", "Zoe 1/1/1"}
	if got := names(report(t, shop, service.ReportRequest{})); !slices.Equal(got, want) {
		t.Errorf("the report has %v, want %v", got, want)
	}
}

// Spec: calls-36
func TestReport_Search_MatchesNamesOnly(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Change(shop.Customer("Ána  Peña", loyalty.TagVIPA), loyalty.CustomerChanges{
		Email: loyalty.Change{Sent: true, Value: "correo@ana.test"},
	})
	shop.Visit(ana)
	shop.Visit(shop.Customer("100 % _corte_"))
	for search, want := range map[string]int{
		"": 2, "  ": 2, "ana": 1, "ANA PENA": 1, "peña": 1, "a p": 1, "correo": 0, ana.Phone: 0, "vip": 0, "bono": 0, "%": 1, "_": 1, "pena c": 0, "\n": 2,
	} {
		got := report(t, shop, service.ReportRequest{Search: search})
		if len(got.Items) != want || int(got.Total) != want || int(got.Visits) != want {
			t.Errorf("%q finds %v, %d customers with %d visits, want %d", search, names(got), got.Total, got.Visits, want)
		}
	}
}

// Spec: calls-36
func TestReport_ArchivedAndMerged_AreCountedCorrectly(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twin, archivedCustomer := shop.Customer("Ana"), shop.Customer("Ana G."), shop.Customer("Carla")
	for _, customer := range []loyalty.Customer{ana, twin, archivedCustomer} {
		shop.Visit(customer)
	}
	shop.Archive(archivedCustomer)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, twin.ID); err != nil {
		t.Fatalf("merging: %v", err)
	}
	got := report(t, shop, service.ReportRequest{})
	if want := []string{"Ana 2/2/2"}; !slices.Equal(names(got), want) || got.Visits != 2 || got.Total != 1 {
		t.Errorf("the report has %v, %d visits; want %v", names(got), got.Visits, want)
	}
	charts, err := shop.Cases.Reports.Charts(t.Context(), shop.Owner, "", loyalty.RangeDay)
	if err != nil || charts.Visitors.Visits != 2 || charts.Visitors.Customers != 1 || charts.Visitors.NewCustomers != 1 {
		t.Errorf("the charts have %+v, %v; want Visits 2, Customers 1 and NewCustomers 1", charts.Visitors, err)
	}
}

func TestReport_OtherBusiness_IsExcluded(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	ours, theirs := town.Shop(t), town.Shop(t)
	theirs.Visits(theirs.Customer("Berta Ajena"), 10)
	if got := report(t, ours, service.ReportRequest{}); len(got.Items) != 0 || got.Visits != 0 {
		t.Errorf("the report of one business has customers of another: %v", names(got))
	}
	week, err := ours.Cases.Reports.Week(t.Context(), ours.Owner)
	if err != nil || week.ThisWeek.Visits != 0 || week.Owed.Customers != 0 || len(week.Overrides) != 0 || week.LostTotal != 0 {
		t.Errorf("the week of one business has customers of another: %+v, %v", week, err)
	}
}

func TestReport_InvalidDate_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for _, date := range []string{"ayer", "2026-02-30", "01/03/2026", "2026-3-1"} {
		_, err := shop.Cases.Reports.Services(t.Context(), shop.Owner, service.ReportRequest{Date: date, Range: loyalty.RangeDay})
		_, chartsErr := shop.Cases.Reports.Charts(t.Context(), shop.Owner, date, loyalty.RangeDay)
		if !errors.Is(err, loyalty.ErrValidation) || !errors.Is(chartsErr, loyalty.ErrValidation) {
			t.Errorf("the date %q returns %v and %v, want ErrValidation", date, err, chartsErr)
		}
	}
}

func TestReport_ClockChange_CountsLocalHours(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	for i, at := range []time.Time{
		time.Date(2026, 3, 28, 22, 59, 0, 0, time.UTC), // Saturday 23:59
		time.Date(2026, 3, 29, 0, 59, 0, 0, time.UTC),  // Sunday 01:59
		time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC),   // Sunday 03:00
		time.Date(2026, 3, 29, 21, 59, 0, 0, time.UTC), // Sunday 23:59
		time.Date(2026, 3, 29, 22, 0, 0, 0, time.UTC),  // Monday 00:00
	} {
		shop.Clock.Set(at)
		shop.Visit(shop.Customer(fmt.Sprint("Cliente ", i)))
	}
	charts, err := shop.Cases.Reports.Charts(t.Context(), shop.Owner, "2026-03-29", loyalty.RangeWeek)
	if err != nil {
		t.Fatalf("the charts: %v", err)
	}
	want := []service.HourCount{{Weekday: 6, Hour: 23, Visits: 1}, {Weekday: 7, Hour: 1, Visits: 1}, {Weekday: 7, Hour: 3, Visits: 1}, {Weekday: 7, Hour: 23, Visits: 1}}
	if !slices.Equal(charts.Hours, want) {
		t.Errorf("the hours are %+v, want %+v", charts.Hours, want)
	}
	if got := report(t, shop, service.ReportRequest{Date: "2026-03-29", Range: loyalty.RangeDay}); got.Visits != 3 {
		t.Errorf("the Sunday has %d visits, want 3", got.Visits)
	}
}
