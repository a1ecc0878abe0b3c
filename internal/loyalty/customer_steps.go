package loyalty

import (
	"slices"
	"strings"
	"time"
)

// Origin is how a customer's record began.
type Origin string

// Only registered customers begin with an empty card.
const (
	OriginRegistered Origin = "REGISTERED"
	OriginImported   Origin = "IMPORTED"
	OriginPaperCard  Origin = "PAPER_CARD"
)

// CustomerSteps has the instants of a customer's steps, merged records included.
type CustomerSteps struct {
	CustomerID     string
	Origin         Origin
	RegisteredAt   time.Time // of the oldest record
	IsArchived     bool
	First, Second  Day
	HalfAt, FullAt time.Time
	RedeemedAt     time.Time
	Months         CameMonths
	Rhythm         Rhythm
}

// CardStep is a step from registration to the first redeemed reward.
type CardStep string

// Steps, in order.
const (
	StepRegistered CardStep = "REGISTERED"
	StepFirst      CardStep = "FIRST_VISIT"
	StepSecond     CardStep = "SECOND_VISIT"
	StepHalf       CardStep = "HALF"
	StepFull       CardStep = "FULL"
	StepRedeemed   CardStep = "REDEEMED"
)

// CardSteps returns the steps in order.
func CardSteps() []CardStep {
	return []CardStep{StepRegistered, StepFirst, StepSecond, StepHalf, StepFull, StepRedeemed}
}

// StepDays has the local day of each step reached.
type StepDays map[CardStep]Day

// HasStoppedAt reports whether an active customer who began with an empty card reached this step, but not the next.
func (m CustomerSteps) HasStoppedAt(step CardStep) bool {
	if m.IsArchived || m.Origin != OriginRegistered {
		return false
	}
	switch {
	case !m.RedeemedAt.IsZero():
		return step == StepRedeemed
	case !m.FullAt.IsZero():
		return step == StepFull
	case !m.HalfAt.IsZero():
		return step == StepHalf
	case m.Second != "":
		return step == StepSecond
	case m.First != "":
		return step == StepFirst
	}
	return step == StepRegistered
}

// StepDays returns the days of the steps reached up to a day.
func (m CustomerSteps) StepDays(b Business, upTo Day) StepDays {
	days := StepDays{StepRegistered: b.DayOf(m.RegisteredAt)}
	for step, day := range map[CardStep]Day{
		StepFirst: m.First, StepSecond: m.Second,
		StepHalf: dayOrNone(b, m.HalfAt), StepFull: dayOrNone(b, m.FullAt), StepRedeemed: dayOrNone(b, m.RedeemedAt),
	} {
		if day != "" && day <= upTo {
			days[step] = day
		}
	}
	return days
}

func dayOrNone(b Business, instant time.Time) Day {
	if instant.IsZero() {
		return ""
	}
	return b.DayOf(instant)
}

// FirstReward returns the day of the first reward, or false.
func (d StepDays) FirstReward() (Day, bool) {
	half, hasHalf := d[StepHalf]
	full, hasFull := d[StepFull]
	switch {
	case hasHalf && hasFull:
		return min(half, full), true
	case hasHalf:
		return half, true
	}
	return full, hasFull
}

// Took returns the days since the previous step reached; for a redemption, since the first reward. It returns false for
// a step not reached, and 0 for a visit dated before the registration.
func (d StepDays) Took(step CardStep) (int, bool) {
	day, reached := d[step]
	if !reached || step == StepRegistered {
		return 0, false
	}
	before := d[StepRegistered]
	for _, earlier := range CardSteps() {
		if earlier == step {
			break
		}
		if reachedOn, has := d[earlier]; has {
			before = reachedOn
		}
	}
	if step == StepRedeemed {
		if rewardDay, has := d.FirstReward(); has {
			before = rewardDay
		}
	}
	return max(0, day.Since(before)), true
}

// TookToReward returns the days from first visit to first reward, or false.
func (d StepDays) TookToReward() (int, bool) {
	rewardDay, hasReward := d.FirstReward()
	first, hasVisit := d[StepFirst]
	if !hasReward || !hasVisit {
		return 0, false
	}
	return max(0, rewardDay.Since(first)), true
}

// SlowRewardDays is the median time to the first reward above which customers lose interest.
const SlowRewardDays = 30

// CohortMonths includes the month of the first visit.
const CohortMonths = 12

// CameMonths has 1 (came) or 0 per month since the first visit, up to CohortMonths.
type CameMonths string

// CameMonthsOf returns the months of visits. The days are in order.
func CameMonthsOf(days []Day) CameMonths {
	var months strings.Builder
	for _, day := range days {
		number := MonthsBetween(days[0].Month(), day.Month())
		if number >= CohortMonths {
			break
		}
		for months.Len() < number {
			months.WriteByte('0')
		}
		if months.Len() == number {
			months.WriteByte('1')
		}
	}
	return CameMonths(months.String())
}

// In reports whether the customer came in a month. 0 is the first visit's.
func (c CameMonths) In(number int) bool { return number < len(c) && c[number] == '1' }

// MonthsBetween counts the months between two texts YYYY-MM.
func MonthsBetween(from, to string) int {
	first, last := Day(from+"-01").date(), Day(to+"-01").date()
	return 12*(last.Year()-first.Year()) + int(last.Month()) - int(first.Month())
}

// Quartiles are of a list of numbers.
type Quartiles struct {
	Count                int64
	First, Median, Third int
}

// QuartilesOf sorts the numbers. A quartile is the least number that a quarter, half or three quarters do not exceed.
func QuartilesOf(numbers []int) Quartiles {
	slices.Sort(numbers)
	at := func(quarters int) int { return numbers[(len(numbers)*quarters+3)/4-1] }
	if len(numbers) == 0 {
		return Quartiles{}
	}
	return Quartiles{Count: int64(len(numbers)), First: at(1), Median: at(2), Third: at(3)}
}
