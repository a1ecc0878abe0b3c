package loyalty

// Rhythm is how often somebody used to come, read off the last days she came
// on.
type Rhythm struct {
	First Day // of those days
	Last  Day
	Days  int // how many they are
}

const (
	// RhythmDays is how many of the last days make the rhythm: habits change. The
	// store keeps rhythms of so many: with another number they are to be forgotten.
	RhythmDays = 10
	// MinRhythmDays is from how many on there is a rhythm at all.
	MinRhythmDays = 3
	// MaxSilenceDays is how many days nobody is missed, however often she used
	// to come.
	MaxSilenceDays = 30
)

// UsualGap is how many days lay between two visits, rounded.
func (r Rhythm) UsualGap() int {
	if r.Days < 2 {
		return 0
	}
	gaps := r.Days - 1
	return (r.Last.Since(r.First) + gaps/2) / gaps
}

// IsBroken reports whether she has stopped coming: she has not been here for
// more than LongestSilence days, and for more than twice her usual gap.
func (r Rhythm) IsBroken(today Day) bool {
	silence := today.Since(r.Last)
	return r.Days >= MinRhythmDays && silence > MaxSilenceDays && silence*(r.Days-1) > 2*r.Last.Since(r.First)
}
