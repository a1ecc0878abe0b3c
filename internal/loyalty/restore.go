package loyalty

import "time"

// RestoreDecision is about messages held from a restored copy.
type RestoreDecision string

const (
	ReleaseRestored RestoreDecision = "RELEASE"
	DropRestored    RestoreDecision = "DROP"
)

// Restore is a restored copy with its decision.
type Restore struct {
	CopiedAt time.Time // zero: unknown
	At       time.Time // zero: unknown

	Decision  RestoreDecision // empty: undecided
	DecidedBy string          // empty: command line
	DecidedAt time.Time
	Done      bool // applied to all

	// Changed names parts that show a copy; empty after a restore or manual hold.
	Changed string
}

// IsInProgress: decided, not done.
func (r Restore) IsInProgress() bool { return r.Decision != "" && !r.Done }

// Decide records a decision, which may be repeated. Another: ErrRestoredReleased, ErrRestoredDropped. None held:
// ErrNothingRestored.
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
