package loyalty

import "time"

// RevokedQR is a former QR and opens nothing.
type RevokedQR struct {
	ID         string
	CustomerID string
	At         time.Time
}

// CountsScanAt reports whether the scan came before the change.
func (e RevokedQR) CountsScanAt(scanned time.Time) bool { return scanned.Before(e.At) }
