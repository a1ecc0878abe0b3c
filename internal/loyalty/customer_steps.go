package loyalty

import (
	"slices"
	"strings"
	"time"
)

// Origin says how a customer came to have a record.
type Origin string

// The origins of customers. Only registered ones begin with an empty card here.
const (
	OriginRegistered Origin = "REGISTERED"
	OriginImported   Origin = "IMPORTED"
	OriginPaperCard  Origin = "PAPER_CARD" // brought stamps as an opening balance
)

// CustomerSteps are what a customer has reached. Records merged into the customer's are part of it.
type CustomerSteps struct {
	CustomerID     string
	Origin         Origin
	RegisteredAt   time.Time // when the oldest record was created
	IsArchived     bool
	First, Second  Day       // the first two days with a visit; empty: not yet
	HalfAt, FullAt time.Time // when the customer's visits earned the first reward of each kind; zero: not yet
	RedeemedAt     time.Time // when the first of the customer's rewards was redeemed; zero: not yet
	Months         CameMonths
	Rhythm         Rhythm
}

// CardStep is a step on the way of a new customer to the first redeemed reward.
type CardStep string

// The steps in their order.
const (
	StepRegistered CardStep = "REGISTERED"
	StepFirst      CardStep = "FIRST_VISIT"
	StepSecond     CardStep = "SECOND_VISIT"
	StepHalf       CardStep = "HALF"
	StepFull       CardStep = "FULL"
	StepRedeemed   CardStep = "REDEEMED"
)

// CardSteps returns the steps in their order.
func CardSteps() []CardStep {
	return []CardStep{StepRegistered, StepFirst, StepSecond, StepHalf, StepFull, StepRedeemed}
}

// StepDays are the days on which a customer reached the steps. A missing step was not reached.
type StepDays map[CardStep]Day

// HasStoppedAt reports whether an active customer, who began with an empty card, has come to a step and no further.
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

// StepDays returns the days of the steps up to a day, in the business's time zone.
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

// FirstReward returns the day of the first reward, or false without one.
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

// Took returns the days from the step before, which is the last reached one; for a redemption from the first reward. A
// visit entered for a day before the registration took none.
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
		if earned, has := d.FirstReward(); has {
			before = earned
		}
	}
	return max(0, day.Since(before)), true
}

// TookToReward returns the days from the first visit to the first reward, or false without a reward or a visit.
func (d StepDays) TookToReward() (int, bool) {
	earned, hasReward := d.FirstReward()
	first, hasVisit := d[StepFirst]
	if !hasReward || !hasVisit {
		return 0, false
	}
	return max(0, earned.Since(first)), true
}

// SlowRewardDays is the median time to the first reward above which customers lose interest in the card.
const SlowRewardDays = 30

// CohortMonths is the number of months that a cohort is followed, with the month of the first visit.
const CohortMonths = 12

// CameMonths has a character for each month from that of the first visit, at most CohortMonths: 1 with a visit, else 0.
type CameMonths string

// CameMonthsOf returns the months of visit days in order.
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

// In reports whether the customer came in a month; 0 is the month of the first visit.
func (c CameMonths) In(number int) bool { return number < len(c) && c[number] == '1' }

// MonthsBetween returns the number of months from one month YYYY-MM to a later one.
func MonthsBetween(from, to string) int {
	first, last := Day(from+"-01").date(), Day(to+"-01").date()
	return 12*(last.Year()-first.Year()) + int(last.Month()) - int(first.Month())
}

// Quartiles are the first quartile, the median and the third quartile of some numbers.
type Quartiles struct {
	Count                int64
	First, Median, Third int
}

// QuartilesOf sorts the numbers and returns their quartiles: of n numbers the first one of which a quarter, half, or three
// quarters are not larger.
func QuartilesOf(numbers []int) Quartiles {
	slices.Sort(numbers)
	at := func(quarters int) int { return numbers[(len(numbers)*quarters+3)/4-1] }
	if len(numbers) == 0 {
		return Quartiles{}
	}
	return Quartiles{Count: int64(len(numbers)), First: at(1), Median: at(2), Third: at(3)}
}
