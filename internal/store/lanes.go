package store

import (
	"context"
	"fmt"
	"runtime"
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

	mutex   sync.Mutex
	free    int
	closed  bool // admits nobody
	drained chan struct{}
	inside  map[string]int
	waiting map[string][]*turn
	order   []string // the businesses that wait, by whose turn it is
}

// turn is a caller who waits; admitted is closed when it is hers.
type turn struct{ admitted chan struct{} }

func newLane(name string, places int, most func(business string) int) *lane {
	return &lane{
		name: name, places: places, most: most, free: places,
		inside: map[string]int{}, waiting: map[string][]*turn{},
	}
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
	if !l.closed && l.free > 0 && len(l.order) == 0 && l.inside[business] < l.most(business) {
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
		next := l.next()
		if next < 0 {
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

// next is the first in the order who may have one more place, or -1.
func (l *lane) next() int {
	for i, business := range l.order {
		if l.inside[business] < l.most(business) {
			return i
		}
	}
	return -1
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
	read   *lane // screens
	report *lane // what counts many rows
	export *lane // what reads all of them
	write  *lane
}

// reading is a kind of work that reads one state of the database.
type reading int

const (
	ordinary reading = iota
	counting         // many rows
	whole            // everything of a business
)

func (l lanes) reading(kind reading) *lane {
	switch kind {
	case counting:
		return l.report
	case whole:
		return l.export
	}
	return l.read
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
