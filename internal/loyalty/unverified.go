package loyalty

import "time"

// DiscardUndoPeriod is how long discarded customers can be restored.
const DiscardUndoPeriod = 30 * 24 * time.Hour

// UnverifiedDays is the number of listed days, up to today. Only the last unusualDays can be unusual.
const (
	UnverifiedDays = 30
	unusualDays    = 7
)

// At least fewestUnusual registrations, and timesUsual times the average of the others.
const (
	fewestUnusual = 15
	timesUsual    = 3
)

// UnverifiedDay counts a day's public registrations whose customers had no activity afterwards.
type UnverifiedDay struct {
	Day       Day
	Customers int64
	Unusual   bool
}

// UnverifiedByDay counts registrations per day, latest first.
func UnverifiedByDay(days []Day, today Day) []UnverifiedDay {
	counts := map[Day]int64{}
	for _, day := range days {
		counts[day]++
	}
	countedDays := []UnverifiedDay{}
	for back := range UnverifiedDays {
		day := today.Plus(-back)
		if customers := counts[day]; customers > 0 {
			unusual := back < unusualDays && isUnusual(customers, int64(len(days))-customers)
			countedDays = append(countedDays, UnverifiedDay{Day: day, Customers: customers, Unusual: unusual})
		}
	}
	return countedDays
}

func isUnusual(ofDay, ofOthers int64) bool {
	return ofDay >= fewestUnusual && ofDay*(UnverifiedDays-1) >= timesUsual*ofOthers
}
