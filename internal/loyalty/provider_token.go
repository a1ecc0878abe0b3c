package loyalty

import "time"

// ProviderToken is the access token's known state.
type ProviderToken struct {
	ExpiresAt  time.Time
	CheckedAt  time.Time
	WarnedDays int // lowest threshold warned of; zero: none
}

func tokenWarnings() []int { return []int{14, 7, 2} }

// ExpiresSoon reports whether the first threshold is reached.
func (t ProviderToken) ExpiresSoon(now time.Time) bool {
	return !t.ExpiresAt.IsZero() && t.ExpiresAt.Sub(now) <= time.Duration(tokenWarnings()[0])*24*time.Hour
}

// WithExpiry returns the token after a check, and of how many days to warn (0: none): once per threshold and expiry, of
// the lowest only.
func (t ProviderToken) WithExpiry(ends, now time.Time) (token ProviderToken, warn int) {
	if !t.ExpiresAt.Equal(ends) {
		t.WarnedDays = 0
	}
	t.ExpiresAt, t.CheckedAt = ends, now
	if ends.IsZero() {
		return t, 0
	}
	for _, days := range tokenWarnings() {
		passed := ends.Sub(now) <= time.Duration(days)*24*time.Hour
		if passed && (t.WarnedDays == 0 || days < t.WarnedDays) {
			warn = days
		}
	}
	if warn > 0 {
		t.WarnedDays = warn
	}
	return t, warn
}
