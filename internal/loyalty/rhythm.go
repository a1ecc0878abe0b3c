package loyalty

// Rhythm is how often a customer came, computed from the last days with a visit.
type Rhythm struct {
	First Day // the first of those days
	Last  Day
	Days  int // their number
}

const (
	// RhythmDays is how many last days are used. The store caches rhythms: clear them when this changes.
	RhythmDays = 10
	// MinRhythmDays is the minimum of days for a rhythm.
	MinRhythmDays = 3
	// MaxSilenceDays is the silence, in days, that never counts as lost.
	MaxSilenceDays = 30
)

// UsualGap returns the average days between two visits, rounded.
func (r Rhythm) UsualGap() int {
	if r.Days < 2 {
		return 0
	}
	gaps := r.Days - 1
	return (r.Last.Since(r.First) + gaps/2) / gaps
}

// IsBroken reports whether the customer stopped coming: silent for over MaxSilenceDays and over twice the usual gap.
func (r Rhythm) IsBroken(today Day) bool {
	silence := today.Since(r.Last)
	return r.Days >= MinRhythmDays && silence > MaxSilenceDays && silence*(r.Days-1) > 2*r.Last.Since(r.First)
}
