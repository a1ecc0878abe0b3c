package loyalty_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestNextMarketingTime_QuietHours_WaitsUntilTheyEnd(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ zone, from, to, at, goes string }{
		{"Europe/Madrid", "21:00", "10:00", "2026-07-01 20:59:59", "2026-07-01 20:59:59"},
		{"Europe/Madrid", "21:00", "10:00", "2026-07-01 21:00:00", "2026-07-02 10:00:00"},
		{"Europe/Madrid", "21:00", "10:00", "2026-07-01 23:59:59", "2026-07-02 10:00:00"},
		{"Europe/Madrid", "21:00", "10:00", "2026-07-02 00:00:00", "2026-07-02 10:00:00"},
		{"Europe/Madrid", "21:00", "10:00", "2026-07-02 09:59:59", "2026-07-02 10:00:00"},
		{"Europe/Madrid", "21:00", "10:00", "2026-07-02 10:00:00", "2026-07-02 10:00:00"},
		// Nights on which clocks change.
		{"Europe/Madrid", "21:00", "10:00", "2026-03-28 22:00:00", "2026-03-29 10:00:00"},
		{"Europe/Madrid", "21:00", "10:00", "2026-10-24 22:00:00", "2026-10-25 10:00:00"},
		{"America/Havana", "22:00", "08:30", "2026-03-07 23:30:00", "2026-03-08 08:30:00"},
		{"Australia/Lord_Howe", "18:00", "12:00", "2026-04-04 18:00:00", "2026-04-05 12:00:00"},
		{"Asia/Kathmandu", "21:00", "10:00", "2026-07-01 22:17:31", "2026-07-02 10:00:00"},
		{"Europe/Madrid", "", "", "2026-07-01 23:00:00", "2026-07-01 23:00:00"},
	} {
		shop := businessIn(t, test.zone)
		shop.Quiet = loyalty.QuietHours{From: loyalty.Clock(test.from), To: loyalty.Clock(test.to)}
		at := parseInstant(t, test.at, shop.Zone)
		if got := shop.NextMarketingTime(at); !got.Equal(parseInstant(t, test.goes, shop.Zone)) {
			t.Errorf("in %s, quiet from %s to %s: a message due at %s goes at %s, want %s",
				test.zone, test.from, test.to, test.at, got.In(shop.Zone), test.goes)
		}
	}
}

func parseInstant(t *testing.T, text string, zone *time.Location) time.Time {
	t.Helper()
	instant, err := time.ParseInLocation("2006-01-02 15:04:05", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return instant
}

func TestQuietHours_Night_IsAlwaysIncluded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		wrong    string
	}{
		{"21:00", "10:00", ""}, {"18:00", "12:00", ""}, {"22:00", "08:00", ""}, {"21:30", "09:15", ""},
		{"17:59", "10:00", "quietFrom"}, {"22:01", "10:00", "quietFrom"}, {"24:00", "10:00", "quietFrom"},
		{"21", "10:00", "quietFrom"}, {"", "10:00", "quietFrom"}, {"2١:00", "10:00", "quietFrom"},
		{"21:00", "07:59", "quietTo"}, {"21:00", "12:01", "quietTo"}, {"21:00", "9:00", "quietTo"}, {"21:00", "10:60", "quietTo"},
	} {
		shop, err := loyalty.SettingChanges{QuietFrom: &test.from, QuietTo: &test.to}.Apply(loyalty.Business{})
		var wrong []string
		if test.wrong != "" {
			wrong = []string{test.wrong}
		}
		if got := refusedFields(t, err); !slices.Equal(got, wrong) {
			t.Errorf("%s to %s: refused %q, want %q", test.from, test.to, got, wrong)
		}
		if wrong == nil && shop.Quiet != (loyalty.QuietHours{From: loyalty.Clock(test.from), To: loyalty.Clock(test.to)}) {
			t.Errorf("%s to %s became %v", test.from, test.to, shop.Quiet)
		}
	}
}
