package backup

import (
	"slices"
	"testing"
	"time"
)

func alwaysSound(backupFile) bool { return true }

// simulateRotation rotates after each backup.
func simulateRotation(days, eachDay int) []time.Time {
	begin := time.Date(2026, 1, 1, 3, 0, 0, 0, time.UTC)
	var backups []backupFile
	for day := range days {
		for number := range eachDay {
			backups = append(backups, backupFile{at: begin.AddDate(0, 0, day).Add(time.Duration(number) * time.Hour)})
			expiredBackups := selectExpired(backups, alwaysSound)
			backups = slices.DeleteFunc(backups, func(one backupFile) bool { return slices.Contains(expiredBackups, one) })
		}
	}
	return timesOf(backups)
}

func timesOf(backups []backupFile) []time.Time {
	times := make([]time.Time, len(backups))
	for i, one := range backups {
		times[i] = one.at
	}
	return times
}

func TestSelectExpired_KeepsDaysWeeksAndMonths(t *testing.T) {
	t.Parallel()
	copies := simulateRotation(900, 3)
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
			want := rule.period(rule.back(last, n))
			if !slices.ContainsFunc(copies, func(at time.Time) bool { return rule.period(at) == want }) {
				t.Errorf("there is no backup of %s among %v", want, copies)
			}
		}
	}
	if len(copies) > 7+4+12+2 { // the last day keeps all its 3 backups, 2 more than the rule
		t.Errorf("%d backups are left: %v; want at most 25: one per day, week and month, and two more of the last day", len(copies), copies)
	}
}

func TestSelectExpired_SeveralADay_KeepsTheLast(t *testing.T) {
	t.Parallel()
	backups := simulateRotation(3, 5)
	for _, at := range backups[:max(0, len(backups)-5)] {
		if at.Hour() != 7 {
			t.Errorf("%s is kept, want the last backup of its day, made at 7", at)
		}
	}
	if len(backups) != 2+5 {
		t.Errorf("%d backups are left, want two and the five of the last day", len(backups))
	}
}

func TestSelectExpired_ManualBackup_KeepsTheNightlyOne(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 24, 4, 0, 0, 0, time.UTC)
	for _, isEncrypted := range []bool{false, true} {
		nightly, byHand := backupFile{at: night}, backupFile{at: night.Add(6 * time.Hour), encrypted: isEncrypted}
		if expiredBackups := selectExpired([]backupFile{nightly, byHand}, alwaysSound); len(expiredBackups) > 0 {
			t.Errorf("a manual backup causes the removal of %v, want none", expiredBackups)
		}
	}
}

func TestSelectExpired_EncryptedAndPlain_AreKeptSeparately(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	backups := []backupFile{
		{name: "first", at: night}, {name: "readable", at: night.Add(time.Hour)},
		{name: "encrypted", at: night.Add(2 * time.Hour), encrypted: true}, {name: "next day", at: night.AddDate(0, 0, 1), encrypted: true},
	}
	if expiredBackups := selectExpired(backups, alwaysSound); len(expiredBackups) != 1 || expiredBackups[0].name != "first" {
		t.Errorf("the removed files are %v, want only the first", expiredBackups)
	}
}

func TestSelectExpired_DamagedNextBackup_RemovesNone(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	good, damagedBackup, next := backupFile{name: "good", at: night}, backupFile{name: "damaged", at: night.Add(time.Hour)}, backupFile{name: "next", at: night.AddDate(0, 0, 1)}
	isSound := func(one backupFile) bool { return one != damagedBackup }
	if expiredBackups := selectExpired([]backupFile{good, damagedBackup, next}, isSound); len(expiredBackups) > 0 {
		t.Errorf("the day's last backup is damaged, and the removed ones are %v, want none", expiredBackups)
	}
	if expiredBackups := selectExpired([]backupFile{good, damagedBackup, next}, alwaysSound); !slices.Equal(expiredBackups, []backupFile{good}) {
		t.Errorf("all backups are sound, but the removed ones are %v, want only the good one", expiredBackups)
	}
}

func TestParseFileName_OtherFiles_AreNoBackups(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 24, 3, 4, 5, 0, time.UTC)
	for _, isEncrypted := range []bool{false, true} {
		parsedTime, ok := parseFileName(fileName(at, isEncrypted))
		if !ok || !parsedTime.Equal(at) {
			t.Errorf("the name %s is read as %s, %t", fileName(at, isEncrypted), parsedTime, ok)
		}
	}
	for _, other := range []string{"axioma.db", "axioma-.db", "axioma-20261124T030405Z.db.sha256", "axioma-20261324T030405Z.db", "axioma-20261124T030405Z.db.partial", "notes.txt"} {
		if at, ok := parseFileName(other); ok {
			t.Errorf("%s is read as a backup of %s", other, at)
		}
	}
}
