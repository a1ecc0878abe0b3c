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
	EffectDays           = 14
	customersPerHeldBack = 10
)

// IsHeldBack reports whether a customer is held back: at random, but constant within a quarter.
func IsHeldBack(customerID string, today Day) bool {
	sum := fnv.New64a()
	sum.Write([]byte(today.quarter() + customerID))
	// The lowest bits of FNV depend on few characters.
	return sum.Sum64()>>24%customersPerHeldBack == 0
}

func (d Day) quarter() string {
	return d.year() + "-" + strconv.Itoa(int(d.date().Month()-1)/3+1)
}

// GreetingEntry records an invitation, or a held-back customer.
type GreetingEntry struct {
	ID         string
	CustomerID string
	UserID     string // empty: held back
	Absence    Absence
	At         time.Time
	Day        Day
}

// HeldBackEntry returns an entry whose id is unique per customer and quarter.
func HeldBackEntry(customerID string, absence Absence, at time.Time, day Day) GreetingEntry {
	return GreetingEntry{ID: customerID + "-" + day.quarter(), CustomerID: customerID, Absence: absence, At: at, Day: day}
}

// Until returns the last day of the effect.
func (e GreetingEntry) Until() Day { return e.Day.Plus(EffectDays) }

// Greeting is written by the staff.
type Greeting struct {
	Invites bool // to come back: marketing
}

// GreetingState says whether staff may greet, or why not.
type GreetingState string

// States of greetings.
const (
	GreetNow        GreetingState = "NOW"
	GreetNoPhone    GreetingState = "NO_PHONE"
	GreetMinor      GreetingState = "MINOR"
	GreetUnverified GreetingState = "UNVERIFIED_PHONE"
	GreetNoConsent  GreetingState = "NO_CONSENT"
	GreetRecent     GreetingState = "INVITED"
	GreetHeldBack   GreetingState = "HELD_BACK"
)

// Refusal returns nil if the greeting is allowed.
func (s GreetingState) Refusal() error {
	switch s {
	case GreetNow:
		return nil
	case GreetRecent:
		return ErrGreetedRecently
	case GreetHeldBack:
		return ErrGreetingHeldBack
	}
	return ErrMayNotGreet
}

// Greetee has the facts that decide whether a customer may be greeted.
type Greetee struct {
	Customer
	Absence         Absence // empty: not absent
	Accepts         MessagingConsents
	RefusesWhatsApp bool // false if never asked
}

// Addressing returns the greeting to a customer: to an absent one, it is an invitation.
func (g Greeting) Addressing(to Greetee) Greeting {
	return Greeting{Invites: g.Invites || to.Absence != ""}
}

// State decides whether a customer may be greeted. An invitation needs a verified phone, consent to marketing and no
// invitation within GreetingPause. Held-back customers get none.
func (g Greeting) State(to Greetee, business Business, now time.Time) GreetingState {
	today := business.DayOf(now)
	invites := g.Addressing(to).Invites
	switch {
	case to.Phone == "":
		return GreetNoPhone
	case !invites && to.RefusesWhatsApp:
		return GreetNoConsent
	case !invites:
		return GreetNow
	case to.IsMinor(today):
		return GreetMinor
	case to.PhoneUnverified:
		return GreetUnverified
	case !to.Accepts.WhatsApp || !to.Accepts.Marketing:
		return GreetNoConsent
	case !to.GreetedAt.IsZero() && now.Before(to.GreetedAt.Add(GreetingPause)):
		return GreetRecent
	case business.HoldBack && to.Absence != "" && IsHeldBack(to.ID, today):
		return GreetHeldBack
	}
	return GreetNow
}
