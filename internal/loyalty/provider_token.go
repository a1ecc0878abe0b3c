package loyalty

import "time"

// ProviderToken is what is known of the token with which messages are sent.
type ProviderToken struct {
	ExpiresAt  time.Time // zero: it does not expire, or nobody knows
	CheckedAt  time.Time // when the provider was asked last; zero: never
	WarnedDays int       // the fewest days ahead at which the operators were warned of this end; zero: they were not
}

// tokenWarnings are how many days before its end operators are warned of a token, the first
// warning first.
func tokenWarnings() []int { return []int{14, 7, 2} }

// ExpiresSoon reports whether the token ends so soon that operators are to see it.
func (t ProviderToken) ExpiresSoon(now time.Time) bool {
	return !t.ExpiresAt.IsZero() && t.ExpiresAt.Sub(now) <= time.Duration(tokenWarnings()[0])*24*time.Hour
}

// WithExpiry returns the token after the provider has been asked, and of how many days the
// operators are to be warned; zero: of none. Each threshold is passed once for each end. Of
// several that were passed at once only the last counts.
func (t ProviderToken) WithExpiry(ends, now time.Time) (learned ProviderToken, warn int) {
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
