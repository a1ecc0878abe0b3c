package loyalty_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func businessIn(t *testing.T, zone string) loyalty.Business {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return loyalty.Business{Zone: location}
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// Each case has an instant, its local day, and when the next day begins by the zone's published rules.
func TestBusiness_DayOf_UsesItsTimeZone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, at, day, tomorrow string }{
		{"Europe/Madrid", "2026-07-01T21:59:59Z", "2026-07-01", "2026-07-01T22:00:00Z"},
		{"Europe/Madrid", "2026-07-01T22:00:00Z", "2026-07-02", "2026-07-02T22:00:00Z"},
		{"Europe/Madrid", "2026-03-28T23:30:00Z", "2026-03-29", "2026-03-29T22:00:00Z"}, // 23 hours
		{"Europe/Madrid", "2026-03-29T00:59:59Z", "2026-03-29", "2026-03-29T22:00:00Z"},
		{"Europe/Madrid", "2026-10-24T22:30:00Z", "2026-10-25", "2026-10-25T23:00:00Z"}, // 25 hours
		{"Europe/Madrid", "2026-10-25T22:59:59Z", "2026-10-25", "2026-10-25T23:00:00Z"},
		{"Atlantic/Canary", "2026-07-01T22:30:00Z", "2026-07-01", "2026-07-01T23:00:00Z"},
		{"America/Santiago", "2026-09-05T20:00:00Z", "2026-09-05", "2026-09-06T04:00:00Z"}, // midnight is skipped
		{"America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06", "2026-09-07T03:00:00Z"},
		{"America/Santiago", "2026-04-05T03:30:00Z", "2026-04-04", "2026-04-05T04:00:00Z"}, // the second 23:30 of the day
		{"America/Havana", "2026-11-01T03:00:00Z", "2026-10-31", "2026-11-01T04:00:00Z"},   // midnight comes twice
		{"America/Havana", "2026-11-01T05:30:00Z", "2026-11-01", "2026-11-02T05:00:00Z"},
		{"Pacific/Apia", "2011-12-29T20:00:00Z", "2011-12-29", "2011-12-30T10:00:00Z"}, // the 30th is skipped
		{"Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31", "2011-12-31T10:00:00Z"},
		{"Pacific/Kiritimati", "2026-01-01T10:00:00Z", "2026-01-02", "2026-01-02T10:00:00Z"},
	} {
		business, at := businessIn(t, c.zone), instant(t, c.at)
		if got := business.DayOf(at); string(got) != c.day {
			t.Errorf("%s in %s is on %s, want %s", c.at, c.zone, got, c.day)
		}
		if got := business.Tomorrow(at); !got.Equal(instant(t, c.tomorrow)) {
			t.Errorf("after %s in %s tomorrow begins at %s, want %s", c.at, c.zone, got.UTC().Format(time.RFC3339), c.tomorrow)
		}
	}
}

func TestBusiness_SameDayRefusal_NamesNextPossibleTime(t *testing.T) {
	t.Parallel()
	business := businessIn(t, "America/Santiago")
	refusal := business.SameDayRefusal(instant(t, "2026-09-05T20:00:00Z"))
	if !refusal.Is(loyalty.ErrSameDayVisit) || !refusal.AvailableAt.Equal(instant(t, "2026-09-06T04:00:00Z")) {
		t.Errorf("the refusal is %+v, want ErrSameDayVisit with the next day's begin", refusal)
	}
	if want := "Mañana se le podrá poner otro sello."; refusal.Hint != want {
		t.Errorf("the hint is %q, want %q", refusal.Hint, want)
	}
	if !loyalty.ErrSameDayVisit.AvailableAt.IsZero() {
		t.Error("the catalogue's refusal was changed")
	}
}

func TestParseDay_CalendarDays_AreAccepted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2024-02-29", "1999-12-31", "0001-01-01", "9998-12-31"} {
		if day, ok := loyalty.ParseDay(text); !ok || string(day) != text {
			t.Errorf("the day %s is refused", text)
		}
	}
	for _, text := range []string{"", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-5", "29/02/2024", "2026-01-01T00:00:00Z", "0000-01-01", "+2026-01-01", "2026-01-32", "9999-01-01", "ayer"} {
		if _, ok := loyalty.ParseDay(text); ok {
			t.Errorf("the day %q is accepted", text)
		}
	}
}

func TestCustomer_VisitToday_MayHaveVisitedToday(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC)
	zones := []*time.Location{time.FixedZone("first", 14*3600), time.UTC, time.FixedZone("last", -12*3600)}
	for ago := time.Duration(0); ago < 6*24*time.Hour; ago += time.Hour {
		customer := loyalty.Customer{LastVisitAt: now.Add(-ago)}
		for _, then := range zones {
			for _, here := range zones {
				sameDay := loyalty.Business{Zone: then}.DayOf(customer.LastVisitAt) == loyalty.Business{Zone: here}.DayOf(now)
				if sameDay && !customer.MayHaveVisitedToday(now) {
					t.Errorf("a customer who came %s ago, at %s, must count as one who may have come today, at %s", ago, then, here)
				}
			}
		}
	}
	if (loyalty.Customer{}).MayHaveVisitedToday(now) {
		t.Error("a customer without a visit counts as one who may have come today")
	}
}
