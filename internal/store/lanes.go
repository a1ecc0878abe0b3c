package store

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
// a place in a lane, for ever.
const longest = time.Minute

// lane admits callers to one kind of work, so that no kind takes the
// connections or the processor of another. Businesses take turns in it, and one
// business has at most so many places at a time: it waits behind its own
// callers, not others behind them.
type lane struct {
	name   string
	places int
	most   func(business string) int // places that one may have at a time
	pace   *pace                     // nil: nobody rests

	mutex   sync.Mutex
	free    int
	closed  bool // admits nobody
	drained chan struct{}
	inside  map[string]int
	waiting map[string][]*turn
	order   []string    // the businesses that wait, by whose turn it is
	alarm   *time.Timer // lets in who has rested; nil: nobody does
	rings   time.Time   // when it will
}

// turn is a caller who waits; admitted is closed when it is hers.
type turn struct{ admitted chan struct{} }

func newLane(name string, places int, most func(business string) int) *lane {
	return &lane{
		name: name, places: places, most: most, free: places,
		inside: map[string]int{}, waiting: map[string][]*turn{},
	}
}

// gate has as many places as there are callers, and few of each business, which keep
// a pace: the places to read in are behind it.
func gate(name string, each int, pace *pace) *lane {
	l := newLane(name, math.MaxInt, atMost(each))
	l.pace = pace
	return l
}

// atMost gives every business the same number of places.
func atMost(places int) func(string) int { return func(string) int { return places } }

// spareCores are the cores that work which takes long may keep busy: one stays
// for everybody else, where there are several.
func spareCores() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// enter waits for a place until ctx ends. Who has entered calls leave with the
// same business.
func (l *lane) enter(ctx context.Context, business string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting %s: %w", l.name, err)
	}
	mine := l.queue(business)
	if mine == nil {
		return nil
	}
	select {
	case <-mine.admitted:
		return nil
	case <-ctx.Done():
	}
	if !l.withdraw(business, mine) {
		l.leave(business) // her turn had come at the same moment
	}
	return fmt.Errorf("waiting %s: %w", l.name, ctx.Err())
}

// queue returns the turn to wait for; nil: she is in.
func (l *lane) queue(business string) *turn {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.closed && l.free > 0 && len(l.order) == 0 && l.inside[business] < l.most(business) && l.pace.rest(business) == 0 {
		l.free--
		l.inside[business]++
		return nil
	}
	mine := &turn{admitted: make(chan struct{})}
	if len(l.waiting[business]) == 0 {
		l.order = append(l.order, business)
	}
	l.waiting[business] = append(l.waiting[business], mine)
	l.admit()
	return mine
}

// withdraw takes a turn back and reports whether it had not come yet.
func (l *lane) withdraw(business string, mine *turn) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for i, other := range l.waiting[business] {
		if other == mine {
			l.removeTurn(business, i)
			return true
		}
	}
	return false
}

func (l *lane) leave(business string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.free++
	if l.inside[business]--; l.inside[business] == 0 {
		delete(l.inside, business)
	}
	if l.drained != nil && l.free == l.places {
		close(l.drained)
		l.drained = nil
	}
	l.admit()
}

// admit lets in whoever's turn it is. A business that has been let in goes to
// the end of the order.
func (l *lane) admit() {
	for !l.closed && l.free > 0 {
		next, rest := l.next()
		if next < 0 {
			l.comeBack(rest)
			return
		}
		business := l.order[next]
		mine := l.waiting[business][0]
		l.order = append(l.order[:next], l.order[next+1:]...)
		l.order = append(l.order, business)
		l.removeTurn(business, 0)
		l.free--
		l.inside[business]++
		close(mine.admitted)
	}
}

// next is the first in the order who may have one more place; otherwise it is -1,
// and rest how long the first of those who rest still does, or 0.
func (l *lane) next() (i int, rest time.Duration) {
	for i, business := range l.order {
		if l.inside[business] >= l.most(business) {
			continue
		}
		rests := l.pace.rest(business)
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
func (l *lane) comeBack(rest time.Duration) {
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

func (l *lane) wake() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.alarm = nil
	l.admit()
}

func (l *lane) removeTurn(business string, i int) {
	turns := l.waiting[business]
	if turns = append(turns[:i:i], turns[i+1:]...); len(turns) > 0 {
		l.waiting[business] = turns
		return
	}
	delete(l.waiting, business)
	for i, other := range l.order {
		if other == business {
			l.order = append(l.order[:i], l.order[i+1:]...)
			return
		}
	}
}

// shut keeps everybody out who has not entered. It reports whether those who
// had are gone before ctx ends. Whoever shuts a lane opens it again.
func (l *lane) shut(ctx context.Context) bool {
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

func (l *lane) open() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = false
	l.admit()
}

// lanes are the kinds of work of a database.
type lanes struct {
	look   *lane // who is signed in, and other look-ups
	list   *lane // a gate before read: what goes through a list
	read   *lane // screens
	count  *lane // a gate before report: what people have counted
	report *lane // what counts many rows
	export *lane // what reads all of them
	write  *lane
}

// reading is a kind of work that reads the database.
type reading int

const (
	looking  reading = iota // something up
	ordinary                // a screen
	listing                 // through a list
	counting                // many rows, for somebody who waits
	choring                 // many rows, for nobody
	whole                   // everything of a business
)

// prioritised is fn as a kind of reading runs it: what takes longer than a screen gives way to
// the others.
func (kind reading) prioritised(fn TxFunc) TxFunc {
	if kind == looking || kind == ordinary {
		return fn
	}
	return func(ctx context.Context, q querier, cache *TxCache) error {
		return aside(func() error { return fn(ctx, q, cache) })
	}
}

// way are the lanes that a reading goes through; the last is the one that it reads
// in.
func (l lanes) way(kind reading) []*lane {
	switch kind {
	case looking:
		return []*lane{l.look}
	case listing:
		return []*lane{l.list, l.read}
	case counting:
		return []*lane{l.count, l.report}
	case choring:
		return []*lane{l.report}
	case whole:
		return []*lane{l.export}
	}
	return []*lane{l.read}
}

// enter waits for a place to read in until ctx ends. Who has entered calls leave.
func (l lanes) enter(ctx context.Context, kind reading, business string) (in *lane, leave func(), err error) {
	way := l.way(kind)
	for i, next := range way {
		if err := next.enter(ctx, business); err != nil {
			leaveAll(way[:i], business)
			return nil, nil, err
		}
	}
	since := time.Now()
	return way[len(way)-1], func() {
		way[0].pace.took(business, time.Since(since))
		leaveAll(way, business)
	}, nil
}

func leaveAll(way []*lane, business string) {
	for _, l := range slices.Backward(way) {
		l.leave(business)
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
