package loyalty

import "strings"

const (
	// RollingDays is the default period. Whole weeks compare best.
	RollingDays = 28
	// MaxInsightDays is the longest period of a report.
	MaxInsightDays = 366
)

// Comparison selects the compared period.
type Comparison string

// Comparisons of a report.
const (
	CompareBefore  Comparison = "before" // see Range.Before
	CompareYearAgo Comparison = "year"   // 52 weeks before, to keep weekdays
)

const yearOfWeeks = 52 * 7

// Rolling returns the RollingDays days up to a day.
func Rolling(today Day) Period { return Period{From: today.Plus(1 - RollingDays), To: today} }

// Length returns the number of days.
func (p Period) Length() int { return p.To.Since(p.From) + 1 }

// Around returns the period that contains a day. The running one ends today.
func (r Range) Around(day, today Day) Period {
	period := WindowAround(day).Of(r)
	if r == RangeRolling {
		period = Rolling(day)
	}
	if period.Contains(today) {
		period.To = today
	}
	return period
}

// Before returns the same days of the previous week or month, else as many days immediately before. A day is compared
// with the same weekday, a whole month with a whole month.
func (r Range) Before(p Period, comparison Comparison) Period {
	switch {
	case comparison == CompareYearAgo:
		return p.Shift(-yearOfWeeks)
	case r == RangeDay || r == RangeWeek:
		return p.Shift(-7)
	case r == RangeMonth:
		return p.monthBefore()
	}
	return p.Shift(-p.Length())
}

func (p Period) monthBefore() Period {
	before := WindowAround(WindowAround(p.From).Month.From.Plus(-1)).Month
	if p.To == WindowAround(p.From).Month.To {
		return before
	}
	return Period{From: before.From, To: min(before.To, before.From.Plus(p.Length()-1))}
}

// ParsePeriod reads a period of at most MaxInsightDays. It returns a validation error of from or to.
func ParsePeriod(from, to string) (Period, error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	var c validator
	period := Period{From: c.day("from", from), To: c.day("to", to)}
	if err := c.err(); err != nil {
		return Period{}, err
	}
	switch {
	case period.To < period.From:
		return Period{}, InvalidField("to", "El último día no puede ser anterior al primero.")
	case period.Length() > MaxInsightDays:
		return Period{}, InvalidField("to", "Elige un año como mucho.")
	}
	return period, nil
}

func (c *validator) day(field, text string) Day {
	day, ok := ParseDay(text)
	if !ok {
		c.refuse(field, "La fecha no es válida: usa AAAA-MM-DD.")
	}
	return day
}
