package backup

import (
	"slices"
	"testing"
	"time"
)

// left are the copies that are kept after so many days with some copies each, every
// one of which is followed by a rotation.
func left(days, eachDay int) []time.Time {
	begin := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	var copies []time.Time
	for day := range days {
		for number := range eachDay {
			copies = append(copies, begin.AddDate(0, 0, day).Add(time.Duration(number)*time.Hour))
			gone := spare(copies)
			copies = slices.DeleteFunc(copies, func(at time.Time) bool { return slices.Contains(gone, at) })
		}
	}
	return copies
}

func TestSevenDaysFourWeeksAndTwelveMonthsAreKept(t *testing.T) {
	t.Parallel()
	copies := left(900, 3)
	last := copies[len(copies)-1]
	for _, rule := range []struct {
		most   int
		period func(time.Time) string
		back   func(time.Time, int) time.Time
	}{
		{7, day, func(at time.Time, n int) time.Time { return at.AddDate(0, 0, -n) }},
		{4, week, func(at time.Time, n int) time.Time { return at.AddDate(0, 0, -7*n) }},
		{12, month, func(at time.Time, n int) time.Time {
			return time.Date(at.Year(), at.Month()-time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		}},
	} {
		for n := range rule.most {
			wanted := rule.period(rule.back(last, n))
			if !slices.ContainsFunc(copies, func(at time.Time) bool { return rule.period(at) == wanted }) {
				t.Errorf("of %s nothing is left in %v", wanted, copies)
			}
		}
	}
	if len(copies) > 7+4+12 {
		t.Errorf("%d copies are left: %v", len(copies), copies)
	}
}

func TestTheLastCopyOfADayIsTheOneKept(t *testing.T) {
	t.Parallel()
	copies := left(3, 5)
	for _, at := range copies {
		if at.Hour() != 7 {
			t.Errorf("%s is kept, and the last of its day was made at 7", at)
		}
	}
	if len(copies) != 3 {
		t.Errorf("%d copies are left of three days", len(copies))
	}
}

func TestACopyIsKnownByItsName(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 3, 4, 5, 0, time.UTC)
	for _, isEncrypted := range []bool{false, true} {
		found, ok := timeOf(nameOf(at, isEncrypted))
		if !ok || !found.Equal(at) {
			t.Errorf("%s is of %s, %t", nameOf(at, isEncrypted), found, ok)
		}
	}
	for _, other := range []string{"axioma.db", "axioma-.db", "axioma-20261124T030405Z.db.sha256", "axioma-20261324T030405Z.db", "axioma-20261124T030405Z.db.partial", "notes.txt"} {
		if at, ok := timeOf(other); ok {
			t.Errorf("%s is taken for a copy of %s", other, at)
		}
	}
}
