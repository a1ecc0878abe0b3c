package loyalty

import "time"

// Periods of the privacy policy.
const (
	commercialYears  = 6 // commercial and accounting law
	advertisingYears = 3 // advertising and consent
	signInYears      = 1

	// EventRetention is how long subscribers can be offline without a snapshot.
	EventRetention = 30 * 24 * time.Hour

	handoverRetention = 30 * 24 * time.Hour // the audit trail has the outcome
)

// ErasedFamilyName replaces names after blockedYears.
const ErasedFamilyName = "Familia borrada"

// Retention has the instants up to which data are removed.
type Retention struct {
	Commercial             time.Time // activity, free texts, audit trail
	Advertising            time.Time // messages, replaced consents
	BlockedRecords         time.Time // archived customers and families
	Merges                 time.Time // undo data
	Texts                  time.Time
	DiscardedRegistrations time.Time
	Events                 time.Time
	HandoverVisits         time.Time
	SignIns                time.Time
}

// NewRetention returns the limits. Data at a limit are removed.
func NewRetention(now time.Time) Retention {
	return Retention{
		Commercial:             yearsBefore(now, commercialYears),
		Advertising:            yearsBefore(now, advertisingYears),
		BlockedRecords:         yearsBefore(now, blockedYears),
		Merges:                 now.Add(-MergeUndoPeriod),
		Texts:                  now.Add(-CustomerTextRetention),
		DiscardedRegistrations: now.Add(-DiscardUndoPeriod),
		Events:                 now.Add(-EventRetention),
		HandoverVisits:         now.Add(-handoverRetention),
		SignIns:                yearsBefore(now, signInYears),
	}
}

// silentYears is the silence after which a phone may be reassigned: companies do so some months after a contract ends.
const silentYears = 1

// SilentSince returns the start of the period in which a customer needs activity. Without activity in it, a phone alone
// does not open the card.
func SilentSince(now time.Time) time.Time { return yearsBefore(now, silentYears) }

// yearsBefore turns 29 February into the 28th.
func yearsBefore(now time.Time, years int) time.Time {
	before := now.AddDate(-years, 0, 0)
	if before.Day() != now.Day() {
		before = before.AddDate(0, 0, -1)
	}
	return before
}
