package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestRange_Before_ComparesTheSameDays(t *testing.T) {
	t.Parallel()
	const today = loyalty.Day("2026-03-30") // a Monday
	for _, c := range []struct {
		name        string
		span        loyalty.Range
		day         loyalty.Day
		now, before loyalty.Period
	}{
		{"a day with the same weekday", loyalty.RangeDay, today, period("2026-03-30", "2026-03-30"), period("2026-03-23", "2026-03-23")},
		{"a running week", loyalty.RangeWeek, today, period("2026-03-30", "2026-03-30"), period("2026-03-23", "2026-03-23")},
		{"a week that is over", loyalty.RangeWeek, "2026-03-25", period("2026-03-23", "2026-03-29"), period("2026-03-16", "2026-03-22")},
		{"a running month with a shorter one", loyalty.RangeMonth, today, period("2026-03-01", "2026-03-30"), period("2026-02-01", "2026-02-28")},
		{"a whole month with a whole one", loyalty.RangeMonth, "2026-02-10", period("2026-02-01", "2026-02-28"), period("2026-01-01", "2026-01-31")},
		{"a January", loyalty.RangeMonth, "2026-01-10", period("2026-01-01", "2026-01-31"), period("2025-12-01", "2025-12-31")},
		{"the last 28 days", loyalty.RangeRolling, today, period("2026-03-03", "2026-03-30"), period("2026-02-03", "2026-03-02")},
		{"a week to come", loyalty.RangeWeek, "2026-04-08", period("2026-04-06", "2026-04-12"), period("2026-03-30", "2026-04-05")},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := c.span.Around(c.day, today)
			if before := c.span.Before(now, loyalty.CompareBefore); now != c.now || before != c.before {
				t.Errorf("got %v compared with %v, want %v compared with %v", now, before, c.now, c.before)
			}
			if before, want := c.span.Before(now, loyalty.CompareYearAgo), now.Shift(-364); before != want {
				t.Errorf("a year earlier is %v, want %v", before, want)
			}
		})
	}
	running := loyalty.RangeMonth.Around("2026-03-12", "2026-03-12")
	if before := loyalty.RangeMonth.Before(running, loyalty.CompareBefore); before != period("2026-02-01", "2026-02-12") {
		t.Errorf("the first twelve days of March are compared with %v, want %v", before, period("2026-02-01", "2026-02-12"))
	}
}

func period(from, to loyalty.Day) loyalty.Period { return loyalty.Period{From: from, To: to} }
