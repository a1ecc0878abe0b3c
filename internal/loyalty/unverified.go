package loyalty

import "time"

// DiscardUndoPeriod is how long discarded customers can be restored. Then they are erased.
const DiscardUndoPeriod = 30 * 24 * time.Hour

// UnverifiedDays is how many days are listed; among the last unusualDays, unusual ones are reported.
const (
	UnverifiedDays = 30
	unusualDays    = 7
)

// A day is unusual with at least fewestUnusual registrations and timesUsual the average.
const (
	fewestUnusual = 15
	timesUsual    = 3
)

// UnverifiedDay counts open-form registrations without activity.
type UnverifiedDay struct {
	Day       Day
	Customers int64
	Unusual   bool // and recent
}

// UnverifiedByDay counts by day, latest first, without empty days.
func UnverifiedByDay(days []Day, today Day) []UnverifiedDay {
	counts := map[Day]int64{}
	for _, day := range days {
		counts[day]++
	}
	counted := []UnverifiedDay{}
	for back := range UnverifiedDays {
		day := today.Plus(-back)
		if customers := counts[day]; customers > 0 {
			unusual := back < unusualDays && isUnusual(customers, int64(len(days))-customers)
			counted = append(counted, UnverifiedDay{Day: day, Customers: customers, Unusual: unusual})
		}
	}
	return counted
}

func isUnusual(ofDay, ofOthers int64) bool {
	return ofDay >= fewestUnusual && ofDay*(UnverifiedDays-1) >= timesUsual*ofOthers
}
