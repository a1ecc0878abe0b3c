package worker

import (
	"sync"
	"time"
)

// Backoff doubles a destination's pause with each failure, from First to Longest. It is safe for concurrent use.
type Backoff struct {
	First, Longest time.Duration

	mutex sync.Mutex
	until time.Time     // no task runs before
	last  time.Duration // of the last failure; 0 after a success
}

// Fail records a failure, with a pause of at least atLeast. Failures during a pause come from concurrent tasks, and
// count as one.
func (b *Backoff) Fail(atLeast time.Duration) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := time.Now()
	if !now.Before(b.until) {
		b.last = max(b.First, min(2*b.last, b.Longest))
	}
	// The longest pause asked for counts.
	if until := now.Add(max(atLeast, b.last)); until.After(b.until) {
		b.until = until
	}
}

// Succeed resets the pause to First.
func (b *Backoff) Succeed() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.last = 0
}

// Remaining returns the rest of the pause; 0 or less: none.
func (b *Backoff) Remaining() time.Duration {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return time.Until(b.until)
}
