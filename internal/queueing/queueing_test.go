package queueing_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
)

func TestRemaining_TightestLimit_Decides(t *testing.T) {
	limits := loyalty.WhatsAppLimits{RatePerMinute: 10, DailyCap: 100, MonthlyCap: 1000}
	for name, c := range map[string]struct {
		used queueing.Usage
		room int64
		hold loyalty.MessageHold
	}{
		"the limit per minute": {queueing.Usage{Recent: 4, Days: []queueing.DayUsage{{Day: "2026-03-10", Used: 20, InMonth: 20}}}, 6, loyalty.HeldByRate},
		"the limit per day":    {queueing.Usage{Recent: 4, Days: []queueing.DayUsage{{Day: "2026-03-10", Used: 97, InMonth: 97}}}, 3, loyalty.HeldByDaily},
		"the limit per month":  {queueing.Usage{Days: []queueing.DayUsage{{Day: "2026-03-10", InMonth: 998}}}, 2, loyalty.HeldByMonthly},
		"a try that may end on either of two days counts twice in the month": {queueing.Usage{Days: []queueing.DayUsage{
			{Day: "2026-03-10", InMonth: 996}, {Day: "2026-03-11", InMonth: 996},
		}}, 2, loyalty.HeldByMonthly},
		"a limit that is exceeded leaves no room": {queueing.Usage{Recent: 12}, 0, loyalty.HeldByRate},
	} {
		if room, hold := queueing.Remaining(limits, c.used); room != c.room || hold != c.hold {
			t.Errorf("%s: room for %d, held by %s; want %d, %s", name, room, hold, c.room, c.hold)
		}
	}
}

func TestRetryBackoff_MoreTries_DoubleIt(t *testing.T) {
	for tries, longest := range map[int64]time.Duration{1: time.Second, 2: 2 * time.Second, 6: 32 * time.Second, 12: 2048 * time.Second, 13: time.Hour, 1000: time.Hour} {
		if got := queueing.RetryBackoff(tries, 1); got != longest {
			t.Errorf("after %d tries the longest pause is %s, want %s", tries, got, longest)
		}
		if got := queueing.RetryBackoff(tries, 0); got != longest/2 {
			t.Errorf("after %d tries the shortest pause is %s, want %s", tries, got, longest/2)
		}
	}
}

func TestPreserveUsage_ChangedClock_KeepsTheUsage(t *testing.T) {
	days := []queueing.DayUsage{{Day: "2026-03-09", Used: 2}, {Day: "2026-03-10", Used: 4}, {Day: "2026-03-11", Used: 1}}
	queueing.PreserveUsage(days, 2, 6)
	used := []int64{days[0].Used, days[1].Used, days[2].Used}
	if want := []int64{1, 0, 6}; !slices.Equal(used, want) {
		t.Errorf("the usage is %v, want %v", used, want)
	}
}
