package loyalty

import "time"

// RestoreDecision is what becomes of the held messages after a restore.
type RestoreDecision string

// Send the held messages, or drop them.
const (
	ReleaseRestored RestoreDecision = "RELEASE"
	DropRestored    RestoreDecision = "DROP"
)

// Restore is a restored copy with its decision.
type Restore struct {
	CopiedAt time.Time
	At       time.Time

	Decision  RestoreDecision
	DecidedBy string // empty: command line
	DecidedAt time.Time
	Done      bool // applied to all messages

	// Changes has the installation's differing parts; empty after a restore, or if the operator held the messages.
	Changes string
}

// IsInProgress reports whether a decision is not yet applied to all messages.
func (r Restore) IsInProgress() bool { return r.Decision != "" && !r.Done }

// Decide records a decision, which may be repeated. It returns ErrRestoredReleased or ErrRestoredDropped after the
// other decision, and ErrNothingRestored if no message is held.
func (r Restore) Decide(decision RestoreDecision, by string, at time.Time, holds bool) (Restore, error) {
	open := holds && !r.IsInProgress()
	switch {
	case open:
		r.Decision, r.DecidedBy, r.DecidedAt, r.Done = decision, by, at, false
		return r, nil
	case r.Decision == decision:
		return r, nil
	case r.Decision == ReleaseRestored:
		return r, ErrRestoredReleased
	case r.Decision == DropRestored:
		return r, ErrRestoredDropped
	}
	return r, ErrNothingRestored
}
