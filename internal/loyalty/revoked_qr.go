package loyalty

import "time"

// RevokedQR is an ended QR. It opens nothing.
type RevokedQR struct {
	ID         string
	CustomerID string
	At         time.Time
}

// CountsScanAt reports whether a scan came before the QR ended.
func (e RevokedQR) CountsScanAt(scannedAt time.Time) bool { return scannedAt.Before(e.At) }
