package loyalty

import "time"

// Period is an inclusive range of days.
type Period struct{ From, To Day }

// Range is a report's span.
type Range string

// The services report has the first three; insights have the last three.
const (
	RangeDay     Range = "day"
	RangeWeek    Range = "week"
	RangeMonth   Range = "month"
	RangeRolling Range = "rolling" // RollingDays, or any chosen days
)

// Window has a date's day, week (from Monday) and month.
type Window struct{ Day, Week, Month Period }

// WindowAround returns the window of a day.
func WindowAround(day Day) Window {
	date := day.date()
	monday := day.Plus(-(int(date.Weekday()) + 6) % 7)
	first := dayOf(time.Date(date.Year(), date.Month(), 1, 0, 0, 0, 0, time.UTC))
	last := dayOf(time.Date(date.Year(), date.Month()+1, 0, 0, 0, 0, 0, time.UTC))
	return Window{Day: Period{day, day}, Week: Period{monday, monday.Plus(6)}, Month: Period{first, last}}
}

// Of returns the period of a range; by default the week.
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

// Span covers week and month.
func (w Window) Span() Period {
	return Period{From: min(w.Week.From, w.Month.From), To: max(w.Week.To, w.Month.To)}
}

// Shift moves the period by days.
func (p Period) Shift(days int) Period { return Period{p.From.Plus(days), p.To.Plus(days)} }

// Contains reports whether a day is in the period, both ends included.
func (p Period) Contains(day Day) bool { return p.From <= day && day <= p.To }

// Days lists the days.
func (p Period) Days() []Day {
	var days []Day
	for n := range max(0, p.Length()) {
		days = append(days, p.From.Plus(n))
	}
	return days
}

// Plus returns the day that is some days later.
func (d Day) Plus(days int) Day { return dayOf(d.date().AddDate(0, 0, days)) }

// Since counts the days since an earlier day.
func (d Day) Since(earlier Day) int { return d.number() - earlier.number() }

// number counts days since 1970: time.Date is slower, and reports call it per customer. A year begins in March, so that
// the leap day is its last.
func (d Day) number() int {
	if len(d) != len(dayLayout) {
		return 0
	}
	digits := func(from, to int) (value int) {
		for _, digit := range d[from:to] {
			value = 10*value + int(digit-'0')
		}
		return value
	}
	year, month, day := digits(0, 4), digits(5, 7)-3, digits(8, 10)
	if month < 0 {
		year, month = year-1, month+12
	}
	const days1970 = 719_469 // from 1 March of the year 0, counted from 1
	return 365*year + year/4 - year/100 + year/400 + (153*month+2)/5 + day - days1970
}

// Weekday returns 1 (Monday) to 7.
func (d Day) Weekday() int { return (int(d.date().Weekday())+6)%7 + 1 }

// date returns the day's midnight in UTC, where all days are equally long.
func (d Day) date() time.Time {
	date, err := time.Parse(dayLayout, string(d))
	if err != nil {
		return time.Time{}
	}
	return date
}

func dayOf(date time.Time) Day { return Day(date.Format(dayLayout)) }

// StartOf returns when a local day begins, even if clocks change at midnight.
func (b Business) StartOf(day Day) time.Time {
	before := day.Plus(-1).date()
	return b.Tomorrow(time.Date(before.Year(), before.Month(), before.Day(), 12, 0, 0, 0, b.Zone))
}

// Month returns YYYY-MM.
func (d Day) Month() string { return string(d)[:len("2006-01")] }
