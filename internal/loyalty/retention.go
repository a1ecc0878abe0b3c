package loyalty

import "time"

// How long records are kept: the periods that the privacy policy names.
const (
	commercialYears  = 6 // what commercial and accounting law asks for
	advertisingYears = 3 // advertising and consent

	// EventRetention is for how long events are kept: a counter asks for those of a week, and a
	// subscriber may be away for a month before it has to begin anew.
	EventRetention = 30 * 24 * time.Hour

	handoverRetention = 30 * 24 * time.Hour // the trail says what came of it; the rest is for whoever asks at once
)

// ErasedFamilyName stands in the place of the name of a family that was deleted
// long ago.
const ErasedFamilyName = "Familia borrada"

// Retention is from when on records are kept.
type Retention struct {
	Commercial     time.Time // customers who were active since, free texts, the audit trail
	Advertising    time.Time // messages, consents that do not stand any more
	Blocked        time.Time // customers and families who were archived since
	Merges         time.Time // what it takes to undo a merge
	Texts          time.Time // what customers wrote by WhatsApp
	Discarded      time.Time // registrations that were discarded since
	Events         time.Time // what portals, passes and counters follow
	HandoverVisits time.Time // visits that a device handed over and about which somebody decided
}

// NewRetention is what is kept at an instant. What is from just then, or before,
// is not.
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
	}
}

// silentYears is for how long a customer is silent before their phone may be somebody else's:
// operators hand out a number again after some months.
const silentYears = 1

// SilentSince is the instant since which there has to be a sign of life of a customer for their
// phone alone to open their card.
func SilentSince(now time.Time) time.Time { return yearsBefore(now, silentYears) }

// yearsBefore is the last instant from which so many years have passed: on
// 29 February, the 28th of a year that has none.
func yearsBefore(now time.Time, years int) time.Time {
	before := now.AddDate(-years, 0, 0)
	if before.Day() != now.Day() {
		before = before.AddDate(0, 0, -1)
	}
	return before
}
