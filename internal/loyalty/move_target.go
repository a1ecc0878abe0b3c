package loyalty

import "time"

// MoveTarget says where data are served instead of here: "axioma move" has copied them there, or
// a restore has put others into their place.
type MoveTarget struct {
	Location string // as an operator calls it, without passwords
	At       time.Time
}

// IsZero reports whether the data are served here.
func (m MoveTarget) IsZero() bool { return m.Location == "" }
