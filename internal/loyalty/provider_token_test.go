package loyalty_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestProviderToken_DaysBeforeItsEnd_WarnsOnceAtEachThreshold(t *testing.T) {
	t.Parallel()
	ends := time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)
	var token loyalty.ProviderToken
	var warnings []int
	for days := 20; days >= -1; days-- {
		for range 2 { // asked twice a day
			var warn int
			if token, warn = token.WithExpiry(ends, ends.AddDate(0, 0, -days)); warn > 0 {
				warnings = append(warnings, days, warn)
			}
		}
	}
	if want := []int{14, 14, 7, 7, 2, 2}; !slices.Equal(warnings, want) {
		t.Errorf("warnings at %v, want %v", warnings, want)
	}
	renewedToken, warn := token.WithExpiry(ends.AddDate(0, 2, 0), ends)
	if warn != 0 || renewedToken.WarnedDays != 0 {
		t.Errorf("a new token causes a warning at %d days", warn)
	}
	if _, warn := renewedToken.WithExpiry(ends.AddDate(0, 0, 1), ends); warn != 2 {
		t.Errorf("a token that ends tomorrow causes a warning at %d days, want 2", warn)
	}
	if never, warn := token.WithExpiry(time.Time{}, ends); warn != 0 || never.ExpiresSoon(ends) {
		t.Error("a token without an end causes a warning")
	}
}
