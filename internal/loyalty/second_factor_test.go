package loyalty_test

import (
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func TestIsRecentAuthentication_Age_DecidesInBothDirections(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 26, 9, 0, 0, 0, time.UTC)
	for age, want := range map[time.Duration]bool{
		0: true, loyalty.RecentAuthentication: true, loyalty.RecentAuthentication + time.Second: false,
		-time.Minute:    true,  // another server's clock
		-48 * time.Hour: false, // before the clock was set back
	} {
		if got := loyalty.IsRecentAuthentication(now.Add(-age), now); got != want {
			t.Errorf("a sign-in %s ago is recent = %t, want %t", age, got, want)
		}
	}
}
