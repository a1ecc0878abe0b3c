package service_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

func TestHours_DaysWithoutVisits_AreSkippedByWeekday(t *testing.T) {
	t.Parallel()
	never := func(int) bool { return false }
	for _, c := range []struct {
		name                            string
		isClosed, isOtherClosed         func(week int) bool // counted back from the latest, of either weekday
		days, other                     service.OpenDays
		visits, comparedVisits, earlier int64
		from                            int // the first day compared, counted back from today
	}{
		{"always open", never, never, comparedDays(8, 0, 0), comparedDays(8, 0, 0), 16, 16, 16, 112},
		{"a holiday on one weekday now", func(week int) bool { return week == 2 }, never, comparedDays(7, 1, 0), comparedDays(8, 0, 0), 15, 15, 15, 112},
		{"a holiday on one weekday before", func(week int) bool { return week == 9 }, never, comparedDays(8, 0, 1), comparedDays(8, 0, 0), 16, 16, 16, 119},
		{"full weeks closed before", func(week int) bool { return week >= 10 && week < 13 }, func(week int) bool { return week >= 10 && week < 13 }, comparedDays(8, 0, 3), comparedDays(8, 0, 3), 16, 16, 16, 133},
		{"a weekday opened lately", never, func(week int) bool { return week >= 3 }, comparedDays(8, 0, 0), newDays(3, 5), 11, 8, 8, 112},
		{"a weekday closed now", never, func(week int) bool { return week < 8 }, comparedDays(8, 0, 0), service.OpenDays{}, 8, 8, 8, 112},
		{"a new shop", func(week int) bool { return week >= 11 }, func(week int) bool { return week >= 11 }, newDays(8, 0), newDays(8, 0), 16, 0, 0, 112},
		{"closed now", func(week int) bool { return week < 8 }, func(week int) bool { return week < 8 }, service.OpenDays{}, service.OpenDays{}, 0, 0, 0, 112},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			today := shop.Clock.Now().Add(24 * 7 * aDay)
			visit := func(daysAgo int) {
				shop.Clock.Set(today.Add(-time.Duration(daysAgo) * aDay))
				shop.Visit(ana)
			}
			for week := 23; week >= 0; week-- {
				if !c.isOtherClosed(week) {
					visit(7*week + 2)
				}
				if !c.isClosed(week) {
					visit(7*week + 1)
				}
			}
			shop.Clock.Set(today)
			day := shop.Business.DayOf(today)
			var want []service.OpenDays
			for ago, days := range []service.OpenDays{c.days, c.other} {
				if days.Weekday = day.Plus(-1 - ago).Weekday(); days.Open > 0 {
					want = append(want, days)
				}
			}
			slices.SortFunc(want, func(a, b service.OpenDays) int { return a.Weekday - b.Weekday })
			report, err := shop.Cases.Insights.Hours(t.Context(), shop.Owner)
			if err != nil {
				t.Fatal(err)
			}
			if report.Visits != c.visits || report.ComparedVisits != c.comparedVisits || report.VisitsBefore != c.earlier || !slices.Equal(report.Weekdays, want) {
				t.Errorf("the report is %+v, want weekdays %+v", report, want)
			}
			if from := day.Plus(-c.from); report.Before.From != from || report.Before.To != day.Plus(-57) {
				t.Errorf("it compares with %+v, want from %s", report.Before, from)
			}
		})
	}
}

func comparedDays(days, closedDays, closedBefore int) service.OpenDays {
	return service.OpenDays{Open: days, Closed: closedDays, ClosedBefore: closedBefore, IsComparable: true}
}

func newDays(days, closedDays int) service.OpenDays {
	return service.OpenDays{Open: days, Closed: closedDays}
}
