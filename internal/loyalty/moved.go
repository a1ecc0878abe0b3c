package loyalty

import "time"

// MovedTo says where data are served instead of here: "axioma move" has copied them there, or
// a restore has put others into their place.
type MovedTo struct {
	Place string // as an operator calls it, without passwords
	At    time.Time
}

// IsZero reports whether the data are served here.
func (m MovedTo) IsZero() bool { return m.Place == "" }
