package loyalty

import "time"

// DiscardUndoPeriod is how long registrations that were discarded can be restored. Then
// they are erased: most are the phones of people who never registered.
const DiscardUndoPeriod = 30 * 24 * time.Hour

// The span in which unverified registrations are looked for, and of which days the owner is
// told when they are unusual.
const (
	UnverifiedDays = 30
	unusualDays    = 7
)

// A day is unusual with so many unverified registrations, when they also are so many times
// the average of the other days. A shop's own customers are seldom among them: most have
// their first visit when they register.
const (
	fewestUnusual = 15
	timesUsual    = 3
)

// UnverifiedDay is how many customers registered on a day by the open form and have not
// been heard of since.
type UnverifiedDay struct {
	Day       Day
	Customers int64
	Unusual   bool // far more than on other days, and lately
}

// UnverifiedByDay counts registrations by their days, the latest first. Days without one are
// left out.
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
