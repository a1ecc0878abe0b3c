package loyalty

import (
	"hash/fnv"
	"strconv"
	"time"
)

// GreetingPause is the minimum time between two invitations.
const GreetingPause = 30 * 24 * time.Hour

// GreetingUndoTime is how long staff can undo a greeting that they did not send.
const GreetingUndoTime = 24 * time.Hour

// GreetingUndoableUntil returns when undoing a greeting ends, or zero for no greeting.
func GreetingUndoableUntil(greetedAt time.Time) time.Time {
	if greetedAt.IsZero() {
		return time.Time{}
	}
	return greetedAt.Add(GreetingUndoTime)
}

const (
	// EffectDays is for how many days after an invitation a visit counts as its effect.
	EffectDays = 14
	// One customer of heldBackOf is held back.
	heldBackOf = 10
)

// IsHeldBack reports whether a customer is held back. It is random by customer and quarter, and constant within a
// quarter.
func IsHeldBack(customerID string, today Day) bool {
	sum := fnv.New64a()
	sum.Write([]byte(today.quarter() + customerID))
	// The middle bits, because the lowest of FNV depend on few characters.
	return sum.Sum64()>>24%heldBackOf == 0
}

func (d Day) quarter() string {
	return d.year() + "-" + strconv.Itoa(int(d.date().Month()-1)/3+1)
}

// GreetingEntry records an invitation, or that a customer was held back.
type GreetingEntry struct {
	ID         string
	CustomerID string
	UserID     string // empty: held back
	Absence    Absence
	At         time.Time
	Day        Day
}

// HeldBackEntry returns an entry whose id allows one per quarter.
func HeldBackEntry(customerID string, absence Absence, at time.Time, day Day) GreetingEntry {
	return GreetingEntry{ID: customerID + "-" + day.quarter(), CustomerID: customerID, Absence: absence, At: at, Day: day}
}

// Until returns the last day of the effect.
func (e GreetingEntry) Until() Day { return e.Day.Plus(EffectDays) }

// Greeting is a message that staff write themselves.
type Greeting struct {
	Invites bool // to come back; such a message is marketing
}

// Refusal returns nil if the greeting is allowed, ErrMayNotGreet without a phone or, for an invitation, without
// marketing consent, or ErrGreetedRecently within GreetingPause of an invitation.
func (g Greeting) Refusal(customer Customer, accepts MessagingConsents, today Day, now time.Time) error {
	switch {
	case customer.Phone == "":
		return ErrMayNotGreet
	case !g.Invites:
		return nil
	case !accepts.WhatsApp || !accepts.Marketing || customer.IsMinor(today):
		return ErrMayNotGreet
	case !customer.GreetedAt.IsZero() && now.Before(customer.GreetedAt.Add(GreetingPause)):
		return ErrGreetedRecently
	}
	return nil
}
