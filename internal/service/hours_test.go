package service_test

import (
	"testing"
	"time"

	"axioma/internal/service/servicetest"
)

func TestHours_WeeksWithoutVisits_AreSkippedAndSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		closed           func(week int) bool // counted back from the latest
		idle, idleBefore int
		comparable       bool
		visits, before   int64
		from             int // the first day compared, counted back from today
	}{
		{"always open", func(int) bool { return false }, 0, 0, true, 8, 8, 112},
		{"closed for three weeks before", func(week int) bool { return week >= 10 && week < 13 }, 0, 3, true, 8, 8, 133},
		{"closed in two of the last weeks", func(week int) bool { return week < 2 }, 2, 0, true, 6, 6, 98},
		{"new", func(week int) bool { return week >= 11 }, 0, 0, false, 8, 3, 112},
		{"closed for longer than it looks back", func(week int) bool { return week >= 8 && week < 17 }, 0, 0, false, 8, 0, 112},
		{"closed now", func(week int) bool { return week < 8 }, 8, 0, false, 0, 8, 112},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			today := shop.Clock.Now().Add(24 * 7 * aDay)
			for week := 23; week >= 0; week-- {
				shop.Clock.Set(today.Add(-time.Duration(7*week+1) * aDay))
				if !c.closed(week) {
					shop.Visit(ana)
				}
			}
			shop.Clock.Set(today)
			report, err := shop.Cases.Insights.Hours(t.Context(), shop.Owner)
			if err != nil {
				t.Fatal(err)
			}
			if report.IdleWeeks != c.idle || report.IdleBefore != c.idleBefore || report.IsComparable != c.comparable ||
				report.Visits != c.visits || report.VisitsBefore != c.before {
				t.Errorf("the report is %+v", report)
			}
			if from := shop.Business.DayOf(today).Plus(-c.from); report.Before.From != from || report.Before.To != shop.Business.DayOf(today).Plus(-57) {
				t.Errorf("it compares with %+v, want from %s", report.Before, from)
			}
		})
	}
}
