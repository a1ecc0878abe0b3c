package loyalty

import (
	"slices"
	"time"
)

// The owner's week leaves on Monday morning. A server that was down sends it until Tuesday ends.
const (
	weekMailHour = 8
	weekMailDays = 2
)

// WeekMailDue returns the Monday whose week is due at an instant, by e-mail or WhatsApp; empty: none. Each Monday is due until it is
// stored in WeekMailed. A business that opened since gets its first one a week later.
func (b Business) WeekMailDue(now time.Time) Day {
	monday := WindowAround(b.DayOf(now)).Week.From
	date := monday.date()
	from := time.Date(date.Year(), date.Month(), date.Day(), weekMailHour, 0, 0, 0, b.Zone)
	if !b.WeekMail && b.WeekPhone == "" || !b.IsActive() || b.WeekMailed >= monday || !b.CreatedAt.Before(b.StartOf(monday)) {
		return ""
	}
	if now.Before(from) || !now.Before(b.WeekMailEnd(monday)) {
		return ""
	}
	return monday
}

// WeekMailEnd returns the instant from which the mail of a Monday is not sent any more.
func (b Business) WeekMailEnd(monday Day) time.Time { return b.StartOf(monday.Plus(weekMailDays)) }

// WeekMailMonday returns the latest Monday that has begun in any time zone, and false while none may be due there.
func WeekMailMonday(now time.Time) (Day, bool) {
	first, last := dayOf(now.UTC().Add(-12*time.Hour)), dayOf(now.UTC().Add(14*time.Hour))
	mayBeDue := slices.ContainsFunc([]Day{first, last}, func(day Day) bool { return day.Weekday() <= weekMailDays })
	return WindowAround(last).Week.From, mayBeDue
}

// WeekMailOpening returns the instant from which a new business gets no mail of a Monday, in any time zone.
func WeekMailOpening(monday Day) time.Time { return monday.date().Add(12 * time.Hour) }

// WeekTask is the one thing to do that the owner's week names.
type WeekTask string

// The tasks, the most important first.
const (
	WeekTaskVisits   WeekTask = "VISITS"   // visits wait to be accepted: customers lack stamps
	WeekTaskSteps    WeekTask = "STEPS"    // the first steps are not finished
	WeekTaskLost     WeekTask = "LOST"     // lost customers may be invited to come back
	WeekTaskRewards  WeekTask = "REWARDS"  // rewards have been owed for long
	WeekTaskWhatsApp WeekTask = "WHATSAPP" // messages do not leave
	WeekTaskNone     WeekTask = "NOTHING"  // all is well
)

// LongOwedDays is the age at which an owed reward has waited for long.
const LongOwedDays = 90

// WeekFacts decide the task.
type WeekFacts struct {
	WaitingVisits int64
	OpenSteps     int64
	MayInvite     int64 // lost customers with consent who were not asked within 30 days
	LongOwed      int64 // rewards owed for more than LongOwedDays
	TestMode      bool  // messages are recorded and not sent
}

// Task returns the most important task, and how many things it is about.
func (f WeekFacts) Task() (WeekTask, int64) {
	switch {
	case f.WaitingVisits > 0:
		return WeekTaskVisits, f.WaitingVisits
	case f.OpenSteps > 0:
		return WeekTaskSteps, f.OpenSteps
	case f.MayInvite > 0:
		return WeekTaskLost, f.MayInvite
	case f.LongOwed > 0:
		return WeekTaskRewards, f.LongOwed
	case f.TestMode:
		return WeekTaskWhatsApp, 0
	default:
		return WeekTaskNone, 0
	}
}

// ValueOf estimates the cents that owed rewards are worth at the mean ticket; false while that is unknown. A welcome
// discount promises a text, which has no value.
func (b Business) ValueOf(free, half int64) (int64, bool) {
	return (2*free + half) * b.MeanTicket / 2, b.MeanTicket > 0
}
