package loyalty_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestCameMonthsOf_VisitDays_HasACharacterPerMonth(t *testing.T) {
	t.Parallel()
	for _, each := range []struct {
		days []loyalty.Day
		want loyalty.CameMonths
	}{
		{nil, ""},
		{[]loyalty.Day{"2024-02-29"}, "1"},
		{[]loyalty.Day{"2023-12-31", "2024-01-01", "2024-01-31", "2024-03-01"}, "1101"},
		{[]loyalty.Day{"2024-01-31", "2024-12-31", "2025-01-01"}, "100000000001"},
	} {
		if got := loyalty.CameMonthsOf(each.days); got != each.want {
			t.Errorf("the months of %v are %q, want %q", each.days, got, each.want)
		}
	}
}

func TestQuartilesOf_Numbers_AreSortedAndDivided(t *testing.T) {
	t.Parallel()
	for _, each := range []struct {
		numbers []int
		want    loyalty.Quartiles
	}{
		{nil, loyalty.Quartiles{}},
		{[]int{7}, loyalty.Quartiles{Count: 1, First: 7, Median: 7, Third: 7}},
		{[]int{4, 1, 3, 2}, loyalty.Quartiles{Count: 4, First: 1, Median: 2, Third: 3}},
		{[]int{5, 4, 3, 2, 1}, loyalty.Quartiles{Count: 5, First: 2, Median: 3, Third: 4}},
	} {
		if got := loyalty.QuartilesOf(each.numbers); got != each.want {
			t.Errorf("the quartiles of %v are %+v, want %+v", each.numbers, got, each.want)
		}
	}
}

func TestStepDays_LocalDaysAndOrder(t *testing.T) {
	t.Parallel()
	madrid, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	business := loyalty.Business{Zone: madrid}
	m := loyalty.CustomerSteps{
		RegisteredAt: time.Date(2026, 3, 28, 23, 30, 0, 0, time.UTC), // the 29th in Madrid, when clocks change
		First:        "2026-03-20", Second: "2026-04-02",
		FullAt:     time.Date(2026, 4, 10, 22, 30, 0, 0, time.UTC), // the 11th in Madrid
		RedeemedAt: time.Date(2026, 4, 15, 10, 0, 0, 0, time.UTC),
	}
	days := m.StepDays(business, "2026-04-14")
	if days[loyalty.StepRegistered] != "2026-03-29" || days[loyalty.StepFull] != "2026-04-11" {
		t.Errorf("the steps are %v, want the registration on 2026-03-29 and the full card on 2026-04-11", days)
	}
	if _, reached := days[loyalty.StepRedeemed]; reached {
		t.Errorf("the redemption counts as reached: %v", days)
	}
	days = m.StepDays(business, "2026-04-15")
	for step, want := range map[loyalty.CardStep]int{
		loyalty.StepFirst:  0,
		loyalty.StepSecond: 13, loyalty.StepFull: 9, loyalty.StepRedeemed: 4,
	} {
		if took, ok := days.Took(step); !ok || took != want {
			t.Errorf("%s took %d days, want %d", step, took, want)
		}
	}
	if _, ok := days.Took(loyalty.StepHalf); ok {
		t.Error("a step that was not reached has a duration")
	}
	if took, ok := days.TookToReward(); !ok || took != 22 {
		t.Errorf("the first reward took %d days, want 22", took)
	}
}

func TestCustomerSteps_HasStoppedAt_NamesTheLastStepOnly(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC)
	customerSteps := loyalty.CustomerSteps{Origin: loyalty.OriginRegistered}
	steps := map[loyalty.CardStep]func(*loyalty.CustomerSteps){
		loyalty.StepRegistered: func(*loyalty.CustomerSteps) {},
		loyalty.StepFirst:      func(m *loyalty.CustomerSteps) { m.First = "2026-03-20" },
		loyalty.StepSecond:     func(m *loyalty.CustomerSteps) { m.Second = "2026-03-21" },
		loyalty.StepHalf:       func(m *loyalty.CustomerSteps) { m.HalfAt = at },
		loyalty.StepFull:       func(m *loyalty.CustomerSteps) { m.FullAt = at },
		loyalty.StepRedeemed:   func(m *loyalty.CustomerSteps) { m.RedeemedAt = at },
	}
	for _, last := range loyalty.CardSteps() {
		steps[last](&customerSteps)
		for _, step := range loyalty.CardSteps() {
			if customerSteps.HasStoppedAt(step) != (step == last) {
				t.Errorf("%s: HasStoppedAt(%s) is %t, want true for the last step only", last, step, customerSteps.HasStoppedAt(step))
			}
		}
		archivedSteps, importedSteps := customerSteps, customerSteps
		archivedSteps.IsArchived, importedSteps.Origin = true, loyalty.OriginImported
		if archivedSteps.HasStoppedAt(last) || importedSteps.HasStoppedAt(last) {
			t.Errorf("%s: HasStoppedAt is true for an archived or imported customer", last)
		}
	}
}
