package service

import (
	"context"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

const (
	// liveEvery is how often a business with listeners is asked for news.
	liveEvery = 250 * time.Millisecond
	// liveWindow is how far back it is asked: a transaction may become visible
	// after others that began later, on a server whose clock is another.
	liveWindow = 15 * time.Second

	// How many listeners there are at most. A shop's customers share its network, and
	// those of a telephone company one address.
	listenersOfCustomer = 3
	listenersOfNetwork  = 200
	listenersOfBusiness = 500
	listenersInAll      = 5000
)

// Listener hears when something may have changed for a customer.
type Listener struct {
	Changed <-chan struct{}
	Ended   <-chan struct{} // another listener took this one's place

	user    access.PortalUser
	network string
	changed chan struct{}
	ended   chan struct{}
}

// Live tells listeners of what happens to them. It reads the audit trail, where
// every act stands that changes something, on this server or another: whoever
// registers a visit knows nothing of it and waits for nobody.
type Live struct {
	*act.Base
	mu        sync.Mutex
	rooms     map[string]*room // by business
	total     int
	ofNetwork map[string]int
}

// room is a business with listeners.
type room struct {
	listeners map[string][]*Listener // by customer, oldest first
	total     int
	leave     context.CancelFunc
}

// limitOfStreams is how the limits of listeners are called where hits are counted.
const limitOfStreams = "streams"

func newLive(base *act.Base) *Live {
	base.Hits.Know(limitOfStreams)
	return &Live{Base: base, rooms: map[string]*room{}, ofNetwork: map[string]int{}}
}

// Listen returns a listener for a signed-in customer; StopListening ends it. Of
// a customer with too many, the oldest ends. It refuses with loyalty.ErrTooMany
// where the server, the business or the network that calls has too many.
func (l *Live) Listen(ctx context.Context, user access.PortalUser) (*Listener, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := act.LineOf(ctx) // a telephone company's customers share its networks
	here, open := l.rooms[user.BusinessID]
	full := l.total >= listenersInAll || network != "" && l.ofNetwork[network] >= listenersOfNetwork
	full = full || open && here.total >= listenersOfBusiness
	if full {
		l.Hits.Hit(limitOfStreams, 1)
		return nil, loyalty.TooManyFor(30 * time.Second)
	}
	listener := &Listener{user: user, network: network, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	listener.Changed, listener.Ended = listener.changed, listener.ended
	if !open {
		ctx, leave := context.WithCancel(context.Background())
		here = &room{listeners: map[string][]*Listener{}, leave: leave}
		l.rooms[user.BusinessID] = here
		go l.watch(ctx, user.BusinessID)
	}
	here.listeners[user.CustomerID] = append(here.listeners[user.CustomerID], listener)
	l.count(here, listener, 1)
	if hers := here.listeners[user.CustomerID]; len(hers) > listenersOfCustomer {
		close(hers[0].ended)
		l.remove(here, hers[0])
	}
	return listener, nil
}

// StopListening ends a listener. The last one of a business ends the watch
// over it.
func (l *Live) StopListening(listener *Listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	here, open := l.rooms[listener.user.BusinessID]
	if !open {
		return
	}
	l.remove(here, listener)
	if here.total == 0 {
		here.leave()
		delete(l.rooms, listener.user.BusinessID)
	}
}

func (l *Live) remove(from *room, listener *Listener) {
	customer := listener.user.CustomerID
	place := slices.Index(from.listeners[customer], listener)
	if place < 0 {
		return // another one has taken its place
	}
	from.listeners[customer] = slices.Delete(from.listeners[customer], place, place+1)
	if len(from.listeners[customer]) == 0 {
		delete(from.listeners, customer)
	}
	l.count(from, listener, -1)
}

// Listening returns how many listeners there are.
func (l *Live) Listening() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

func (l *Live) count(in *room, listener *Listener, by int) {
	l.total += by
	in.total += by
	if l.ofNetwork[listener.network] += by; l.ofNetwork[listener.network] == 0 {
		delete(l.ofNetwork, listener.network)
	}
}

// watch wakes those of a business's listeners whom an act concerns, until the last
// has gone. What cannot be read now is read the next time.
func (l *Live) watch(ctx context.Context, businessID string) {
	seen := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(liveEvery):
		}
		events, err := l.recentEvents(ctx, businessID)
		if err != nil {
			continue
		}
		if who, err := act.AudienceOf(ctx, l.Store, businessID, unseen(events, seen)); err == nil {
			l.wake(businessID, who)
			note(events, seen)
		}
	}
}

func (l *Live) recentEvents(ctx context.Context, businessID string) ([]loyalty.Event, error) {
	var events []loyalty.Event
	err := l.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		events, err = tx.Trail().Since(businessID, l.Now().Add(-liveWindow))
		return err
	})
	return events, err
}

func unseen(events []loyalty.Event, seen map[string]bool) []loyalty.Event {
	var fresh []loyalty.Event
	for _, event := range events {
		if !seen[event.ID] {
			fresh = append(fresh, event)
		}
	}
	return fresh
}

// note makes seen what there is.
func note(events []loyalty.Event, seen map[string]bool) {
	clear(seen)
	for _, event := range events {
		seen[event.ID] = true
	}
}

// wake never waits: a listener that has not looked yet will look once.
func (l *Live) wake(businessID string, who act.Audience) {
	l.mu.Lock()
	defer l.mu.Unlock()
	here, open := l.rooms[businessID]
	if !open {
		return
	}
	if who.Everyone {
		for _, listeners := range here.listeners {
			wakeAll(listeners)
		}
		return
	}
	for id := range who.Customers {
		wakeAll(here.listeners[id])
	}
}

func wakeAll(listeners []*Listener) {
	for _, listener := range listeners {
		select {
		case listener.changed <- struct{}{}:
		default:
		}
	}
}
