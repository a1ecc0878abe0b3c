package access

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// With these limits, the last waiter waits some seconds.
const (
	maxWaiting           = 128
	maxWaitingPerNetwork = 16
	maxWaitingPerAccount = 8
	busyRetryAfter       = 2 * time.Second
)

// fairSemaphore limits concurrent work and serves networks round-robin: a flood from one delays others by one turn.
type fairSemaphore struct {
	mu        sync.Mutex
	free      int
	waiting   int
	queues    []*networkQueue // by network, next one first
	ofAccount map[string]int
}

type networkQueue struct {
	network string
	waiters []*waiter
}

type waiter struct {
	usecase.Requester
	granted chan struct{}
	evicted chan struct{} // closed when another waiter takes the place
}

func newFairSemaphore(atOnce int) *fairSemaphore {
	return &fairSemaphore{free: atOnce, ofAccount: map[string]int{}}
}

// acquire returns the release of its slot, or loyalty.ErrBusy if too many wait.
func (t *fairSemaphore) acquire(ctx context.Context, requester usecase.Requester) (func(), error) {
	mine, err := t.enqueue(requester)
	if err != nil {
		return nil, err
	}
	select {
	case <-mine.granted:
		return t.release, nil
	case <-mine.evicted:
		return nil, loyalty.BusyFor(busyRetryAfter)
	case <-ctx.Done():
		t.abandon(mine)
		return nil, fmt.Errorf("waiting for a password hash slot: %w", ctx.Err())
	}
}

func (t *fairSemaphore) enqueue(requester usecase.Requester) (*waiter, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := &waiter{Requester: requester, granted: make(chan struct{}), evicted: make(chan struct{})}
	if t.free > 0 {
		t.free--
		close(mine.granted)
		return mine, nil
	}
	at := t.queueOf(requester.Network)
	full := requester.Account != "" && t.ofAccount[requester.Account] >= maxWaitingPerAccount
	full = full || requester.Network != "" && at >= 0 && len(t.queues[at].waiters) >= maxWaitingPerNetwork
	full = full || t.waiting >= maxWaiting && !t.evictFromLongest(at)
	if full {
		return nil, loyalty.BusyFor(busyRetryAfter)
	}
	if at < 0 {
		at = len(t.queues)
		t.queues = append(t.queues, &networkQueue{network: requester.Network})
	}
	t.queues[at].waiters = append(t.queues[at].waiters, mine)
	t.count(mine, 1)
	return mine, nil
}

// evictFromLongest evicts the newest waiter of the longest queue, if longer by at least two than that at an index (-1:
// none).
func (t *fairSemaphore) evictFromLongest(at int) bool {
	longest := slices.MaxFunc(t.queues, func(a, b *networkQueue) int { return len(a.waiters) - len(b.waiters) })
	mine := 0
	if at >= 0 {
		mine = len(t.queues[at].waiters)
	}
	last := len(longest.waiters) - 1
	if last <= mine || longest.network == "" {
		return false
	}
	evictedWaiter := longest.waiters[last]
	longest.waiters = longest.waiters[:last]
	t.count(evictedWaiter, -1)
	close(evictedWaiter.evicted)
	return true
}

func (t *fairSemaphore) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queues) == 0 {
		t.free++
		return
	}
	first := t.queues[0]
	t.queues = t.queues[1:]
	mine := first.waiters[0]
	first.waiters = first.waiters[1:]
	if len(first.waiters) > 0 {
		t.queues = append(t.queues, first)
	}
	t.count(mine, -1)
	close(mine.granted)
}

func (t *fairSemaphore) abandon(mine *waiter) {
	if t.remove(mine) {
		return
	}
	select {
	case <-mine.granted:
		t.release()
	case <-mine.evicted:
	}
}

func (t *fairSemaphore) remove(mine *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.queueOf(mine.Network)
	if at < 0 {
		return false
	}
	queue := t.queues[at]
	place := slices.Index(queue.waiters, mine)
	if place < 0 {
		return false
	}
	queue.waiters = slices.Delete(queue.waiters, place, place+1)
	if len(queue.waiters) == 0 {
		t.queues = slices.Delete(t.queues, at, at+1)
	}
	t.count(mine, -1)
	return true
}

func (t *fairSemaphore) queueOf(network string) int {
	return slices.IndexFunc(t.queues, func(l *networkQueue) bool { return l.network == network })
}

func (t *fairSemaphore) count(w *waiter, by int) {
	t.waiting += by
	if t.ofAccount[w.Account] += by; t.ofAccount[w.Account] == 0 {
		delete(t.ofAccount, w.Account)
	}
}
