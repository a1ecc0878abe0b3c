package loyalty

import "time"

// RedemptionUndoWindow is how long the redeeming user can take a redemption back: ten seconds on screen plus a slow
// network.
const RedemptionUndoWindow = 15 * time.Second

// VisitUndoWindow is how long the registering user can undo a visit. Later they may request its removal.
const VisitUndoWindow = 10 * time.Minute

// Limits of visits that waited on an offline device.
const (
	// MaxVisitDelay is the oldest accepted visit: a weekend offline.
	MaxVisitDelay = 72 * time.Hour
	// MinLateDelay is the delay from which a visit is late. The app retries a slow request after 15 seconds.
	MinLateDelay = time.Minute
	// ClockTolerance is the clock difference of a device that is ignored.
	ClockTolerance = 2 * time.Minute
)

// VisitTimes are the scan and send times by the device's clock; both zero if not given.
type VisitTimes struct{ ScannedAt, SentAt time.Time }

// Validate refuses a single time, and a send time before the scan.
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

// HappenedAt returns when a visit took place, at most MaxVisitDelay back. Only the difference of the two times counts,
// so a wrong clock cancels out.
func (t VisitTimes) HappenedAt(received time.Time) time.Time {
	return received.Add(-min(t.delay(), MaxVisitDelay))
}

// delay is in whole milliseconds, like every stored instant.
func (t VisitTimes) delay() time.Duration {
	return t.SentAt.Sub(t.ScannedAt).Truncate(time.Millisecond)
}

// ClockSkew returns how far the device's clock is ahead, 0 within ClockTolerance.
func (t VisitTimes) ClockSkew(received time.Time) time.Duration {
	skew := t.SentAt.Sub(received).Truncate(time.Millisecond)
	if t.SentAt.IsZero() || skew.Abs() <= ClockTolerance {
		return 0
	}
	return skew
}

// Visit is one service of one customer and one stamp on one card, with the terms of that moment as proof.
type Visit struct {
	ID           string
	CustomerID   string
	CardID       string
	At           time.Time     // when the customer came
	ReceivedAt   time.Time     // when it was received; zero: at once
	ClockSkew    time.Duration // how far the device's clock was ahead; zero: right
	Day          Day           // the day of At in the business's time zone
	DaySlot      int64         // 0: the day's visit; above: authorised further ones
	StampNumber  int64         // the card's stamps including this one
	Terms        Terms
	Notes        string
	RegisteredBy string // user id
	AuthorizedBy string // user id; empty for the day's ordinary visit
	DeviceID     string // empty: an unnamed device
	PastDay      bool   // entered by an administrator on a later day; ReceivedAt is that moment

	RemovalRequestedAt time.Time // when its user requested the removal; zero: never
	RemovalRefusedAt   time.Time // when an administrator refused the removal; zero: not
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

// IsLate reports whether another visit may have been registered during the wait.
func (v Visit) IsLate() bool { return v.ReceivedTime().Sub(v.At) >= MinLateDelay }

// AwaitsOwner reports whether the owner must accept the visit: an unnamed device sent it on a later day. Any signed-in
// user may forge its times.
func (v Visit) AwaitsOwner(cameInOn Day) bool {
	return v.DeviceID == "" && !v.PastDay && v.IsLate() && v.Day != cameInOn
}

// MayUndo refuses other users, and everyone after VisitUndoWindow.
func (v Visit) MayUndo(userID string, now time.Time) error {
	switch {
	case v.RegisteredBy != userID:
		return ErrUndoNotYours
	case now.Sub(v.ReceivedTime()) > VisitUndoWindow:
		return ErrUndoTooLate
	}
	return nil
}

// PastDays is how many days back an administrator may enter a visit.
const PastDays = 7

// MiddayOf returns noon of a past day. It refuses today, future days, and days further back than PastDays.
func (b Business) MiddayOf(day Day, now time.Time) (time.Time, error) {
	today := b.DayOf(now)
	if _, ok := ParseDay(string(day)); !ok || day >= today || day < today.Plus(-PastDays) {
		return time.Time{}, InvalidField("day", "Elige un día de los últimos 7, sin contar hoy.")
	}
	return b.StartOf(day).Add(12 * time.Hour), nil
}
