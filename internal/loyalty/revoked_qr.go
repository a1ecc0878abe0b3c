package loyalty

import "time"

// RevokedQR is a former QR of a customer. It opens nothing.
type RevokedQR struct {
	ID         string
	CustomerID string // the former holder
	At         time.Time
}

// CountsScanAt reports whether a scan at this instant counts: it happened before the QR was changed.
func (e RevokedQR) CountsScanAt(scanned time.Time) bool { return scanned.Before(e.At) }
