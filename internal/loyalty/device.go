package loyalty

import "time"

const (
	// DeviceCodeLifetime is how long an enrolment code works.
	DeviceCodeLifetime = 10 * time.Minute
	// HandoverPeriod is how long a revoked device may hand over its unsent visits.
	HandoverPeriod = MaxVisitDelay
	// MaxHandoverVisits limits the visits that one device hands over. A device stores as many.
	MaxHandoverVisits = 500
	maxDeviceName     = 60
)

// Device is a browser at a counter with a name given by the owner.
type Device struct {
	ID            string
	BusinessID    string
	Name          string
	CreatedAt     time.Time
	CodeExpiresAt time.Time // zero: the code was used
	EnrolledAt    time.Time // zero: never enrolled
	Contact       Contact   // the latest
	RevokedAt     time.Time // zero: not revoked
}

// Contact is what a device reports when it calls.
type Contact struct {
	At           time.Time
	AppVersion   string
	Waiting      int64     // unsent visits
	WaitingSince time.Time // time of the oldest unsent visit, by the device's clock
}

// IsRevoked reports whether the device was revoked.
func (d Device) IsRevoked() bool { return !d.RevokedAt.IsZero() }

// MayHandOver refuses an active device, which sends visits itself, and one revoked too long ago.
func (d Device) MayHandOver(now time.Time) error {
	if !d.IsRevoked() || now.Sub(d.RevokedAt) > HandoverPeriod {
		return ErrHandoverClosed
	}
	return nil
}

// CleanDeviceName returns a one-line device name, or a validation error.
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

// HandoverVisit is a visit that waits for the owner's decision: from a revoked device, or late from an unnamed one
// (Visit.AwaitsOwner).
type HandoverVisit struct {
	ID         string
	DeviceID   string // empty: an unnamed device
	Key        string // the idempotency key of every try
	CustomerID string // scanned: the id in the QR; typed phone: the matching customer, empty for none
	QRRevoked  bool   // the customer had changed the QR before
	Phone      string // as typed, when no QR was scanned
	Name       string // the customer's name as the device knew it
	Notes      string
	Authorized bool
	ScannedBy  string          // user id; empty: unknown
	At         time.Time       // when it happened
	ReceivedAt time.Time       // when it was handed over
	ClockSkew  time.Duration   // as in Visit
	Outcome    HandoverOutcome // empty: undecided
	VisitID    string
	SettledAt  time.Time
	SettledBy  string // user id
}

// HandoverOutcome is the owner's decision about a handed-over visit.
type HandoverOutcome string

// The outcomes.
const (
	HandoverRegistered HandoverOutcome = "REGISTERED"
	HandoverSettled    HandoverOutcome = "SETTLED" // the day already had a visit
	HandoverDiscarded  HandoverOutcome = "DISCARDED"
)

// Action returns the audit action of the outcome.
func (o HandoverOutcome) Action() Action {
	switch o {
	case HandoverRegistered:
		return ActionHandoverRegistered
	case HandoverSettled:
		return ActionHandoverSettled
	}
	return ActionHandoverDiscarded
}
