package loyalty

import "time"

const (
	// DeviceCodeLifetime is how long an enrolment code works.
	DeviceCodeLifetime = 10 * time.Minute
	// HandoverPeriod is how long a revoked device may hand over unsent visits.
	HandoverPeriod = MaxVisitDelay
	// MaxHandoverVisits is the limit per device, which stores no more.
	MaxHandoverVisits = 500
	maxDeviceName     = 60
)

// Device is a counter's browser, named by the owner.
type Device struct {
	ID            string
	BusinessID    string
	Name          string
	CreatedAt     time.Time
	CodeExpiresAt time.Time // zero: the code was used
	EnrolledAt    time.Time
	Contact       Contact
	RevokedAt     time.Time
}

// Contact has the facts that a device reports with a request.
type Contact struct {
	At           time.Time
	AppVersion   string
	Waiting      int64
	WaitingSince time.Time // oldest unsent visit, by the device's clock
}

// IsRevoked reports whether the owner revoked the device.
func (d Device) IsRevoked() bool { return !d.RevokedAt.IsZero() }

// MayHandOver returns nil for a device revoked within HandoverPeriod, else ErrHandoverClosed.
func (d Device) MayHandOver(now time.Time) error {
	if !d.IsRevoked() || now.Sub(d.RevokedAt) > HandoverPeriod {
		return ErrHandoverClosed
	}
	return nil
}

// CleanDeviceName returns a one-line name, or a validation error.
func CleanDeviceName(text string) (string, error) {
	clean, fault := cleanName(text)
	if len([]rune(clean)) > maxDeviceName {
		fault = faultLong
	}
	if fault == "" && clean == "" {
		fault = "Escribe un nombre para reconocer el dispositivo."
	}
	if fault != "" {
		return "", InvalidField("name", fault)
	}
	return clean, nil
}

// HandoverVisit awaits the owner's decision: from a revoked device, or late from an unnamed one (Visit.AwaitsOwner).
type HandoverVisit struct {
	ID         string
	DeviceID   string // empty: unnamed device
	Key        string // idempotency key
	CustomerID string // the QR's id if it is unknown or ended; empty for a phone of no single customer
	QRRevoked  bool   // before the scan
	Phone      string // as typed
	Name       string
	Notes      string
	Authorized bool
	ScannedBy  string
	ServedBy   string // see Visit; empty: ScannedBy
	At         time.Time
	ReceivedAt time.Time
	ClockSkew  time.Duration // see Visit
	Outcome    HandoverOutcome
	VisitID    string
	SettledAt  time.Time
	SettledBy  string
}

// HandoverOutcome is the owner's decision.
type HandoverOutcome string

// Outcomes.
const (
	HandoverRegistered HandoverOutcome = "REGISTERED"
	HandoverSettled    HandoverOutcome = "SETTLED"
	HandoverDiscarded  HandoverOutcome = "DISCARDED"
)

// Action returns the outcome's audit action.
func (o HandoverOutcome) Action() Action {
	switch o {
	case HandoverRegistered:
		return ActionHandoverRegistered
	case HandoverSettled:
		return ActionHandoverSettled
	}
	return ActionHandoverDiscarded
}
