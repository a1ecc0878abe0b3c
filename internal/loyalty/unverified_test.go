package loyalty_test

import (
	"slices"
	"testing"

	"axioma/internal/loyalty"
)

func TestUnverifiedByDay_FarMoreThanUsual_IsUnusual(t *testing.T) {
	t.Parallel()
	const today = loyalty.Day("2026-03-26")
	daysWith := func(counts map[int]int) (days []loyalty.Day) {
		for back, customers := range counts {
			days = append(days, slices.Repeat([]loyalty.Day{today.Plus(-back)}, customers)...)
		}
		return days
	}
	everyDay := func(customers int) map[int]int {
		counts := map[int]int{}
		for back := range loyalty.UnverifiedDays {
			counts[back] = customers
		}
		return counts
	}
	busy := everyDay(10)
	busy[0] = 31
	for name, c := range map[string]struct {
		counts map[int]int
		want   []int
	}{
		"a business with few registrations":         {map[int]int{0: 2, 3: 1}, nil},
		"fifteen in a business without any others":  {map[int]int{0: 15}, []int{0}},
		"fourteen in a business without any others": {map[int]int{0: 14}, nil},
		"a business that always has many":           {everyDay(20), nil},
		"three times as many as usual":              {busy, []int{0}},
		"an attack of three days":                   {map[int]int{0: 200, 1: 200, 2: 200}, []int{0, 1, 2}},
		"only the last seven days can be unusual":   {map[int]int{6: 40, 7: 41}, []int{6}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var unusual []int
			for _, day := range loyalty.UnverifiedByDay(daysWith(c.counts), today) {
				if day.Customers != int64(c.counts[today.Since(day.Day)]) {
					t.Errorf("on %s there are %d customers, want %d", day.Day, day.Customers, int64(c.counts[today.Since(day.Day)]))
				}
				if day.Unusual {
					unusual = append(unusual, today.Since(day.Day))
				}
			}
			if !slices.Equal(unusual, c.want) {
				t.Errorf("the unusual days are %v, want %v", unusual, c.want)
			}
		})
	}
}
