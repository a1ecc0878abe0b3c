package loyalty

import "time"

// MoveTarget is where data are served after "axioma move" or a restore in another place.
type MoveTarget struct {
	Location string // as an operator writes it, without passwords
	At       time.Time
}

// IsZero reports whether the data are served here.
func (m MoveTarget) IsZero() bool { return m.Location == "" }
