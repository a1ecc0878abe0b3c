package loyalty

import (
	"slices"
	"time"
)

// The week is sent on Monday morning, or after an outage until Tuesday ends.
const (
	weekMailHour = 8
	weekMailDays = 2
)

// WeekMailDue returns the Monday of the week mail that is due, or "". It stays due until WeekMailed has that Monday. A
// business created since Monday waits a week.
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

// WeekMailEnd returns when the mail of a Monday expires.
func (b Business) WeekMailEnd(monday Day) time.Time { return b.StartOf(monday.Plus(weekMailDays)) }

// WeekMailMonday returns the latest Monday that has begun in any time zone. It returns false if no week mail can be
// due.
func WeekMailMonday(now time.Time) (Day, bool) {
	first, last := dayOf(now.UTC().Add(-12*time.Hour)), dayOf(now.UTC().Add(14*time.Hour))
	mayBeDue := slices.ContainsFunc([]Day{first, last}, func(day Day) bool { return day.Weekday() <= weekMailDays })
	return WindowAround(last).Week.From, mayBeDue
}

// WeekMailOpening returns the instant from which a new business gets no mail of this Monday, in any time zone.
func WeekMailOpening(monday Day) time.Time { return monday.date().Add(12 * time.Hour) }

// WeekTask is the one suggestion of the week mail.
type WeekTask string

// Most important first.
const (
	WeekTaskVisits   WeekTask = "VISITS"
	WeekTaskSteps    WeekTask = "STEPS"
	WeekTaskLost     WeekTask = "LOST"
	WeekTaskRewards  WeekTask = "REWARDS"
	WeekTaskWhatsApp WeekTask = "WHATSAPP"
	WeekTaskNone     WeekTask = "NOTHING"
)

// LongOwedDays is the age from which a reward is owed for long.
const LongOwedDays = 90

// WeekFacts decide the week's task.
type WeekFacts struct {
	WaitingVisits int64
	OpenSteps     int64
	MayInvite     int64 // lost, with consent, not invited within 30 days
	LongOwed      int64
	TestMode      bool
}

// Task returns the first task of the week, and how many visits, steps, customers or rewards it is about.
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

// ValueOf estimates cents at the mean ticket; false: unknown. Welcome discounts have no value.
func (b Business) ValueOf(free, half int64) (int64, bool) {
	return (free*RewardFree.HalfServices() + half*RewardHalf.HalfServices()) * b.MeanTicket / 2, b.MeanTicket > 0
}

// ValueOfRewards returns the estimated value of rewards in cents at the mean ticket; 0: unknown, or none.
func (b Business) ValueOfRewards(kinds []RewardKind) (cents int64) {
	for _, kind := range kinds {
		cents += kind.HalfServices() * b.MeanTicket
	}
	return cents / 2
}
