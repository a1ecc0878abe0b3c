package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// figures compares numbers that the owner sees in several places.
type figures struct {
	servicetest.Fataler
	test  testing.TB // reads rows
	shop  *servicetest.Shop
	today loyalty.Day
	week  service.Week
}

// compareFigures fails the test if two places show different numbers for the same thing.
func compareFigures(t servicetest.Fataler, test testing.TB, shop *servicetest.Shop) {
	t.Helper()
	business, err := shop.Cases.Businesses.Get(context.Background(), shop.Owner)
	f := figures{Fataler: t, test: test, shop: shop, today: business.DayOf(shop.Clock.Now())}
	f.must(err)
	f.week, err = shop.Cases.Reports.Week(context.Background(), shop.Owner)
	f.must(err)
	for _, compare := range []func(){f.compareDay, f.compareWeek, f.compareStaff, f.compareOwed, f.compareAbsent, f.compareCustomers, f.compareSteps} {
		compare()
	}
}

func (f figures) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatalf("on %s: %v", f.today, err)
	}
}

func (f figures) equal(what string, got, want any) {
	f.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		f.Fatalf("on %s, %s are %v, want %v", f.today, what, got, want)
	}
}

func (f figures) services(r loyalty.Range) service.ServicesReport {
	report, err := f.shop.Cases.Reports.Services(context.Background(), f.shop.Owner, service.ReportRequest{Range: r})
	f.must(err)
	return report
}

func (f figures) compareDay() {
	day := f.services(loyalty.RangeDay)
	counter, err := f.shop.Cases.Reports.Today(context.Background(), f.shop.Barber)
	f.must(err)
	f.equal("today's visits at the counter and in the report", []int64{counter.Visits, day.Visits}, []int64{f.week.Today.Visits, f.week.Today.Visits})
	f.equal("today's customers in the report", day.Total, f.week.Today.Customers)
}

func (f figures) compareWeek() {
	for _, r := range []loyalty.Range{loyalty.RangeWeek, loyalty.RangeMonth} {
		report := f.services(r)
		charts, err := f.shop.Cases.Reports.Charts(context.Background(), f.shop.Owner, "", r)
		f.must(err)
		f.equal("visits of the charts", charts.Visitors.Visits, report.Visits)
		f.equal("customers of the charts", charts.Visitors.Customers, report.Total)
		f.equal("visits of the comparison", charts.Comparison.Visits, report.Visits)
		if r == loyalty.RangeWeek {
			f.equal("visits of the week", f.week.ThisWeek.Visits, report.Visits)
			f.equal("visits of the week before", f.week.LastWeek.Visits, charts.Comparison.Before)
			f.equal("new customers of the week", f.week.ThisWeek.NewCustomers, charts.Visitors.NewCustomers)
		}
	}
}

func (f figures) compareStaff() {
	staff, err := f.shop.Cases.Insights.Staff(context.Background(), f.shop.Owner, service.InsightRequest{})
	f.must(err)
	debt, err := f.shop.Cases.Insights.Debt(context.Background(), f.shop.Owner, service.InsightRequest{})
	f.must(err)
	absences, err := f.shop.Cases.Insights.Absences(context.Background(), f.shop.Owner)
	f.must(err)
	var sum loyalty.StaffCounts
	for _, line := range staff.Lines {
		sum.Add(line.Now.StaffCounts)
	}
	f.equal("redeemed rewards by user", sum.RedeemedRewards, debt.Now.RedeemedCount)
	f.equal("recovered customers by user", sum.RecoveredCount, absences.RecoveredCount)
	period := loyalty.Rolling(f.today)
	rows := f.shop.Database.Rows(f.test, fmt.Sprintf(`
		SELECT count(*) || ' ' || count(CASE WHEN c.archived_at IS NULL THEN 1 END)
		FROM visits v JOIN customers c ON c.business_id = v.business_id AND c.id = v.customer_id
		WHERE v.business_id = '%s' AND v.deleted_at IS NULL AND v.local_day >= '%s' AND v.local_day <= '%s'`,
		f.shop.Business.ID, period.From, period.To))
	f.equal("visits of 28 days by user, and those of active customers", fmt.Sprint(sum.Visits, " ", f.week.Rolling.Visits), rows[0])
}

func (f figures) compareOwed() {
	debt, err := f.shop.Cases.Insights.Debt(context.Background(), f.shop.Owner,
		service.InsightRequest{From: string(f.today), To: string(f.today)})
	f.must(err)
	owed := service.OwedRewards{Customers: f.customers(service.CustomersRequest{Owed: true}).Total}
	for _, line := range debt.Owed {
		switch line.Kind {
		case loyalty.RewardFree:
			owed.Free += line.Count
		case loyalty.RewardHalf:
			owed.Half += line.Count
		default:
			owed.Others += line.Count
		}
		if line.Age > 0 && service.AgeBounds()[line.Age-1] >= loyalty.LongOwedDays {
			owed.Long += line.Count
		}
	}
	f.equal("owed rewards of the report and the list", owed, f.week.Owed)
	f.equal("rewards redeemed today", debt.Now.RedeemedCount, f.week.RedemptionsToday)
}

func (f figures) compareAbsent() {
	report, err := f.shop.Cases.Insights.Absences(context.Background(), f.shop.Owner)
	f.must(err)
	lostCustomers, err := f.shop.Cases.Reports.ListLost(context.Background(), f.shop.Owner, usecase.ListRequest{Limit: maxFigures})
	f.must(err)
	states := service.AbsentCounts{}
	for _, customer := range lostCustomers.Items {
		states[customer.State]++
	}
	f.equal("lost customers on the dashboard and in its list", fmt.Sprint(f.week.LostTotal, states), fmt.Sprint(report.LostCounts.All(), report.LostCounts))
	for absence, counts := range map[loyalty.Absence]service.AbsentCounts{loyalty.AbsenceLost: report.LostCounts, loyalty.AbsenceAtRisk: report.AtRiskCounts} {
		list, err := f.shop.Cases.Insights.ListAbsent(context.Background(), f.shop.Owner, service.AbsentRequest{Absence: absence, IsWhole: true})
		f.must(err)
		f.equal("listed customers who are "+string(absence), list.Total, counts.All())
	}
	recoveredCustomers, err := f.shop.Cases.Insights.ListRecovered(context.Background(), f.shop.Owner, usecase.ListRequest{Limit: maxFigures})
	f.must(err)
	f.equal("listed customers who came back", recoveredCustomers.Total, report.RecoveredCount)
}

const maxFigures = 1000

func (f figures) customers(request service.CustomersRequest) usecase.List[service.ListedCustomer] {
	request.Limit = maxFigures
	list, err := f.shop.Cases.Customers.List(context.Background(), f.shop.Owner, request)
	f.must(err)
	f.equal("the listed customers", len(list.Items), list.Total)
	return list
}

func (f figures) compareCustomers() {
	all := f.customers(service.CustomersRequest{})
	businesses, err := f.shop.Cases.ControlPanel.List(context.Background(), usecase.ListRequest{Limit: maxFigures})
	f.must(err)
	for _, business := range businesses.Items {
		if business.ID == f.shop.Business.ID {
			f.equal("the customers of the control panel", business.Activity.Customers, all.Total)
		}
	}
	book := int64(0)
	f.must(f.shop.Store.ViewLists(context.Background(), f.shop.Business.ID, func(tx *store.Tx) error {
		book = 0
		return store.EachBookEntry(tx, func(store.BookEntry) error {
			book++
			return nil
		})
	}))
	snapshot, err := f.shop.Cases.Snapshots.Read(context.Background(), f.shop.Barber, service.SnapshotRequest{Limit: maxFigures})
	f.must(err)
	f.equal("the customers of the file and of the counter", fmt.Sprint(book, len(snapshot.Customers)), fmt.Sprint(all.Total, all.Total))
	for _, customer := range all.Items {
		progress, err := f.shop.Cases.Cards.Progress(context.Background(), f.shop.Owner, customer.ID)
		f.must(err)
		f.equal("stamps, target and owed rewards of "+customer.ID, fmt.Sprint(customer.Stamps, customer.Target, len(customer.Owed)),
			fmt.Sprint(progress.Card.Stamps, progress.Terms.Target, len(progress.Owed)))
	}
}

func (f figures) compareSteps() {
	report, err := f.shop.Cases.Insights.Card(context.Background(), f.shop.Owner, service.InsightRequest{})
	f.must(err)
	stoppedCount := int64(0)
	for _, step := range loyalty.CardSteps() {
		list, err := f.shop.Cases.Insights.ListStep(context.Background(), f.shop.Owner,
			service.StepRequest{Step: step, ListRequest: usecase.ListRequest{Limit: maxFigures}})
		f.must(err)
		f.equal("listed customers whose last step is "+string(step), len(list.Items), list.Total)
		stoppedCount += list.Total
	}
	if registeredCount := report.Steps[0].Now.ReachedShare.Total; stoppedCount > registeredCount {
		f.Fatalf("on %s, %d customers stopped at a step, but %d registered", f.today, stoppedCount, registeredCount)
	}
}

func (m *machine) figures(t *rapid.T) {
	m.refreshDays(t)
	compareFigures(t, m.watch.test, m.shop)
}

// Visits keep the day of the former zone. In a zone to the east, their instants are of a later day.
func TestFigures_TimeZoneChanged_AgreeEverywhere(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Europe/Madrid", "Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.NewTown(t).Shop(t, func(b *loyalty.Business) { b.Zone, b.VisitTarget = zones[1], 2 })
			shop.Clock.Set(time.Date(2026, 4, 1, 1, 30, 0, 0, time.UTC)) // the evening before in Santiago
			weekly, often := shop.Customer("Ana"), shop.Customer("Berta")
			for day := range 15 {
				if day%7 == 0 {
					shop.Visit(weekly)
				}
				shop.Visit(often)
				shop.Clock.Advance(24 * time.Hour)
			}
			changes := loyalty.SettingChanges{TimeZone: &zone}
			if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, changes, false); err != nil {
				t.Fatal(err)
			}
			shop.Clock.Advance(16 * 24 * time.Hour)
			for range 20 {
				compareFigures(t, t, shop)
				shop.Clock.Advance(24 * time.Hour)
			}
		})
	}
}

// The registering user deletes a visit within ten minutes, with the button of the record.
func TestWeek_OwnVisitDeletedAtOnce_IsUndoneAsInTheStaffReport(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	byOwner := func() service.RegisteredVisit {
		visit, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, service.VisitRequest{CustomerID: ana.ID})
		if err != nil {
			t.Fatal(err)
		}
		return visit
	}
	deleteVisit := func(visit service.RegisteredVisit) {
		if _, err := shop.Cases.Visits.Delete(t.Context(), shop.Owner, visit.Visit.ID); err != nil {
			t.Fatal(err)
		}
	}
	deleteVisit(byOwner())
	late := byOwner()
	shop.Clock.Advance(loyalty.VisitUndoWindow + time.Millisecond)
	deleteVisit(late)
	staff, err := shop.Cases.Insights.Staff(t.Context(), shop.Owner, service.InsightRequest{Range: loyalty.RangeWeek})
	if err != nil || len(staff.Lines) != 1 || staff.Lines[0].Now.DeletedVisits != 1 || staff.Lines[0].Now.UndoneVisits != 1 {
		t.Fatalf("the staff report has %+v, %v; want one deleted and one undone visit", staff.Lines, err)
	}
	if got := week(t, shop).Overrides; len(got) != 1 || got[0].DeletedVisits != 1 {
		t.Errorf("the dashboard has the overrides %+v, want one deletion", got)
	}
}

func TestWeekMail_HandedOverVisits_AreTheThingToDo(t *testing.T) {
	t.Parallel()
	shop := mailedShop(t, servicetest.NewTown(t))
	hideFirstSteps(t, shop)
	setLocalTime(t, shop, "2026-06-09 11:00")
	shop.Visit(shop.Customer("Berta"))
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	scannedVisit := shop.ScannedVisit(ana)
	shop.Clock.Advance(20 * time.Hour)
	shop.RevokeDevice(device)
	shop.HandOver(device, scannedVisit)
	mails := queueWeeks(t, shop, "2026-06-15 09:00")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "Acepta 1 visita que espera") {
		t.Fatalf("the mails are %+v; want one with the visit that the revoked device handed over", mails)
	}
	waiting := shop.HandoverVisits(device.ID)
	if _, err := shop.Cases.Handovers.Discard(t.Context(), shop.Owner, device.ID, waiting[0].ID); err != nil {
		t.Fatal(err)
	}
	if mails = queueWeeks(t, shop, "2026-06-22 09:00"); len(mails) != 1 || strings.Contains(mails[0].Text, "Acepta") {
		t.Errorf("after the decision the mails are %+v; want one without the visit", mails)
	}
}
