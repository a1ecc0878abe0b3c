package loyalty

import "time"

// EndedQR is a QR that a customer has changed, and that opens nothing any more.
type EndedQR struct {
	ID         string
	CustomerID string // whose record had it
	At         time.Time
}

// Counts reports whether a visit counts for which the QR was scanned at an instant: while
// it was still good.
func (e EndedQR) Counts(scanned time.Time) bool { return scanned.Before(e.At) }
