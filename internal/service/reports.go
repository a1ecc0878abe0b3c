package service

import (
	"context"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Reports counts visits and customers for the owner.
type Reports struct{ base *usecase.Base }

// ReportRequest asks for the visits around a date. An empty date is today.
type ReportRequest struct {
	Date   string
	Range  loyalty.Range
	Search string
	Limit  int // 0: all
	Cursor string
}

// ServicesReport counts visits by customer.
type ServicesReport struct {
	Business loyalty.Business
	Range    loyalty.Range
	Window   loyalty.Window
	store.ServiceCounts
}

// Services counts each customer's visits in local days. An invalid date or cursor is a validation error.
func (r *Reports) Services(ctx context.Context, actor usecase.Actor, request ReportRequest) (ServicesReport, error) {
	report := ServicesReport{Range: request.Range}
	page, err := store.NewPage(request.Limit, request.Cursor, 3)
	if err != nil {
		return report, err
	}
	err = r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if report.Business, err = tx.Business().Get(); err != nil {
			return err
		}
		date, err := r.day(report.Business, request.Date)
		if err != nil {
			return err
		}
		report.Window = loyalty.WindowAround(date)
		report.ServiceCounts, err = tx.Reports().Services(report.Window, request.Range, request.Search, page)
		return err
	})
	return report, err
}

func (r *Reports) day(business loyalty.Business, text string) (loyalty.Day, error) {
	if strings.TrimSpace(text) == "" {
		return business.DayOf(r.base.Now()), nil
	}
	day, ok := loyalty.ParseDay(strings.TrimSpace(text))
	if !ok {
		return day, loyalty.InvalidField("date", "La fecha no es válida: usa AAAA-MM-DD.")
	}
	return day, nil
}

// ServicesCharts has visits by day and hour, and new customers.
type ServicesCharts struct {
	Period   loyalty.Period
	Visitors VisitorCounts
	Days     []DayCount
	Hours    []HourCount

	Comparison VisitComparison
}

// VisitComparison compares a range with the one before.
type VisitComparison struct {
	Periods        InsightPeriods
	Visits, Before int64
}

// DayCount counts visits and new customers.
type DayCount struct {
	Day          loyalty.Day
	Visits       int64
	NewCustomers int64
}

// HourCount counts the visits in an hour of a weekday (1: Monday).
type HourCount struct {
	Weekday, Hour int
	Visits        int64
}

// Charts covers the week or month around a date.
func (r *Reports) Charts(ctx context.Context, actor usecase.Actor, date string, span loyalty.Range) (ServicesCharts, error) {
	var charts ServicesCharts
	err := r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		day, err := r.day(business, date)
		if err != nil {
			return err
		}
		if charts, err = chartsOf(tx, business, chartPeriod(loyalty.WindowAround(day), span)); err != nil {
			return err
		}
		charts.Comparison, err = compareVisits(tx, span, day, business.DayOf(r.base.Now()))
		return err
	})
	return charts, err
}

func compareVisits(tx *store.Tx, span loyalty.Range, day, today loyalty.Day) (c VisitComparison, err error) {
	now := span.Around(day, today)
	c.Periods = InsightPeriods{Now: now, Before: span.Before(now, loyalty.CompareBefore)}
	days, err := newStaffDays(tx, today)
	if err != nil {
		return c, err
	}
	if c.Visits, err = days.visits(c.Periods.Now); err != nil {
		return c, err
	}
	c.Before, err = days.visits(c.Periods.Before)
	return c, err
}

func chartPeriod(window loyalty.Window, r loyalty.Range) loyalty.Period {
	if r == loyalty.RangeDay {
		return window.Week
	}
	return window.Of(r)
}

func chartsOf(tx *store.Tx, business loyalty.Business, period loyalty.Period) (ServicesCharts, error) {
	charts := ServicesCharts{Period: period}
	quarters, customers, err := tx.Reports().VisitsByQuarter(period)
	if err != nil {
		return charts, err
	}
	fresh, err := tx.Reports().NewCustomers(period)
	if err != nil {
		return charts, err
	}
	var visits int64
	for _, quarter := range quarters {
		visits += quarter.Visits
	}
	charts.Visitors = newVisitorCounts(period, store.Visitors{Visits: visits, Customers: customers}, fresh)
	charts.Days = dayCounts(period, quarters, fresh)
	charts.Hours = hourCounts(business, quarters)
	return charts, nil
}

func dayCounts(period loyalty.Period, quarters []store.QuarterCount, fresh map[loyalty.Day]int64) []DayCount {
	visits := map[loyalty.Day]int64{}
	for _, quarter := range quarters {
		visits[quarter.Day] += quarter.Visits
	}
	counts := []DayCount{}
	for _, day := range period.Days() {
		counts = append(counts, DayCount{Day: day, Visits: visits[day], NewCustomers: fresh[day]})
	}
	return counts
}

func hourCounts(business loyalty.Business, quarters []store.QuarterCount) []HourCount {
	days := newOpenDays(business, quarters)
	counts := []HourCount{}
	for weekday := 1; weekday <= 7; weekday++ {
		for hour, count := range sumHours(days[weekday]) {
			if count > 0 {
				counts = append(counts, HourCount{Weekday: weekday, Hour: hour, Visits: count})
			}
		}
	}
	return counts
}
