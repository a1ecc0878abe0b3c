package loyalty_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
)

// The test compares both directions for each day of two years, with a leap day.
func TestNewErasure_DueAt_IsThreeYearsLater(t *testing.T) {
	t.Parallel()
	noon := time.Date(2023, 12, 1, 12, 0, 0, 0, time.UTC)
	for range 2 * 366 {
		noon = noon.AddDate(0, 0, 1)
		due := loyalty.NewErasure("ana", noon).DueAt
		for _, now := range []time.Time{due.AddDate(0, 0, -1), due, due.AddDate(0, 0, 1)} {
			retention := loyalty.NewRetention(now)
			if passed := !noon.After(retention.BlockedRecords); passed != !now.Before(due) {
				t.Errorf("blocked on %s and due on %s, on %s the deadline has passed: %t; want true from the deadline on", noon, due, now, passed)
			}
			if !retention.Advertising.Equal(retention.BlockedRecords) {
				t.Errorf("on %s the limit for advertising consents is %s, want that of blocked records", now, retention.Advertising)
			}
		}
	}
}

// Spec: limits-22
func TestNewRetention_Periods_MatchThePrivacyPolicy(t *testing.T) {
	t.Parallel()
	retention := loyalty.NewRetention(time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC))
	for name, c := range map[string]struct {
		got  time.Time
		want string
	}{
		"commercial records":       {retention.Commercial, "2020-11-21T08:00:00Z"},
		"advertising":              {retention.Advertising, "2023-11-21T08:00:00Z"},
		"blocked customers":        {retention.BlockedRecords, "2023-11-21T08:00:00Z"},
		"data for undoing a merge": {retention.Merges, "2026-10-22T08:00:00Z"},
	} {
		if !c.got.Equal(instant(t, c.want)) {
			t.Errorf("%s: kept since %s, want %s", name, c.got, c.want)
		}
	}
}
