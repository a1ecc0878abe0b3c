package loyalty

import (
	"cmp"
	"slices"
	"strings"
)

// Weekday is 1 (Monday) to 7.
type Weekday int

// Opening is a time span of a weekday, in local time.
type Opening struct {
	Weekday  Weekday
	From, To Clock // From < To; a span past midnight is two openings
}

const maxOpeningsOfDay = 3

// OpeningHours are ordered and comparable: '1 10:00-14:00,1 16:30-20:30'. Empty: unknown. Days without openings are
// closed.
type OpeningHours string

// Openings returns the openings in order.
func (h OpeningHours) Openings() []Opening {
	if h == "" {
		return []Opening{}
	}
	openings := []Opening{}
	for openingText := range strings.SplitSeq(string(h), ",") {
		day, clocks, _ := strings.Cut(openingText, " ")
		from, to, _ := strings.Cut(clocks, "-")
		openings = append(openings, Opening{Weekday: Weekday(day[0] - '0'), From: Clock(from), To: Clock(to)})
	}
	return openings
}

// WeekLine has consecutive days with equal hours.
type WeekLine struct {
	Days  string
	Hours string
}

// Lines merges days with equal hours; nil: unknown.
func (h OpeningHours) Lines() []WeekLine {
	if h == "" {
		return nil
	}
	var spans [8][]string
	for _, o := range h.Openings() {
		spans[o.Weekday] = append(spans[o.Weekday], o.From.short()+"–"+o.To.short())
	}
	var lines []WeekLine
	for first := Weekday(1); first <= 7; {
		last := first
		for last < 7 && slices.Equal(spans[last+1], spans[first]) {
			last++
		}
		lines = append(lines, WeekLine{Days: formatDays(first, last), Hours: formatSpans(spans[first])})
		first = last + 1
	}
	return lines
}

func formatDays(first, last Weekday) string {
	days := first.Name()
	switch {
	case last == first+1:
		days += " y " + last.Name()
	case last > first:
		days += " a " + last.Name()
	}
	return strings.ToUpper(days[:1]) + days[1:]
}

func formatSpans(spans []string) string {
	if len(spans) == 0 {
		return "cerrado"
	}
	last := len(spans) - 1
	if last == 0 {
		return spans[0]
	}
	return strings.Join(spans[:last], ", ") + " y " + spans[last]
}

func (c Clock) short() string { return strings.TrimPrefix(string(c), "0") }

func (c *validator) openingHours(field string, openings []Opening) OpeningHours {
	week := slices.SortedFunc(slices.Values(openings), func(a, b Opening) int {
		return cmp.Or(cmp.Compare(a.Weekday, b.Weekday), cmp.Compare(a.From, b.From))
	})
	openingTexts := make([]string, len(week))
	for i, o := range week {
		if fault := o.fault(week[:i]); fault != "" {
			c.refuse(field, fault)
			return ""
		}
		openingTexts[i] = string('0'+rune(o.Weekday)) + " " + string(o.From) + "-" + string(o.To)
	}
	return OpeningHours(strings.Join(openingTexts, ","))
}

// fault describes in Spanish why an opening may not follow those before, or returns "".
func (o Opening) fault(before []Opening) string {
	if o.Weekday < 1 || o.Weekday > 7 {
		return "El día de la semana no existe."
	}
	weekday := o.Weekday.Name()
	switch {
	case !clockForm.MatchString(string(o.From)) || !clockForm.MatchString(string(o.To)):
		return "Falta una hora del " + weekday + "."
	case o.To <= o.From:
		return "La hora de cierre tiene que ser posterior a la de apertura del " + weekday + "."
	case o.overlaps(before):
		return "El " + weekday + " tiene dos horarios que se pisan."
	case len(before) >= maxOpeningsOfDay && before[len(before)-maxOpeningsOfDay].Weekday == o.Weekday:
		return "Como mucho tres horarios al día: el " + weekday + " tiene más."
	}
	return ""
}

func (o Opening) overlaps(before []Opening) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last.Weekday == o.Weekday && o.From < last.To
}

// Name returns the Spanish name.
func (d Weekday) Name() string {
	return [...]string{"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"}[d-1]
}
