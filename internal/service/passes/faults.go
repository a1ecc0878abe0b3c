package passes

import (
	"fmt"
	"time"
)

// The pause doubles with each failure.
const (
	firstBackoff   = time.Second
	longestBackoff = 5 * time.Minute
)

type faults map[string]fault

type fault struct {
	backoff time.Duration
	until   time.Time
}

func (f faults) isBackingOff(businessID string, now time.Time) bool {
	return now.Before(f[businessID].until)
}

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

func (f faults) clear(businessID string) { delete(f, businessID) }
