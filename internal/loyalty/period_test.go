package loyalty_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"axioma/internal/loyalty"
)

// Spec: limits-21
func TestWindowAround_Day(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ day, monday, sunday, first, last loyalty.Day }{
		{"2026-11-21", "2026-11-16", "2026-11-22", "2026-11-01", "2026-11-30"},
		{"2026-11-16", "2026-11-16", "2026-11-22", "2026-11-01", "2026-11-30"},
		{"2026-11-22", "2026-11-16", "2026-11-22", "2026-11-01", "2026-11-30"},
		{"2026-03-29", "2026-03-23", "2026-03-29", "2026-03-01", "2026-03-31"}, // clocks change
		{"2024-02-29", "2024-02-26", "2024-03-03", "2024-02-01", "2024-02-29"},
		{"2027-01-01", "2026-12-28", "2027-01-03", "2027-01-01", "2027-01-31"}, // week 53 of the year before
	} {
		want := loyalty.Window{
			Day:   loyalty.Period{From: c.day, To: c.day},
			Week:  loyalty.Period{From: c.monday, To: c.sunday},
			Month: loyalty.Period{From: c.first, To: c.last},
		}
		if got := loyalty.WindowAround(c.day); got != want {
			t.Errorf("the window around %s is %+v, want %+v", c.day, got, want)
		}
		for name, period := range map[loyalty.Range]loyalty.Period{"day": want.Day, "week": want.Week, "month": want.Month, "": want.Week} {
			if got := want.Of(name); got != period {
				t.Errorf("the %s around %s is %+v, want %+v", name, c.day, got, period)
			}
		}
	}
}

func TestWindowAround_AnyDay_MatchesTheCalendar(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		date := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 20_000).Draw(t, "day"))
		day := loyalty.Day(date.Format(time.DateOnly))
		window := loyalty.WindowAround(day)
		year, week := date.ISOWeek()
		for other := date.AddDate(0, 0, -45); !other.After(date.AddDate(0, 0, 45)); other = other.AddDate(0, 0, 1) {
			name := loyalty.Day(other.Format(time.DateOnly))
			otherYear, otherWeek := other.ISOWeek()
			isIn := func(p loyalty.Period) bool { return p.From <= name && name <= p.To }
			if sameWeek := otherYear == year && otherWeek == week; isIn(window.Week) != sameWeek {
				t.Fatalf("%s must be in the week of %s = %t", name, day, sameWeek)
			}
			if sameMonth := other.Year() == date.Year() && other.Month() == date.Month(); isIn(window.Month) != sameMonth {
				t.Fatalf("%s must be in the month of %s = %t", name, day, sameMonth)
			}
			if (isIn(window.Week) || isIn(window.Month)) && !isIn(window.Span()) {
				t.Fatalf("%s is in the window of %s and not in its span", name, day)
			}
		}
		if days := window.Week.Days(); len(days) != 7 || days[0].Weekday() != 1 || days[6].Weekday() != 7 {
			t.Fatalf("the week of %s has the days %v, want seven from Monday on", day, days)
		}
	})
}

func TestStartOf_ClocksChange_IsTheFirstInstant(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, begins string }{
		{"Europe/Madrid", "2026-07-01", "2026-06-30T22:00:00Z"},
		{"Europe/Madrid", "2026-03-30", "2026-03-29T22:00:00Z"},
		{"America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"}, // midnight is skipped
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"},   // midnight comes twice
	} {
		if got := businessIn(t, c.zone).StartOf(loyalty.Day(c.day)); !got.Equal(instant(t, c.begins)) {
			t.Errorf("%s begins in %s at %s, want %s", c.day, c.zone, got.UTC().Format(time.RFC3339), c.begins)
		}
	}
}

func TestRhythm_IsBroken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why    string
		rhythm loyalty.Rhythm
		today  loyalty.Day
		broken bool
	}{
		{"31 days after a visit every ten", loyalty.Rhythm{First: "2026-01-01", Last: "2026-01-21", Days: 3}, "2026-02-21", true},
		{"30 days after a visit every ten", loyalty.Rhythm{First: "2026-01-01", Last: "2026-01-21", Days: 3}, "2026-02-20", false},
		{"twice the usual gap of 20", loyalty.Rhythm{First: "2026-01-01", Last: "2026-02-10", Days: 3}, "2026-03-22", false},
		{"a day more than twice the usual gap of 20", loyalty.Rhythm{First: "2026-01-01", Last: "2026-02-10", Days: 3}, "2026-03-23", true},
		{"gaps that average 20.5", loyalty.Rhythm{First: "2026-01-01", Last: "2026-02-11", Days: 3}, "2026-03-24", false},
		{"two visits are no rhythm", loyalty.Rhythm{First: "2026-01-01", Last: "2026-01-02", Days: 2}, "2026-12-01", false},
		{"no visit ever", loyalty.Rhythm{}, "2026-12-01", false},
	} {
		if got := c.rhythm.IsBroken(c.today); got != c.broken {
			t.Errorf("%s: IsBroken is %t, want %t", c.why, got, c.broken)
		}
	}
	if got := (loyalty.Rhythm{First: "2026-01-01", Last: "2026-02-12", Days: 5}).UsualGap(); got != 11 {
		t.Errorf("42 days with four gaps have the usual gap %d, want 11", got)
	}
	if got := (loyalty.Rhythm{First: "2026-01-01", Last: "2026-01-01", Days: 1}).UsualGap(); got != 0 {
		t.Errorf("a single visit has the usual gap %d, want 0", got)
	}
}

func TestDay_Since_CountsDaysOfTheCalendar(t *testing.T) {
	t.Parallel()
	first := time.Date(1896, 1, 1, 0, 0, 0, 0, time.UTC)
	for number, day := 0, first; day.Year() < 2110; number, day = number+1, day.AddDate(0, 0, 1) {
		if got := loyalty.Day(day.Format(time.DateOnly)).Since("1896-01-01"); got != number {
			t.Fatalf("%s is %d days after the first of 1896, want %d", day.Format(time.DateOnly), got, number)
		}
	}
}

// The day after 31 December 9999 has five digits, and sorts before it.
func TestPeriod_Days_EndAtTheLastDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		period loyalty.Period
		days   int
	}{
		{loyalty.Period{From: "2026-03-28", To: "2026-03-30"}, 3},
		{loyalty.Period{From: "2024-02-29", To: "2024-02-29"}, 1},
		{loyalty.Period{From: "2024-03-01", To: "2024-02-29"}, 0},
		{loyalty.Period{From: "9999-12-30", To: "9999-12-31"}, 2},
		{loyalty.Period{From: "0001-01-01", To: "0001-01-02"}, 2},
	} {
		days := c.period.Days()
		if len(days) != c.days || c.days > 0 && (days[0] != c.period.From || days[c.days-1] != c.period.To) {
			t.Errorf("the days of %+v are %v, want %d", c.period, days, c.days)
		}
	}
}
