package loyalty

import "time"

// MoveTarget is where data went by "axioma move" or a restore.
type MoveTarget struct {
	Location string // without passwords
	At       time.Time
}

// IsZero: served here.
func (m MoveTarget) IsZero() bool { return m.Location == "" }
