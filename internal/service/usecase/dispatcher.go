package usecase

import (
	"context"
	"slices"
	"sync"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// EventBatch is what a subscriber is handed: the new events of all businesses in their order.
type EventBatch struct {
	Events []loyalty.Event
	HasGap bool  // what happened before is unknown to the subscriber: anything may have changed
	UpTo   int64 // the position of the last event: a subscriber can resume after it
}

// UnknownPosition is the position of a subscriber that knows nothing of what was before.
const UnknownPosition int64 = -1

// Dispatcher reads each new event once for all subscribers of a program. A poll takes one look at
// where the events end, and a second query only where there are new ones.
type Dispatcher struct {
	base        *Base
	polling     sync.Mutex // held while events are read and handed over
	mu          sync.Mutex // of subscribers
	subscribers []*Subscriber
}

// NewDispatcher returns a dispatcher without subscribers.
func NewDispatcher(base *Base) *Dispatcher { return &Dispatcher{base: base} }

// Subscriber is handed the events after its position, each one once.
type Subscriber struct {
	after  int64 // changed by Poll alone
	handle func(context.Context, EventBatch)
}

// Subscribe has hear called with what happens after a position, within calls of Poll. Subscribers
// are called one after the other.
func (d *Dispatcher) Subscribe(after int64, hear func(context.Context, EventBatch)) *Subscriber {
	d.mu.Lock()
	defer d.mu.Unlock()
	subscriber := &Subscriber{after: after, handle: hear}
	d.subscribers = append(d.subscribers, subscriber)
	return subscriber
}

// Unsubscribe ends a subscription. A call of hear that is under way is finished.
func (d *Dispatcher) Unsubscribe(subscriber *Subscriber) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.subscribers = slices.DeleteFunc(d.subscribers, func(other *Subscriber) bool { return other == subscriber })
}

// Poll reads the events since the last time and hands them to the subscribers. What cannot be
// read now is read the next time.
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
		if news, fresh := batchFor(subscriber, events, upTo); fresh {
			subscriber.handle(ctx, news)
		}
		subscriber.after = max(subscriber.after, upTo)
	}
	return nil
}

// batchFor is what a subscriber has not been handed yet, and false where there is nothing.
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

// oldestPosition is the first position after which a subscriber wants events, or FromNow if none does.
func oldestPosition(subscribers []*Subscriber) int64 {
	first := UnknownPosition
	for _, subscriber := range subscribers {
		if first == UnknownPosition || subscriber.after != UnknownPosition && subscriber.after < first {
			first = subscriber.after
		}
	}
	return first
}

// read returns the events after a position, and up to which one all are known. The events are
// read in a transaction of their own: what has ended since the look at the last one is visible
// to it.
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

// Audience returns whom events of a business concern, in a look-up of its own: see AudienceOf.
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

// eventsAfter returns the events after a position.
func eventsAfter(events []loyalty.Event, position int64) []loyalty.Event {
	first, _ := slices.BinarySearchFunc(events, position+1, func(event loyalty.Event, wanted int64) int {
		return int(min(1, max(-1, event.Position-wanted)))
	})
	return events[first:]
}
