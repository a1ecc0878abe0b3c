package passes

import (
	"fmt"
	"time"
)

// Backoff of a failing business: it doubles with each failure.
const (
	firstBackoff   = time.Second
	longestBackoff = 5 * time.Minute
)

// faults are the businesses whose passes failed to update. They are retried with backoff and reported once.
type faults map[string]fault

type fault struct {
	backoff time.Duration
	until   time.Time
}

// isBackingOff reports whether a business is not retried yet.
func (f faults) isBackingOff(businessID string, now time.Time) bool {
	return now.Before(f[businessID].until)
}

// record notes a failure and returns it, wrapped, if it is the first of the business.
func (f faults) record(businessID string, now time.Time, err error) error {
	if err == nil {
		return nil
	}
	previous, repeated := f[businessID]
	rest := max(firstBackoff, min(2*previous.backoff, longestBackoff))
	f[businessID] = fault{backoff: rest, until: now.Add(rest)}
	if repeated {
		return nil
	}
	return fmt.Errorf("updating the passes of business %s: %w", businessID, err)
}

// clear notes that a business works again.
func (f faults) clear(businessID string) { delete(f, businessID) }
