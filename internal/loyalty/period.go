package loyalty

import "time"

// Period is a run of calendar days, both ends included.
type Period struct{ From, To Day }

// Range says how long a report looks.
type Range string

// The ranges of the services report.
const (
	RangeDay   Range = "day"
	RangeWeek  Range = "week"
	RangeMonth Range = "month"
)

// Window is the day, the week (from Monday) and the month around a date.
type Window struct{ Day, Week, Month Period }

// WindowAround returns the window of a day of the calendar.
func WindowAround(day Day) Window {
	date := day.date()
	monday := day.Plus(-(int(date.Weekday()) + 6) % 7)
	first := dayOf(time.Date(date.Year(), date.Month(), 1, 0, 0, 0, 0, time.UTC))
	last := dayOf(time.Date(date.Year(), date.Month()+1, 0, 0, 0, 0, 0, time.UTC))
	return Window{Day: Period{day, day}, Week: Period{monday, monday.Plus(6)}, Month: Period{first, last}}
}

// Of returns the part of the window that a range names: the week unless it is
// another.
func (w Window) Of(r Range) Period {
	switch r {
	case RangeDay:
		return w.Day
	case RangeMonth:
		return w.Month
	default:
		return w.Week
	}
}

// Span is the shortest period that covers the whole window.
func (w Window) Span() Period {
	return Period{From: min(w.Week.From, w.Month.From), To: max(w.Week.To, w.Month.To)}
}

// Shift returns the period so many days later.
func (p Period) Shift(days int) Period { return Period{p.From.Plus(days), p.To.Plus(days)} }

// Contains reports whether a day lies in the period.
func (p Period) Contains(day Day) bool { return p.From <= day && day <= p.To }

// Days returns every day of the period.
func (p Period) Days() []Day {
	var days []Day
	for day := p.From; day <= p.To; day = day.Plus(1) {
		days = append(days, day)
	}
	return days
}

// Plus returns the day so many days later.
func (d Day) Plus(days int) Day { return dayOf(d.date().AddDate(0, 0, days)) }

// Since returns how many days lie between an earlier day and this one.
func (d Day) Since(earlier Day) int { return int(d.date().Sub(earlier.date()).Hours() / 24) }

// Weekday is 1 on Mondays and 7 on Sundays.
func (d Day) Weekday() int { return (int(d.date().Weekday())+6)%7 + 1 }

// date is the day as an instant that arithmetic can be done with: in UTC no
// day is longer than another.
func (d Day) date() time.Time {
	date, err := time.Parse(dayLayout, string(d))
	if err != nil {
		return time.Time{}
	}
	return date
}

func dayOf(date time.Time) Day { return Day(date.Format(dayLayout)) }

// StartOf returns the instant at which a day begins in the business's time zone, also where
// clocks change at midnight.
func (b Business) StartOf(day Day) time.Time {
	before := day.Plus(-1).date()
	return b.Tomorrow(time.Date(before.Year(), before.Month(), before.Day(), 12, 0, 0, 0, b.Zone))
}

// Month is the month of a day, as YYYY-MM.
func (d Day) Month() string { return string(d)[:len("2006-01")] }
