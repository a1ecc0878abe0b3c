package loyalty

// Rhythm has the last days on which a customer came.
type Rhythm struct {
	First Day
	Last  Day
	Days  int
}

const (
	// RhythmDays is how many last days count. Clear the stored rhythms when it changes.
	RhythmDays = 10
	// MinRhythmDays is how many days a rhythm needs.
	MinRhythmDays = 3
	// MaxSilenceDays is the longest silence that never counts as lost.
	MaxSilenceDays = 30
	// MinRiskDays is the shortest silence at risk.
	MinRiskDays = 21
	// ZoneDays is how many days a visit's stored day may lie before its instant in another time zone. Searches for silent
	// customers use the instant; Rhythm decides by the day.
	ZoneDays = 2
	// StoredRhythmDays of silence make maintenance store the rhythm, two days before reports look for it.
	StoredRhythmDays = MinRiskDays - ZoneDays - 2
)

// Absence compares a silence with the rhythm. Empty: not too long.
type Absence string

// Absences.
const (
	AbsenceAtRisk Absence = "AT_RISK" // silent for MinRiskDays and over 1.5 usual gaps, not lost
	AbsenceLost   Absence = "LOST"
)

// Absence returns the absence on a day.
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

// UsualGap returns the average days between visits; 0 for fewer than two.
func (r Rhythm) UsualGap() int {
	if r.Days < 2 {
		return 0
	}
	gaps := r.Days - 1
	return (r.Last.Since(r.First) + gaps/2) / gaps
}

// IsBroken reports whether the silence is over MaxSilenceDays and over twice the usual gap.
func (r Rhythm) IsBroken(today Day) bool {
	silence := today.Since(r.Last)
	return r.Days >= MinRhythmDays && silence > MaxSilenceDays && silence*(r.Days-1) > 2*r.Last.Since(r.First)
}
