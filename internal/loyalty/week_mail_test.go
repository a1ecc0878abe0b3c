package loyalty_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestWeekFacts_Task_IsTheMostImportant(t *testing.T) {
	t.Parallel()
	facts := loyalty.WeekFacts{WaitingVisits: 1, OpenSteps: 2, MayInvite: 3, LongOwed: 4, TestMode: true}
	for _, want := range []struct {
		task    loyalty.WeekTask
		count   int64
		resolve func()
	}{
		{loyalty.WeekTaskVisits, 1, func() { facts.WaitingVisits = 0 }},
		{loyalty.WeekTaskSteps, 2, func() { facts.OpenSteps = 0 }},
		{loyalty.WeekTaskLost, 3, func() { facts.MayInvite = 0 }},
		{loyalty.WeekTaskRewards, 4, func() { facts.LongOwed = 0 }},
		{loyalty.WeekTaskWhatsApp, 0, func() { facts.TestMode = false }},
		{loyalty.WeekTaskNone, 0, func() {}},
	} {
		if task, count := facts.Task(); task != want.task || count != want.count {
			t.Errorf("the task of %+v is %s with the count %d, want %s with %d", facts, task, count, want.task, want.count)
		}
		want.resolve()
	}
}

func TestWeekMailMonday_FarZones_AreIncluded(t *testing.T) {
	t.Parallel()
	for instant, want := range map[string]loyalty.Day{
		"2026-05-10T09:59:00Z": "",           // Monday has begun in no zone
		"2026-05-10T18:00:00Z": "2026-05-11", // Monday, 8:00 in Kiritimati
		"2026-05-13T11:59:00Z": "2026-05-11", // still Tuesday on Baker Island
		"2026-05-13T12:00:00Z": "",
	} {
		now, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		monday, mayBeDue := loyalty.WeekMailMonday(now)
		if mayBeDue != (want != "") || mayBeDue && monday != want {
			t.Errorf("at %s the due week is %s, %t; want %q", instant, monday, mayBeDue, want)
		}
	}
}
