package usecase

import (
	"context"
	"slices"
	"sync"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// EventBatch has the new events of all businesses in order.
type EventBatch struct {
	Events []loyalty.Event
	HasGap bool  // earlier events are unknown: anything may have changed
	UpTo   int64 // position of the last event, to resume after
}

// UnknownPosition subscribes from now on. The first batch then has a gap.
const UnknownPosition int64 = -1

// Dispatcher reads each new event once for all subscribers of this process. A poll reads the last position, and events
// only if there are new ones.
type Dispatcher struct {
	base        *Base
	polling     sync.Mutex // held while events are read and handed over
	mu          sync.Mutex // of subscribers
	subscribers []*Subscriber
}

// NewDispatcher returns a dispatcher without subscribers.
func NewDispatcher(base *Base) *Dispatcher { return &Dispatcher{base: base} }

// Subscriber receives each event after its position once.
type Subscriber struct {
	after  int64 // changed by Poll alone
	handle func(context.Context, EventBatch)
}

// Subscribe registers a handler for the events after a position. Poll calls the handlers one after another.
func (d *Dispatcher) Subscribe(after int64, handle func(context.Context, EventBatch)) *Subscriber {
	d.mu.Lock()
	defer d.mu.Unlock()
	subscriber := &Subscriber{after: after, handle: handle}
	d.subscribers = append(d.subscribers, subscriber)
	return subscriber
}

// Unsubscribe ends a subscription. A running handler call finishes.
func (d *Dispatcher) Unsubscribe(subscriber *Subscriber) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.subscribers = slices.DeleteFunc(d.subscribers, func(other *Subscriber) bool { return other == subscriber })
}

// Poll hands the events since the last poll to the subscribers. After an error the next poll reads them again.
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

// The second transaction sees everything that committed before the first.
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

// Audience is AudienceOf in its own transaction.
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
	first, _ := slices.BinarySearchFunc(events, position+1, func(event loyalty.Event, wanted int64) int {
		return int(min(1, max(-1, event.Position-wanted)))
	})
	return events[first:]
}
