package loyalty

import "time"

// RestoreDecision is what happens to messages held from a restored copy.
type RestoreDecision string

// The decisions.
const (
	ReleaseRestored RestoreDecision = "RELEASE" // send them
	DropRestored    RestoreDecision = "DROP"    // drop them
)

// Restore describes a restored copy and the decision about its messages.
type Restore struct {
	CopiedAt time.Time // when the copy was made; zero: unknown
	At       time.Time // when it was restored; zero: unknown

	Decision  RestoreDecision // empty: undecided
	DecidedBy string          // user id; empty: command line
	DecidedAt time.Time
	Done      bool // the decision was applied to all messages

	// Changed names the differing parts if the data seem to be a copy. Empty after a restore or a manual hold.
	Changed string
}

// IsInProgress reports whether a decision is not yet applied to all messages.
func (r Restore) IsInProgress() bool { return r.Decision != "" && !r.Done }

// Decide returns the restore with a decision, which may be repeated. It returns ErrRestoredReleased or
// ErrRestoredDropped for another one, ErrNothingRestored if no message is held.
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
