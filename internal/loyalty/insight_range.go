package loyalty

import "strings"

const (
	// RollingDays is the default period: whole weeks compare best.
	RollingDays = 28
	// MaxInsightDays is the longest period of a report.
	MaxInsightDays = 366
)

// Comparison selects the period to compare with.
type Comparison string

// The comparisons of a report.
const (
	CompareBefore  Comparison = "before" // as many days, just before
	CompareYearAgo Comparison = "year"   // 52 weeks, which keeps weekdays
)

const yearOfWeeks = 52 * 7

// Rolling returns the RollingDays days up to a day.
func Rolling(today Day) Period { return Period{From: today.Plus(1 - RollingDays), To: today} }

// Length is the number of days.
func (p Period) Length() int { return p.To.Since(p.From) + 1 }

// Compared returns the period to compare with.
func (p Period) Compared(how Comparison) Period {
	if how == CompareYearAgo {
		return p.Shift(-yearOfWeeks)
	}
	return p.Shift(-p.Length())
}

// ParsePeriod reads a period of at most MaxInsightDays; without texts it returns Rolling. It returns a validation error
// of "from" or "to".
func ParsePeriod(from, to string, today Day) (Period, error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if from == "" && to == "" {
		return Rolling(today), nil
	}
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
