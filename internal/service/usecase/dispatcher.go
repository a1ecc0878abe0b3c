package usecase

import (
	"context"
	"slices"
	"sync"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// EventBatch has the new events of all businesses, in order.
type EventBatch struct {
	Events []loyalty.Event
	HasGap bool  // earlier events are unknown
	UpTo   int64 // position to resume after
}

// UnknownPosition is the position of a subscriber that knows none: it gets new events only, and the first batch has a
// gap.
const UnknownPosition int64 = -1

// Dispatcher reads events once for all subscribers. A poll without new events reads only the position.
type Dispatcher struct {
	base        *Base
	polling     sync.Mutex // held while events are read and handed over
	mu          sync.Mutex // guards subscribers
	subscribers []*Subscriber
}

// NewDispatcher returns a dispatcher without subscribers.
func NewDispatcher(base *Base) *Dispatcher { return &Dispatcher{base: base} }

// Subscriber receives each later event once.
type Subscriber struct {
	after  int64 // changed only by Poll
	handle func(context.Context, EventBatch)
}

// Subscribe registers a handler from a position. Poll calls handlers in turn.
func (d *Dispatcher) Subscribe(after int64, handle func(context.Context, EventBatch)) *Subscriber {
	d.mu.Lock()
	defer d.mu.Unlock()
	subscriber := &Subscriber{after: after, handle: handle}
	d.subscribers = append(d.subscribers, subscriber)
	return subscriber
}

// Unsubscribe ends a subscription. A running call finishes.
func (d *Dispatcher) Unsubscribe(subscriber *Subscriber) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.subscribers = slices.DeleteFunc(d.subscribers, func(other *Subscriber) bool { return other == subscriber })
}

// Poll hands over new events. After an error the next poll repeats them.
func (d *Dispatcher) Poll(ctx context.Context) error {
	d.polling.Lock()
	defer d.polling.Unlock()
	d.mu.Lock()
	subscribers := slices.Clone(d.subscribers)
	d.mu.Unlock()
	events, upTo, err := d.read(ctx, oldestPosition(subscribers))
	if err != nil {
		return err
	}
	for _, subscriber := range subscribers {
		if batch, fresh := batchFor(subscriber, events, upTo); fresh {
			subscriber.handle(ctx, batch)
		}
		subscriber.after = max(subscriber.after, upTo)
	}
	return nil
}

func batchFor(subscriber *Subscriber, events []loyalty.Event, upTo int64) (EventBatch, bool) {
	if subscriber.after == UnknownPosition {
		return EventBatch{HasGap: true, UpTo: upTo}, true
	}
	events = eventsAfter(events, subscriber.after)
	if len(events) == 0 {
		return EventBatch{}, false
	}
	return EventBatch{Events: events, UpTo: events[len(events)-1].Position}, true
}

func oldestPosition(subscribers []*Subscriber) int64 {
	first := UnknownPosition
	for _, subscriber := range subscribers {
		if first == UnknownPosition || subscriber.after != UnknownPosition && subscriber.after < first {
			first = subscriber.after
		}
	}
	return first
}

// read uses two transactions: the second sees all events committed before the position read by the first.
func (d *Dispatcher) read(ctx context.Context, after int64) (events []loyalty.Event, upTo int64, err error) {
	err = d.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		upTo, err = tx.Events().Last()
		return err
	})
	if err != nil || after == UnknownPosition || upTo <= after {
		return nil, upTo, err
	}
	err = d.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		events, err = tx.Events().Between(after, upTo)
		return err
	})
	return events, upTo, err
}

// Audience returns the audience of events, in a transaction of its own. See AudienceOf.
func (d *Dispatcher) Audience(ctx context.Context, businessID string, events []loyalty.Event) (audience Audience, err error) {
	if len(events) == 0 {
		return audience, nil
	}
	err = d.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		audience, err = AudienceOf(tx.In(businessID), events)
		return err
	})
	return audience, err
}

func eventsAfter(events []loyalty.Event, position int64) []loyalty.Event {
	first, _ := slices.BinarySearchFunc(events, position+1, func(event loyalty.Event, target int64) int {
		return int(min(1, max(-1, event.Position-target)))
	})
	return events[first:]
}
