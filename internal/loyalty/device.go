package loyalty

import "time"

const (
	// DeviceCodeLifetime is how long the code works with which a device is named.
	DeviceCodeLifetime = 10 * time.Minute
	// HandoverPeriod is how long a device that was revoked may hand over what it had
	// still to send: as long as a visit may wait.
	HandoverPeriod = MaxVisitDelay
	// MaxHandoverVisits is how many visits one device may hand over: as many as one keeps.
	MaxHandoverVisits = 500
	// maxDeviceName fits a tile of the list.
	maxDeviceName = 60
)

// Device is a browser at a counter that the owner has named.
type Device struct {
	ID            string
	BusinessID    string
	Name          string
	CreatedAt     time.Time
	CodeExpiresAt time.Time // zero: its code was used
	EnrolledAt    time.Time // zero: it was never used
	Contact       Contact   // the last
	RevokedAt     time.Time // zero: it may work
}

// Contact is what a device says of itself when it calls.
type Contact struct {
	At           time.Time
	AppVersion   string
	Waiting      int64     // visits that it has still to send
	WaitingSince time.Time // when the oldest of them happened, by its clock
}

// IsRevoked reports whether the device may not work any more.
func (d Device) IsRevoked() bool { return !d.RevokedAt.IsZero() }

// MayHandOver refuses what a device hands over that was not revoked, which sends it
// itself, or too long ago.
func (d Device) MayHandOver(now time.Time) error {
	if !d.IsRevoked() || now.Sub(d.RevokedAt) > HandoverPeriod {
		return ErrHandoverClosed
	}
	return nil
}

// CleanDeviceName returns a device's name in one line, or a validation error.
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

// HandoverVisit is a visit about which the owner decides: a revoked device had still to
// send it, or it came late from a device without a name (Visit.AwaitsOwner).
type HandoverVisit struct {
	ID         string
	DeviceID   string // empty: of a device without a name
	Key        string // that of every try to register it
	CustomerID string // whose QR was scanned, of a QR of nobody's what it says; with a phone: whom it means, empty when nobody
	QRRevoked  bool   // she had changed the QR by then
	Phone      string // as typed, where she was not scanned
	Name       string // whose it is, so far as the device knew
	Notes      string
	Authorized bool
	ScannedBy  string          // user id; empty: not known
	At         time.Time       // when it happened
	ReceivedAt time.Time       // when it was handed over
	ClockSkew  time.Duration   // as of a Visit
	Outcome    HandoverOutcome // empty: nobody has decided
	VisitID    string
	SettledAt  time.Time
	SettledBy  string // user id
}

// HandoverOutcome is what came of a visit that was handed over.
type HandoverOutcome string

// What comes of visits that were handed over.
const (
	HandoverRegistered HandoverOutcome = "REGISTERED"
	HandoverSettled    HandoverOutcome = "SETTLED" // a visit stood already
	HandoverDiscarded  HandoverOutcome = "DISCARDED"
)

// Action is what the audit trail calls the outcome.
func (o HandoverOutcome) Action() Action {
	switch o {
	case HandoverRegistered:
		return ActionHandoverRegistered
	case HandoverSettled:
		return ActionHandoverSettled
	}
	return ActionHandoverDiscarded
}
