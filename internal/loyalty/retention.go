package loyalty

import "time"

// Retention periods of the privacy policy.
const (
	commercialYears  = 6 // commercial and accounting law
	advertisingYears = 3 // advertising and consent
	signInYears      = 1 // counts of refused sign-ins

	// A subscriber may be offline for EventRetention before it must start from a snapshot.
	EventRetention = 30 * 24 * time.Hour

	handoverRetention = 30 * 24 * time.Hour // the audit trail keeps the outcome
)

// ErasedFamilyName replaces the name of a family deleted long ago.
const ErasedFamilyName = "Familia borrada"

// Retention holds the instants before which records are removed.
type Retention struct {
	Commercial     time.Time // activity of customers, free texts, audit trail
	Advertising    time.Time // messages, replaced consents
	Blocked        time.Time // archived customers and families
	Merges         time.Time // data for undoing merges
	Texts          time.Time // texts from customers
	Discarded      time.Time // discarded registrations
	Events         time.Time // events
	HandoverVisits time.Time // decided handed-over visits
	SignIns        time.Time // counts of refused sign-ins
}

// NewRetention returns the limits at an instant. Records at or before a limit are removed.
func NewRetention(now time.Time) Retention {
	return Retention{
		Commercial:     yearsBefore(now, commercialYears),
		Advertising:    yearsBefore(now, advertisingYears),
		Blocked:        yearsBefore(now, blockedYears),
		Merges:         now.Add(-MergeUndoPeriod),
		Texts:          now.Add(-CustomerTextRetention),
		Discarded:      now.Add(-DiscardUndoPeriod),
		Events:         now.Add(-EventRetention),
		HandoverVisits: now.Add(-handoverRetention),
		SignIns:        yearsBefore(now, signInYears),
	}
}

// Operators reassign numbers after some months of silence.
const silentYears = 1

// SilentSince returns the instant since which a customer needs activity for the phone alone to open the card.
func SilentSince(now time.Time) time.Time { return yearsBefore(now, silentYears) }

// yearsBefore returns the instant years ago. 29 February becomes the 28th.
func yearsBefore(now time.Time, years int) time.Time {
	before := now.AddDate(-years, 0, 0)
	if before.Day() != now.Day() {
		before = before.AddDate(0, 0, -1)
	}
	return before
}
