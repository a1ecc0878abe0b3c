package worker

import (
	"sync"
	"time"
)

// Backoff leaves a destination alone after it has failed, each time for twice as long as the
// time before, from First up to Longest. Its methods may be called from any goroutine.
type Backoff struct {
	First, Longest time.Duration

	mutex sync.Mutex
	until time.Time     // the destination is left alone until then
	last  time.Duration // the pause of the last failure; 0: none since a success
}

// Fail notes a failure. The pause is at least atLeast. Tasks that fail during a pause were
// running together: they count as one failure.
func (b *Backoff) Fail(atLeast time.Duration) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := time.Now()
	if !now.Before(b.until) {
		b.last = max(b.First, min(2*b.last, b.Longest))
	}
	// Tasks that run together may be told different pauses: the longest counts.
	if until := now.Add(max(atLeast, b.last)); until.After(b.until) {
		b.until = until
	}
}

// Succeed notes a success: the next failure begins with the first pause again.
func (b *Backoff) Succeed() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.last = 0
}

// Remaining is how long the destination is still left alone; 0 or less: it is not.
func (b *Backoff) Remaining() time.Duration {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return time.Until(b.until)
}
