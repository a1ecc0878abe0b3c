package loyalty

import "time"

// ProviderToken is what is known of the token with which messages are sent.
type ProviderToken struct {
	EndsAt  time.Time // zero: it does not expire, or nobody knows
	AskedAt time.Time // when the provider was asked last; zero: never
	Warned  int       // the fewest days ahead at which the operators were warned of this end; zero: they were not
}

// tokenWarnings are how many days before its end operators are warned of a token, the first
// warning first.
func tokenWarnings() []int { return []int{14, 7, 2} }

// IsNearEnd reports whether the token ends so soon that operators are to see it.
func (t ProviderToken) IsNearEnd(now time.Time) bool {
	return !t.EndsAt.IsZero() && t.EndsAt.Sub(now) <= time.Duration(tokenWarnings()[0])*24*time.Hour
}

// Learn returns the token after the provider has been asked, and of how many days the
// operators are to be warned; zero: of none. Each threshold is passed once for each end. Of
// several that were passed at once only the last counts.
func (t ProviderToken) Learn(ends, now time.Time) (learned ProviderToken, warn int) {
	if !t.EndsAt.Equal(ends) {
		t.Warned = 0
	}
	t.EndsAt, t.AskedAt = ends, now
	if ends.IsZero() {
		return t, 0
	}
	for _, days := range tokenWarnings() {
		passed := ends.Sub(now) <= time.Duration(days)*24*time.Hour
		if passed && (t.Warned == 0 || days < t.Warned) {
			warn = days
		}
	}
	if warn > 0 {
		t.Warned = warn
	}
	return t, warn
}
