package loyalty

import "time"

// RestoreDecision is what becomes of the messages that waited in a copy of the data that
// was put back.
type RestoreDecision string

// What an operator may decide about them.
const (
	ReleaseRestored RestoreDecision = "RELEASE" // they are sent
	DropRestored    RestoreDecision = "DROP"    // none is
)

// Restore is what is known of a copy that was put back, and what was decided about the
// messages that waited in it.
type Restore struct {
	CopiedAt time.Time // when the copy was made; zero: its name does not say it
	At       time.Time // when it was put back; zero: nobody noted it

	Decision  RestoreDecision // empty: nobody has decided
	DecidedBy string          // user id; empty: at the command line
	DecidedAt time.Time
	Done      bool // what was decided holds for all of them

	// Changed says which parts of the installation differed, where messages are held because
	// the data seem to be a copy; empty: a copy was put back, or an operator held them.
	Changed string
}

// IsInProgress reports whether something was decided that does not hold for all messages yet.
func (r Restore) IsInProgress() bool { return r.Decision != "" && !r.Done }

// Decide returns the restore with a decision. The same one again changes nothing and is
// no error: whoever got no answer repeats it. Another one is refused with
// ErrRestoredReleased or ErrRestoredDropped, and with ErrNothingRestored where no message
// is held that somebody could decide about.
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
