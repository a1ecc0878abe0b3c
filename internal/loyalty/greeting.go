package loyalty

import (
	"hash/fnv"
	"strconv"
	"time"
)

// GreetingPause is the minimum time between two invitations of a customer.
const GreetingPause = 30 * 24 * time.Hour

const (
	// EffectDays is the time after an invitation in which a visit counts as its effect.
	EffectDays = 14
	// heldBackOf is the number of customers of whom one is held back.
	heldBackOf = 10
)

// IsHeldBack reports whether a customer is held back from invitations in the quarter of a day. It is random by customer
// and quarter, and stays the same within one.
func IsHeldBack(customerID string, today Day) bool {
	sum := fnv.New64a()
	sum.Write([]byte(today.quarter() + customerID))
	// The middle bits: the lowest ones of FNV depend on few characters.
	return sum.Sum64()>>24%heldBackOf == 0
}

// quarter returns the year and the quarter of a day, as in 2026-1.
func (d Day) quarter() string {
	return d.year() + "-" + strconv.Itoa(int(d.date().Month()-1)/3+1)
}

// GreetingEntry records an invitation to come back, or that a customer was held back from one.
type GreetingEntry struct {
	ID         string
	CustomerID string
	UserID     string  // who wrote; empty: held back
	Absence    Absence // of the customer at that time
	At         time.Time
	Day        Day // of At
}

// HeldBackEntry records that a customer was held back. Its id allows one for each quarter.
func HeldBackEntry(customerID string, absence Absence, at time.Time, day Day) GreetingEntry {
	return GreetingEntry{ID: customerID + "-" + day.quarter(), CustomerID: customerID, Absence: absence, At: at, Day: day}
}

// Until returns the last day on which a visit counts as an effect.
func (e GreetingEntry) Until() Day { return e.Day.Plus(EffectDays) }

// Greeting is a WhatsApp message that staff write themselves.
type Greeting struct {
	Invites bool // an invitation to come back, which is marketing
}

// Refusal returns why a customer may not be greeted, or nil. ErrMayNotGreet: no phone, or an invitation without
// marketing consent. ErrGreetedRecently: an invitation within GreetingPause.
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
