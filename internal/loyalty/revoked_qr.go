package loyalty

import "time"

// RevokedQR is a QR that a customer has changed, and that opens nothing any more.
type RevokedQR struct {
	ID         string
	CustomerID string // whose record had it
	At         time.Time
}

// CountsScanAt reports whether a visit counts for which the QR was scanned at an instant: while
// it was still good.
func (e RevokedQR) CountsScanAt(scanned time.Time) bool { return scanned.Before(e.At) }
