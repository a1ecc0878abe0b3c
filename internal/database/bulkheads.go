package database

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

// defaultTimeout applies to operations without a deadline.
const defaultTimeout = time.Minute

// bulkhead is a semaphore for one kind of work with a fair queue: tenants take turns (round robin), with at most
// tenantLimit places each (decision 0010).
type bulkhead struct {
	name        string
	capacity    int
	tenantLimit func(tenant string) int
	limiter     *rateLimiter // nil: none

	mutex   sync.Mutex
	free    int
	closed  bool // draining: admits no caller
	drained chan struct{}
	active  map[string]int
	queues  map[string][]*waiter
	turns   []string    // tenants with waiters, next first
	timer   *time.Timer // wakes when a rate-limited tenant may continue; nil: none waits
	timerAt time.Time
}

type waiter struct{ admitted chan struct{} }

func newBulkhead(name string, capacity int, tenantLimit func(tenant string) int) *bulkhead {
	return &bulkhead{
		name: name, capacity: capacity, tenantLimit: tenantLimit, free: capacity,
		active: map[string]int{}, queues: map[string][]*waiter{},
	}
}

func newTenantLimiter(name string, perTenant int, limiter *rateLimiter) *bulkhead {
	b := newBulkhead(name, math.MaxInt, fixedLimit(perTenant))
	b.limiter = limiter
	return b
}

func fixedLimit(places int) func(string) int { return func(string) int { return places } }

func spareCores() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// acquire waits for a place. The caller must release it with the same tenant.
func (b *bulkhead) acquire(ctx context.Context, tenant string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting %s: %w", b.name, err)
	}
	w := b.enqueue(tenant)
	if w == nil {
		return nil
	}
	select {
	case <-w.admitted:
		return nil
	case <-ctx.Done():
	}
	if !b.dequeue(tenant, w) {
		b.release(tenant) // admitted at the same moment
	}
	return fmt.Errorf("waiting %s: %w", b.name, ctx.Err())
}

func (b *bulkhead) enqueue(tenant string) *waiter {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if !b.closed && b.free > 0 && len(b.turns) == 0 && b.active[tenant] < b.tenantLimit(tenant) && b.limiter.delay(tenant) == 0 {
		b.free--
		b.active[tenant]++
		return nil
	}
	w := &waiter{admitted: make(chan struct{})}
	if len(b.queues[tenant]) == 0 {
		b.turns = append(b.turns, tenant)
	}
	b.queues[tenant] = append(b.queues[tenant], w)
	b.admit()
	return w
}

func (b *bulkhead) dequeue(tenant string, w *waiter) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for i, other := range b.queues[tenant] {
		if other == w {
			b.removeWaiter(tenant, i)
			return true
		}
	}
	return false
}

func (b *bulkhead) release(tenant string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.free++
	if b.active[tenant]--; b.active[tenant] == 0 {
		delete(b.active, tenant)
	}
	if b.drained != nil && b.free == b.capacity {
		close(b.drained)
		b.drained = nil
	}
	b.admit()
}

// admit admits waiting callers. An admitted tenant moves to the end of the turns.
func (b *bulkhead) admit() {
	for !b.closed && b.free > 0 {
		next, delay := b.next()
		if next < 0 {
			b.scheduleWake(delay)
			return
		}
		tenant := b.turns[next]
		w := b.queues[tenant][0]
		b.turns = append(b.turns[:next], b.turns[next+1:]...)
		b.turns = append(b.turns, tenant)
		b.removeWaiter(tenant, 0)
		b.free--
		b.active[tenant]++
		close(w.admitted)
	}
}

// next returns the first tenant in turn that may take a place. Otherwise it returns -1, and the shortest delay of a
// rate-limited one or 0.
func (b *bulkhead) next() (i int, shortest time.Duration) {
	for i, tenant := range b.turns {
		if b.active[tenant] >= b.tenantLimit(tenant) {
			continue
		}
		delay := b.limiter.delay(tenant)
		if delay == 0 {
			return i, 0
		}
		if shortest == 0 || delay < shortest {
			shortest = delay
		}
	}
	return -1, shortest
}

func (b *bulkhead) scheduleWake(delay time.Duration) {
	if delay == 0 {
		return
	}
	at := time.Now().Add(delay)
	switch {
	case b.timer == nil:
		b.timer = time.AfterFunc(delay, b.wake)
	case at.Before(b.timerAt):
		b.timer.Reset(delay)
	default:
		return
	}
	b.timerAt = at
}

func (b *bulkhead) wake() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.timer = nil
	b.admit()
}

func (b *bulkhead) removeWaiter(tenant string, i int) {
	waiters := b.queues[tenant]
	if waiters = append(waiters[:i:i], waiters[i+1:]...); len(waiters) > 0 {
		b.queues[tenant] = waiters
		return
	}
	delete(b.queues, tenant)
	for i, other := range b.turns {
		if other == tenant {
			b.turns = append(b.turns[:i], b.turns[i+1:]...)
			return
		}
	}
}

// drain stops admission and reports whether all places were released before ctx ended. The caller reopens the bulkhead.
func (b *bulkhead) drain(ctx context.Context) bool {
	b.mutex.Lock()
	b.closed = true
	if b.free == b.capacity {
		b.mutex.Unlock()
		return true
	}
	if b.drained == nil {
		b.drained = make(chan struct{})
	}
	drained := b.drained
	b.mutex.Unlock()
	select {
	case <-drained:
		return true
	case <-ctx.Done():
		return false
	}
}

func (b *bulkhead) reopen() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.closed = false
	b.admit()
}

type bulkheads struct {
	lookup      *bulkhead
	listLimit   *bulkhead // per tenant, before read
	read        *bulkhead
	reportLimit *bulkhead // per tenant, before report
	report      *bulkhead
	export      *bulkhead
	write       *bulkhead
}

// ReadKind decides a read's bulkhead and priority.
type ReadKind int

// Shortest reads first.
const (
	ReadLookup     ReadKind = iota // single rows, without a tenant
	ReadScreen                     // a screen
	ReadList                       // a page
	ReadReport                     // many rows; a caller waits
	ReadBackground                 // many rows, for maintenance
	ReadExport                     // everything of one or all tenants
)

// String names the span.
func (kind ReadKind) String() string {
	switch kind {
	case ReadLookup:
		return "database lookup"
	case ReadList:
		return "database list"
	case ReadReport, ReadBackground:
		return "database report"
	case ReadExport:
		return "database export"
	}
	return "database read"
}

// withPriority runs reads of kinds after ReadScreen at low priority.
func (kind ReadKind) withPriority(fn TxFunc) TxFunc {
	if kind == ReadLookup || kind == ReadScreen {
		return fn
	}
	return func(ctx context.Context, q Querier, cache *TxCache) error {
		return atLowPriority(func() error { return fn(ctx, q, cache) })
	}
}

func (b bulkheads) chain(kind ReadKind) []*bulkhead {
	switch kind {
	case ReadLookup:
		return []*bulkhead{b.lookup}
	case ReadList:
		return []*bulkhead{b.listLimit, b.read}
	case ReadReport:
		return []*bulkhead{b.reportLimit, b.report}
	case ReadBackground:
		return []*bulkhead{b.report}
	case ReadExport:
		return []*bulkhead{b.export}
	}
	return []*bulkhead{b.read}
}

func (b bulkheads) acquire(ctx context.Context, kind ReadKind, tenant string) (in *bulkhead, release func(), err error) {
	chain := b.chain(kind)
	for i, next := range chain {
		if err := next.acquire(ctx, tenant); err != nil {
			releaseAll(chain[:i], tenant)
			return nil, nil, err
		}
	}
	start := time.Now()
	return chain[len(chain)-1], func() {
		chain[0].limiter.charge(tenant, time.Since(start))
		releaseAll(chain, tenant)
	}, nil
}

func releaseAll(chain []*bulkhead, tenant string) {
	for _, b := range slices.Backward(chain) {
		b.release(tenant)
	}
}

func withDefaultTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, defaultTimeout)
}

// extendDeadline returns a context that ctx does not cancel, with the deadline of ctx plus extra.
func extendDeadline(ctx context.Context, extra time.Duration) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	if !has {
		return context.WithCancel(context.WithoutCancel(ctx))
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline.Add(extra))
}

// ignoreCancel keeps only the deadline of ctx: a begun write transaction is not cancelled.
func ignoreCancel(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	if !has {
		deadline = time.Now().Add(defaultTimeout)
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline)
}
