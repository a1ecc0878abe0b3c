package loyalty

import "time"

// RedemptionUndoWindow allows ten seconds on screen and a slow network.
const RedemptionUndoWindow = 15 * time.Second

// VisitUndoWindow is how long a user can undo their own visit. Later they can request its removal.
const VisitUndoWindow = 10 * time.Minute

// Limits of visits that waited on an offline device.
const (
	// MaxVisitDelay allows a weekend offline. Older visits count at the limit.
	MaxVisitDelay = 72 * time.Hour
	// MaxScanAge is the limit of ScanTime, by which a visit that waits for the owner is dated.
	MaxScanAge = 30 * 24 * time.Hour
	// MinLateDelay makes a visit late. The app retries a slow request after 15 seconds.
	MinLateDelay = time.Minute
	// ClockTolerance is the ignored difference of clocks.
	ClockTolerance = 2 * time.Minute
)

// VisitTimes are by the device's clock; both zero if not given.
type VisitTimes struct{ ScannedAt, SentAt time.Time }

// Validate refuses a single time, and sending before the scan.
func (t VisitTimes) Validate() error {
	c := validator{}
	switch {
	case t.ScannedAt.IsZero() && !t.SentAt.IsZero():
		c.refuse("scannedAt", "Falta este dato: va junto con la hora de envío.")
	case t.SentAt.IsZero() && !t.ScannedAt.IsZero():
		c.refuse("sentAt", "Falta este dato: va junto con la hora de lectura.")
	case t.SentAt.Before(t.ScannedAt):
		c.refuse("sentAt", "El envío no puede ser anterior a la lectura.")
	}
	return c.err()
}

// HappenedAt returns when the visit happened, at most MaxVisitDelay ago. Only the difference of the times matters, so a
// wrong clock has no effect.
func (t VisitTimes) HappenedAt(receivedAt time.Time) time.Time {
	return receivedAt.Add(-min(t.delay(), MaxVisitDelay))
}

// ScanTime returns when the QR was scanned, at most MaxScanAge ago.
func (t VisitTimes) ScanTime(receivedAt time.Time) time.Time {
	return receivedAt.Add(-min(t.delay(), MaxScanAge))
}

// UnlimitedScanTime returns when the QR was scanned, without a limit. It serves to find a visit of the same scan.
func (t VisitTimes) UnlimitedScanTime(receivedAt time.Time) time.Time {
	return receivedAt.Add(-t.delay())
}

// ExceedsMaxDelay reports whether the visit waited longer than MaxVisitDelay.
func (t VisitTimes) ExceedsMaxDelay() bool { return t.delay() > MaxVisitDelay }

func (t VisitTimes) delay() time.Duration {
	return t.SentAt.Sub(t.ScannedAt).Truncate(time.Millisecond)
}

// ClockSkew returns how far the clock is ahead; 0 within ClockTolerance.
func (t VisitTimes) ClockSkew(receivedAt time.Time) time.Duration {
	skew := t.SentAt.Sub(receivedAt).Truncate(time.Millisecond)
	if t.SentAt.IsZero() || skew.Abs() <= ClockTolerance {
		return 0
	}
	return skew
}

// Visit is one service and one stamp, with that moment's terms as proof.
type Visit struct {
	ID           string
	CustomerID   string
	CardID       string
	At           time.Time
	ReceivedAt   time.Time     // zero: at once
	ClockSkew    time.Duration // how far the device's clock was ahead
	Day          Day
	DaySlot      int64 // 0: first visit of the day; above: authorized further visits
	StampNumber  int64 // including this one
	Terms        Terms
	Notes        string
	RegisteredBy string
	ServedBy     string // did the service; empty: RegisteredBy
	AuthorizedBy string
	DeviceID     string
	PastDay      bool // true: an administrator entered the visit at ReceivedAt

	RemovalRequestedAt time.Time
	RemovalRefusedAt   time.Time
}

// AwaitsRemoval reports whether a removal request is undecided.
func (v Visit) AwaitsRemoval() bool {
	return !v.RemovalRequestedAt.IsZero() && v.RemovalRefusedAt.IsZero()
}

// ReceivedTime returns when the visit was received.
func (v Visit) ReceivedTime() time.Time {
	if v.ReceivedAt.IsZero() {
		return v.At
	}
	return v.ReceivedAt
}

// IsLate reports whether the visit arrived MinLateDelay or more after it happened. Another visit may have been
// registered in between.
func (v Visit) IsLate() bool { return v.ReceivedTime().Sub(v.At) >= MinLateDelay }

// AwaitsOwner reports whether an unnamed device sent the visit on a later day. Then any signed-in user could forge its
// times.
func (v Visit) AwaitsOwner(cameInOn Day) bool {
	return v.DeviceID == "" && !v.PastDay && v.IsLate() && v.Day != cameInOn
}

// MayUndo returns nil for the user who registered the visit, within VisitUndoWindow. Errors: ErrUndoNotYours,
// ErrUndoTooLate.
func (v Visit) MayUndo(userID string, now time.Time) error {
	switch {
	case v.RegisteredBy != userID:
		return ErrUndoNotYours
	case now.Sub(v.ReceivedTime()) > VisitUndoWindow:
		return ErrUndoTooLate
	}
	return nil
}

// MayChangeServedBy returns nil for admin level and, within VisitUndoWindow, for the registering user.
func (v Visit) MayChangeServedBy(userID string, role Role, now time.Time) error {
	if role.IsAdminLevel() || v.MayUndo(userID, now) == nil {
		return nil
	}
	return ErrServedByTooLate
}

// PastDays is how many days back administrators may enter visits.
const PastDays = 7

// MiddayOf returns noon (an hour off when clocks change) of a past day, at most PastDays ago. It refuses others.
func (b Business) MiddayOf(day Day, now time.Time) (time.Time, error) {
	today := b.DayOf(now)
	if _, ok := ParseDay(string(day)); !ok || day >= today || day < today.Plus(-PastDays) {
		return time.Time{}, InvalidField("day", "Elige un día de los últimos 7, sin contar hoy.")
	}
	return b.StartOf(day).Add(12 * time.Hour).UTC(), nil
}
