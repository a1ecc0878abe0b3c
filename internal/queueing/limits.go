package queueing

import (
	"time"

	"axioma/internal/loyalty"
)

// Usage is the use of a business's limits.
type Usage struct {
	Recent int64      // possibly accepted by the provider within RateWindow
	Days   []DayUsage // two around midnight
}

// DayUsage is the usage of a day and its month.
type DayUsage struct {
	Day     loyalty.Day
	Used    int64
	InMonth int64
}

// Days returns the days on which a try begun now may be accepted. It counts for all of them.
func Days(b loyalty.Business, claimedAt time.Time) []loyalty.Day {
	first, last := b.DayOf(claimedAt), b.DayOf(claimedAt.Add(Lease))
	if first == last {
		return []loyalty.Day{first}
	}
	return []loyalty.Day{first, last}
}

// LimitedDays are the month's until today and, shortly before midnight, the next day.
func LimitedDays(b loyalty.Business, now time.Time) []loyalty.Day {
	claimDays := Days(b, now)
	last := claimDays[len(claimDays)-1]
	var days []loyalty.Day
	for day := loyalty.Day(claimDays[0].Month() + "-01"); day <= last; day = day.Plus(1) {
		days = append(days, day)
	}
	return days
}

// PreserveUsage keeps at least a day's usage before a change of the time zone. The difference is taken from earlier
// days, latest first, so that no message counts twice.
func PreserveUsage(days []DayUsage, at int, before int64) {
	missing := before - days[at].Used
	if missing <= 0 {
		return
	}
	days[at].Used = before
	for i := at - 1; i >= 0; i-- {
		movedUsage := min(missing, days[i].Used)
		days[i].Used -= movedUsage
		missing -= movedUsage
	}
}

// Remaining returns how many may be tried now, and which limit holds the next.
func Remaining(l loyalty.WhatsAppLimits, used Usage) (int64, loyalty.MessageHold) {
	room, hold := l.RatePerMinute-used.Recent, loyalty.HeldByRate
	for _, day := range used.Days {
		if remaining := l.DailyCap - day.Used; remaining <= room {
			room, hold = remaining, loyalty.HeldByDaily
		}
		if remaining := (l.MonthlyCap - day.InMonth) / used.daysIn(day.Day.Month()); remaining <= room {
			room, hold = remaining, loyalty.HeldByMonthly
		}
	}
	return max(room, 0), hold
}

// IsExhausted reports whether a day has no room.
func IsExhausted(l loyalty.WhatsAppLimits, day DayUsage) bool {
	return day.Used >= l.DailyCap || day.InMonth >= l.MonthlyCap
}

// ReserveForCodes returns the limits less a fifth, which sign-in codes may still use.
func ReserveForCodes(l loyalty.WhatsAppLimits) loyalty.WhatsAppLimits {
	for _, limit := range []*int64{&l.RatePerMinute, &l.DailyCap, &l.MonthlyCap} {
		*limit -= *limit / 5
	}
	return l
}

func (u Usage) daysIn(month string) int64 {
	days := int64(0)
	for _, day := range u.Days {
		if day.Day.Month() == month {
			days++
		}
	}
	return days
}
