package backup

import (
	"fmt"
	"slices"
	"time"
)

// How many copies of a folder are kept: the last one of each of so many days, weeks and
// months, of those that have one.
const (
	keptDays   = 7
	keptWeeks  = 4
	keptMonths = 12
)

// spare returns which copies may go, by their times. Days, weeks and months are those of
// UTC, as the names are. The last copy is always kept.
func spare(times []time.Time) []time.Time {
	newestFirst := slices.SortedFunc(slices.Values(times), func(a, b time.Time) int { return b.Compare(a) })
	kept := map[time.Time]bool{}
	for _, rule := range []struct {
		most   int
		period func(time.Time) string
	}{{keptDays, day}, {keptWeeks, week}, {keptMonths, month}} {
		for _, at := range lastOfEach(newestFirst, rule.period, rule.most) {
			kept[at] = true
		}
	}
	return slices.DeleteFunc(newestFirst, func(at time.Time) bool { return kept[at] })
}

// lastOfEach returns the last time of each of the last periods that have one.
func lastOfEach(newestFirst []time.Time, period func(time.Time) string, most int) []time.Time {
	var last []time.Time
	seen := ""
	for _, at := range newestFirst {
		if len(last) == most {
			break
		}
		if name := period(at.UTC()); name != seen {
			seen = name
			last = append(last, at)
		}
	}
	return last
}

func day(at time.Time) string { return at.Format(time.DateOnly) }

func week(at time.Time) string {
	year, number := at.ISOWeek()
	return fmt.Sprintf("%d-W%d", year, number)
}

func month(at time.Time) string { return at.Format("2006-01") }
