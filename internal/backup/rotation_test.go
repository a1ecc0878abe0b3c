package backup

import (
	"slices"
	"testing"
	"time"
)

func sound(kept) bool { return true }

// left are the times of the backups that are kept after so many days with some backups each,
// every one of which is followed by a rotation.
func left(days, eachDay int) []time.Time {
	begin := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	var backups []kept
	for day := range days {
		for number := range eachDay {
			backups = append(backups, kept{at: begin.AddDate(0, 0, day).Add(time.Duration(number) * time.Hour)})
			gone := spare(backups, sound)
			backups = slices.DeleteFunc(backups, func(one kept) bool { return slices.Contains(gone, one) })
		}
	}
	return timesOf(backups)
}

func timesOf(backups []kept) []time.Time {
	times := make([]time.Time, len(backups))
	for i, one := range backups {
		times[i] = one.at
	}
	return times
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
	if len(copies) > 7+4+12+2 { // all of the last day
		t.Errorf("%d copies are left: %v", len(copies), copies)
	}
}

func TestTheLastCopyOfADayIsTheOneKept(t *testing.T) {
	t.Parallel()
	backups := left(3, 5)
	for _, at := range backups[:max(0, len(backups)-5)] {
		if at.Hour() != 7 {
			t.Errorf("%s is kept, and the last of its day was made at 7", at)
		}
	}
	if len(backups) != 2+5 {
		t.Errorf("%d backups are left of two days and the last one", len(backups))
	}
}

func TestSpare_BackupByHand_LeavesTheNightlyOneOfTheDay(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 24, 4, 0, 0, 0, time.UTC)
	for _, isEncrypted := range []bool{false, true} {
		nightly, byHand := kept{at: night}, kept{at: night.Add(6 * time.Hour), encrypted: isEncrypted}
		if gone := spare([]kept{nightly, byHand}, sound); len(gone) > 0 {
			t.Errorf("a backup by hand removes %v", gone)
		}
	}
}

func TestSpare_BackupsThatOtherKeysRead_AreKeptBesides(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	backups := []kept{
		{name: "first", at: night}, {name: "readable", at: night.Add(time.Hour)},
		{name: "encrypted", at: night.Add(2 * time.Hour), encrypted: true}, {name: "next day", at: night.AddDate(0, 0, 1), encrypted: true},
	}
	if gone := spare(backups, sound); len(gone) != 1 || gone[0].name != "first" {
		t.Errorf("gone are %v", gone)
	}
}

func TestSpare_KeeperThatIsDamaged_ReplacesNone(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	good, damaged, next := kept{name: "good", at: night}, kept{name: "damaged", at: night.Add(time.Hour)}, kept{name: "next", at: night.AddDate(0, 0, 1)}
	isSound := func(one kept) bool { return one != damaged }
	if gone := spare([]kept{good, damaged, next}, isSound); len(gone) > 0 {
		t.Errorf("gone are %v", gone)
	}
	if gone := spare([]kept{good, damaged, next}, sound); !slices.Equal(gone, []kept{good}) {
		t.Errorf("where it is sound, gone are %v", gone)
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
