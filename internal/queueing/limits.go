package queueing

import (
	"time"

	"axioma/internal/loyalty"
)

// Usage is what a business has used of its limits.
type Usage struct {
	Recent int64      // messages that the provider may have accepted within RateWindow
	Days   []DayUsage // of the days that a try may end on: one, or two around midnight
}

// DayUsage is what a business has used on a day and in the month around it.
type DayUsage struct {
	Day     loyalty.Day
	Used    int64
	InMonth int64
}

// Days are the days on which a try may be accepted that begins at an
// instant: the try counts for all of them.
func Days(b loyalty.Business, claimed time.Time) []loyalty.Day {
	first, last := b.DayOf(claimed), b.DayOf(claimed.Add(Lease))
	if first == last {
		return []loyalty.Day{first}
	}
	return []loyalty.Day{first, last}
}

// LimitedDays are the days that decide at an instant how much of the limits is
// used: those of its month, and the next one shortly before it begins.
func LimitedDays(b loyalty.Business, now time.Time) []loyalty.Day {
	claimed := Days(b, now)
	last := claimed[len(claimed)-1]
	var days []loyalty.Day
	for day := loyalty.Day(claimed[0].Month() + "-01"); day <= last; day = day.Plus(1) {
		days = append(days, day)
	}
	return days
}

// KeepUsed lets the day at an index, in a row of days, have used no fewer
// messages than before its clock was changed: what is missing is taken off the
// days before it, the latest first, so that none counts twice.
func KeepUsed(days []DayUsage, at int, before int64) {
	missing := before - days[at].Used
	if missing <= 0 {
		return
	}
	days[at].Used = before
	for i := at - 1; i >= 0; i-- {
		moved := min(missing, days[i].Used)
		days[i].Used -= moved
		missing -= moved
	}
}

// Room returns how many messages may be tried now, and which limit holds back
// the next one.
func Room(l loyalty.WhatsAppLimits, used Usage) (int64, loyalty.MessageHold) {
	room, hold := l.RatePerMinute-used.Recent, loyalty.HeldByRate
	for _, day := range used.Days {
		if left := l.DailyCap - day.Used; left <= room {
			room, hold = left, loyalty.HeldByDaily
		}
		if left := (l.MonthlyCap - day.InMonth) / used.daysIn(day.Day.Month()); left <= room {
			room, hold = left, loyalty.HeldByMonthly
		}
	}
	return max(room, 0), hold
}

// UsedUp reports whether nothing more leaves on a day.
func UsedUp(l loyalty.WhatsAppLimits, day DayUsage) bool {
	return day.Used >= l.DailyCap || day.InMonth >= l.MonthlyCap
}

// BesideCodes are the limits of all that is no code: a fifth of the rate, of the
// day and of the month is kept free, so that a code need not wait for the minute
// to pass, nor does whoever fills the others keep people from signing in.
func BesideCodes(l loyalty.WhatsAppLimits) loyalty.WhatsAppLimits {
	for _, limit := range []*int64{&l.RatePerMinute, &l.DailyCap, &l.MonthlyCap} {
		*limit -= *limit / 5
	}
	return l
}

// daysIn is how often a try counts for a month.
func (u Usage) daysIn(month string) int64 {
	days := int64(0)
	for _, day := range u.Days {
		if day.Day.Month() == month {
			days++
		}
	}
	return days
}
