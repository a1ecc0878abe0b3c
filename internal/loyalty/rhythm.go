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
	// MinRiskDays is the shortest silence, in days, that counts as a risk.
	MinRiskDays = 21
	// StoredRhythmDays is the silence, in days, from which maintenance stores a rhythm. It is below MinRiskDays, so that
	// reports find all rhythms stored, in any time zone and between two runs.
	StoredRhythmDays = MinRiskDays - 2
)

// Absence says how long a customer has not come, compared with their rhythm. The zero value is not too long.
type Absence string

// The absences.
const (
	AbsenceAtRisk Absence = "AT_RISK" // silent for MinRiskDays and over one and a half times the usual gap, and not lost
	AbsenceLost   Absence = "LOST"    // Rhythm.IsBroken
)

// Absence returns how long the customer has not come on a day.
func (r Rhythm) Absence(today Day) Absence {
	silence := today.Since(r.Last)
	switch {
	case r.IsBroken(today):
		return AbsenceLost
	case r.Days >= MinRhythmDays && silence >= MinRiskDays && 2*silence*(r.Days-1) > 3*r.Last.Since(r.First):
		return AbsenceAtRisk
	}
	return ""
}

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
