package loyalty

import "time"

// RevokedQR is an ended QR. It opens nothing.
type RevokedQR struct {
	ID         string
	CustomerID string
	At         time.Time
}

// CountsScanAt means scanned before the end.
func (e RevokedQR) CountsScanAt(scanned time.Time) bool { return scanned.Before(e.At) }
