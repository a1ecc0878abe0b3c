package loyalty

import "time"

// MoveTarget is where the data are served after "axioma move" or a restore.
type MoveTarget struct {
	Location string // without passwords
	At       time.Time
}

// IsZero reports whether the data are served here.
func (m MoveTarget) IsZero() bool { return m.Location == "" }
