package loyalty

import "time"

// RedemptionUndoWindow is how long a redemption can be taken back at once by the user who did
// it: the ten seconds that the screen offers, and what a slow network takes.
const RedemptionUndoWindow = 15 * time.Second

// VisitUndoWindow is how long a visit can be undone by the user who registered it.
// Later they may ask for its removal.
const VisitUndoWindow = 10 * time.Minute

// How long a visit may wait on a device that has no network, and what is said
// of one that waited.
const (
	// MaxVisitDelay is how far back a visit may lie: a weekend without network. The
	// counter stops scanning after it. Other programs for counters allow from one
	// day to seven.
	MaxVisitDelay = 72 * time.Hour
	// MinLateDelay is from when on a visit is called late. A slow network takes
	// less: the app gives a request up after 15 seconds and sends it again.
	MinLateDelay = time.Minute
	// ClockTolerance is how far a device's clock may be off without a word about it:
	// no stamp's day is doubtful for two minutes.
	ClockTolerance = 2 * time.Minute
)

// VisitTimes are when a visit was scanned and when it was sent, both by the clock
// of the device; zero for one that says neither.
type VisitTimes struct{ ScannedAt, SentAt time.Time }

// Validate refuses one time without the other, and a visit that was sent before
// it was scanned.
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

// HappenedAt is when a visit that came in at an instant took place: only what lies
// between the two times counts, so that a wrong clock cancels out. It lies at most
// LongestWait back.
func (t VisitTimes) HappenedAt(received time.Time) time.Time {
	return received.Add(-min(t.delay(), MaxVisitDelay))
}

// delay is in whole milliseconds, like every instant that is kept.
func (t VisitTimes) delay() time.Duration {
	return t.SentAt.Sub(t.ScannedAt).Truncate(time.Millisecond)
}

// ClockSkew is how far the device's clock was ahead when the visit came in, and
// zero for a RightClock.
func (t VisitTimes) ClockSkew(received time.Time) time.Duration {
	skew := t.SentAt.Sub(received).Truncate(time.Millisecond)
	if t.SentAt.IsZero() || skew.Abs() <= ClockTolerance {
		return 0
	}
	return skew
}

// Visit is one service of one customer. It has put one stamp on one card and
// keeps the terms of that moment, so that what it earned can be proved later.
type Visit struct {
	ID           string
	CustomerID   string
	CardID       string
	At           time.Time     // when she was there
	ReceivedAt   time.Time     // when it came in; zero: at once
	ClockSkew    time.Duration // how far the device's clock was ahead; zero: it was right
	Day          Day           // the day of At in the business's time zone
	DaySlot      int64         // 0: the day's visit; above: authorised further ones
	StampNumber  int64         // the stamps on the card with this one
	Terms        Terms
	Notes        string
	RegisteredBy string // user id
	AuthorizedBy string // user id; empty for the day's ordinary visit
	DeviceID     string // empty: of a browser without a name
	PastDay      bool   // entered by an administrator on a later day; ReceivedAt is that moment

	RemovalRequestedAt time.Time // when the user who registered it asked for its removal; zero: never
	RemovalRefusedAt   time.Time // when an administrator refused that; zero: not
}

// AwaitsRemoval reports whether its removal was asked for and nothing was decided.
func (v Visit) AwaitsRemoval() bool {
	return !v.RemovalRequestedAt.IsZero() && v.RemovalRefusedAt.IsZero()
}

// ReceivedTime is when the visit came in.
func (v Visit) ReceivedTime() time.Time {
	if v.ReceivedAt.IsZero() {
		return v.At
	}
	return v.ReceivedAt
}

// IsLate reports whether the visit had waited on a device, for so long that another
// may have registered it meanwhile.
func (v Visit) IsLate() bool { return v.ReceivedTime().Sub(v.At) >= MinLateDelay }

// AwaitsOwner reports whether the visit counts only once the owner accepts it: it waited
// on a device since an earlier day than it came in, and nobody vouches for that device,
// which has no name. The times are the device's word, and anyone who is signed in may
// make them up.
func (v Visit) AwaitsOwner(cameInOn Day) bool {
	return v.DeviceID == "" && !v.PastDay && v.IsLate() && v.Day != cameInOn
}

// MayUndo refuses to undo the visit to whoever did not register it, and to
// everybody when too much time has passed.
func (v Visit) MayUndo(userID string, now time.Time) error {
	switch {
	case v.RegisteredBy != userID:
		return ErrUndoNotYours
	case now.Sub(v.ReceivedTime()) > VisitUndoWindow:
		return ErrUndoTooLate
	}
	return nil
}

// PastDays is how many days back an administrator may enter a visit of a customer who was not scanned.
const PastDays = 7

// MiddayOf returns when a visit of a past day is taken to have happened: at noon of that day. It refuses
// today, the days to come, and days further back than PastDays.
func (b Business) MiddayOf(day Day, now time.Time) (time.Time, error) {
	today := b.DayOf(now)
	if _, ok := ParseDay(string(day)); !ok || day >= today || day < today.Plus(-PastDays) {
		return time.Time{}, InvalidField("day", "Elige un día de los últimos 7, sin contar hoy.")
	}
	return b.StartOf(day).Add(12 * time.Hour), nil
}
