package passes

import (
	"fmt"
	"time"
)

// The pauses after which it is tried again to look at the passes of a business with which
// something fails: each is twice as long as the one before.
const (
	firstBackoff   = time.Second
	longestBackoff = 5 * time.Minute
)

// faults are the businesses with whose passes something fails. Each is left alone for a
// while, so that it holds up no other, and said once.
type faults map[string]fault

type fault struct {
	backoff time.Duration
	until   time.Time
}

// isBackingOff reports whether a business is left alone now.
func (f faults) isBackingOff(businessID string, now time.Time) bool {
	return now.Before(f[businessID].until)
}

// record notes what has failed, if anything has, and returns it where that is new of the
// business.
func (f faults) record(businessID string, now time.Time, err error) error {
	if err == nil {
		return nil
	}
	before, known := f[businessID]
	rest := max(firstBackoff, min(2*before.backoff, longestBackoff))
	f[businessID] = fault{backoff: rest, until: now.Add(rest)}
	if known {
		return nil
	}
	return fmt.Errorf("looking at the passes of business %s: %w", businessID, err)
}

// clear notes that it goes again.
func (f faults) clear(businessID string) { delete(f, businessID) }
