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

// longest bounds what has no deadline of its own: nothing keeps a connection, or
// a place in a bulkhead, for ever.
const longest = time.Minute

// bulkhead limits concurrent work of one kind, so that no kind takes the connections or the
// processor of another. It is a semaphore with a fair queue: tenants take turns, and one tenant
// has at most so many places at a time. It waits behind its own callers, not others behind them.
type bulkhead struct {
	name   string
	places int
	most   func(tenant string) int // places that one may have at a time
	pace   *pace                   // nil: nobody rests

	mutex   sync.Mutex
	free    int
	closed  bool // admits nobody
	drained chan struct{}
	inside  map[string]int
	waiting map[string][]*waiter
	order   []string    // the tenants that wait, by whose turn it is
	alarm   *time.Timer // lets in who has rested; nil: nobody does
	rings   time.Time   // when it will
}

// waiter is a caller in the queue; admitted is closed when its turn has come.
type waiter struct{ admitted chan struct{} }

func newBulkhead(name string, places int, most func(tenant string) int) *bulkhead {
	return &bulkhead{
		name: name, places: places, most: most, free: places,
		inside: map[string]int{}, waiting: map[string][]*waiter{},
	}
}

// gate has as many places as there are callers, and few of each tenant, which keep
// a pace: the places to read in are behind it.
func gate(name string, each int, pace *pace) *bulkhead {
	l := newBulkhead(name, math.MaxInt, atMost(each))
	l.pace = pace
	return l
}

// atMost gives every tenant the same number of places.
func atMost(places int) func(string) int { return func(string) int { return places } }

// spareCores are the cores that work which takes long may keep busy: one stays
// for everybody else, where there are several.
func spareCores() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// enter waits for a place until ctx ends. Who has entered calls leave with the
// same tenant.
func (l *bulkhead) enter(ctx context.Context, tenant string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting %s: %w", l.name, err)
	}
	mine := l.queue(tenant)
	if mine == nil {
		return nil
	}
	select {
	case <-mine.admitted:
		return nil
	case <-ctx.Done():
	}
	if !l.withdraw(tenant, mine) {
		l.leave(tenant) // her turn had come at the same moment
	}
	return fmt.Errorf("waiting %s: %w", l.name, ctx.Err())
}

// queue returns the turn to wait for; nil: she is in.
func (l *bulkhead) queue(tenant string) *waiter {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.closed && l.free > 0 && len(l.order) == 0 && l.inside[tenant] < l.most(tenant) && l.pace.rest(tenant) == 0 {
		l.free--
		l.inside[tenant]++
		return nil
	}
	mine := &waiter{admitted: make(chan struct{})}
	if len(l.waiting[tenant]) == 0 {
		l.order = append(l.order, tenant)
	}
	l.waiting[tenant] = append(l.waiting[tenant], mine)
	l.admit()
	return mine
}

// withdraw takes a turn back and reports whether it had not come yet.
func (l *bulkhead) withdraw(tenant string, mine *waiter) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for i, other := range l.waiting[tenant] {
		if other == mine {
			l.removeTurn(tenant, i)
			return true
		}
	}
	return false
}

func (l *bulkhead) leave(tenant string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.free++
	if l.inside[tenant]--; l.inside[tenant] == 0 {
		delete(l.inside, tenant)
	}
	if l.drained != nil && l.free == l.places {
		close(l.drained)
		l.drained = nil
	}
	l.admit()
}

// admit lets in whoever's turn it is. A tenant that has been let in goes to
// the end of the order.
func (l *bulkhead) admit() {
	for !l.closed && l.free > 0 {
		next, rest := l.next()
		if next < 0 {
			l.comeBack(rest)
			return
		}
		tenant := l.order[next]
		mine := l.waiting[tenant][0]
		l.order = append(l.order[:next], l.order[next+1:]...)
		l.order = append(l.order, tenant)
		l.removeTurn(tenant, 0)
		l.free--
		l.inside[tenant]++
		close(mine.admitted)
	}
}

// next is the first in the order who may have one more place; otherwise it is -1,
// and rest how long the first of those who rest still does, or 0.
func (l *bulkhead) next() (i int, rest time.Duration) {
	for i, tenant := range l.order {
		if l.inside[tenant] >= l.most(tenant) {
			continue
		}
		rests := l.pace.rest(tenant)
		if rests == 0 {
			return i, 0
		}
		if rest == 0 || rests < rest {
			rest = rests
		}
	}
	return -1, rest
}

// comeBack lets in who has rested, unless nobody does.
func (l *bulkhead) comeBack(rest time.Duration) {
	if rest == 0 {
		return
	}
	rings := time.Now().Add(rest)
	switch {
	case l.alarm == nil:
		l.alarm = time.AfterFunc(rest, l.wake)
	case rings.Before(l.rings):
		l.alarm.Reset(rest)
	default:
		return
	}
	l.rings = rings
}

func (l *bulkhead) wake() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.alarm = nil
	l.admit()
}

func (l *bulkhead) removeTurn(tenant string, i int) {
	turns := l.waiting[tenant]
	if turns = append(turns[:i:i], turns[i+1:]...); len(turns) > 0 {
		l.waiting[tenant] = turns
		return
	}
	delete(l.waiting, tenant)
	for i, other := range l.order {
		if other == tenant {
			l.order = append(l.order[:i], l.order[i+1:]...)
			return
		}
	}
}

// shut keeps everybody out who has not entered. It reports whether those who
// had are gone before ctx ends. Whoever shuts a bulkhead opens it again.
func (l *bulkhead) shut(ctx context.Context) bool {
	l.mutex.Lock()
	l.closed = true
	if l.free == l.places {
		l.mutex.Unlock()
		return true
	}
	if l.drained == nil {
		l.drained = make(chan struct{})
	}
	drained := l.drained
	l.mutex.Unlock()
	select {
	case <-drained:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l *bulkhead) open() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = false
	l.admit()
}

// bulkheads are the kinds of work of a database.
type bulkheads struct {
	look   *bulkhead // who is signed in, and other look-ups
	list   *bulkhead // a gate before read: what goes through a list
	read   *bulkhead // screens
	count  *bulkhead // a gate before report: what people have counted
	report *bulkhead // what counts many rows
	export *bulkhead // what reads all of them
	write  *bulkhead
}

// ReadKind is a kind of work that reads the database. Each has a bulkhead.
type ReadKind int

// The kinds of reading, from the shortest to the longest.
const (
	ReadLookup     ReadKind = iota // single rows, outside of a tenant
	ReadScreen                     // what a screen shows
	ReadList                       // pages of a list
	ReadReport                     // many rows, for a caller that waits
	ReadBackground                 // many rows, for the program itself
	ReadExport                     // everything of a tenant, or of all
)

// String is what a trace calls it.
func (kind ReadKind) String() string {
	switch kind {
	case ReadLookup:
		return "database look-up"
	case ReadList:
		return "database list"
	case ReadReport, ReadBackground:
		return "database report"
	case ReadExport:
		return "database export"
	}
	return "database read"
}

// prioritised is fn as a kind of reading runs it: what takes longer than a screen gives way to
// the others.
func (kind ReadKind) prioritised(fn TxFunc) TxFunc {
	if kind == ReadLookup || kind == ReadScreen {
		return fn
	}
	return func(ctx context.Context, q Querier, cache *TxCache) error {
		return atLowPriority(func() error { return fn(ctx, q, cache) })
	}
}

// way are the bulkheads that a reading goes through; the last is the one that it reads
// in.
func (l bulkheads) way(kind ReadKind) []*bulkhead {
	switch kind {
	case ReadLookup:
		return []*bulkhead{l.look}
	case ReadList:
		return []*bulkhead{l.list, l.read}
	case ReadReport:
		return []*bulkhead{l.count, l.report}
	case ReadBackground:
		return []*bulkhead{l.report}
	case ReadExport:
		return []*bulkhead{l.export}
	}
	return []*bulkhead{l.read}
}

// enter waits for a place to read in until ctx ends. Who has entered calls leave.
func (l bulkheads) enter(ctx context.Context, kind ReadKind, tenant string) (in *bulkhead, leave func(), err error) {
	way := l.way(kind)
	for i, next := range way {
		if err := next.enter(ctx, tenant); err != nil {
			leaveAll(way[:i], tenant)
			return nil, nil, err
		}
	}
	since := time.Now()
	return way[len(way)-1], func() {
		way[0].pace.took(tenant, time.Since(since))
		leaveAll(way, tenant)
	}, nil
}

func leaveAll(way []*bulkhead, tenant string) {
	for _, l := range slices.Backward(way) {
		l.leave(tenant)
	}
}

// bounded is ctx with an end, also when its owner gave it none.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, longest)
}

// lasting is ctx for some time longer than itself.
func lasting(ctx context.Context, more time.Duration) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	if !has {
		return context.WithCancel(context.WithoutCancel(ctx))
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline.Add(more))
}

// begun is the context of a transaction that has begun to write: whoever asked
// may go, but its deadline stands.
func begun(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, has := ctx.Deadline()
	if !has {
		deadline = time.Now().Add(longest)
	}
	return context.WithDeadline(context.WithoutCancel(ctx), deadline)
}
