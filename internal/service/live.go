package service

import (
	"context"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

const (
	// liveEvery is how often new events are looked for while there are listeners.
	liveEvery = 250 * time.Millisecond

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

// Live tells listeners of what happens to them, on this server or another. It subscribes to
// events: an act that adds one knows nothing of listeners and waits for none.
type Live struct {
	base       *usecase.Base
	dispatcher *usecase.Dispatcher
	mu         sync.Mutex
	rooms      map[string]*room // by business
	total      int
	ofNetwork  map[string]int
	leave      context.CancelFunc // ends the watch; nil while there are no listeners
}

// room is a business with listeners.
type room struct {
	listeners map[string][]*Listener // by customer, oldest first
	total     int
}

// limitOfStreams is how the limits of listeners are called where hits are counted.
const limitOfStreams = "streams"

func newLive(base *usecase.Base, dispatcher *usecase.Dispatcher) *Live {
	base.Hits.Know(limitOfStreams)
	return &Live{base: base, dispatcher: dispatcher, rooms: map[string]*room{}, ofNetwork: map[string]int{}}
}

// Listen returns a listener for a signed-in customer; StopListening ends it. Of
// a customer with too many, the oldest ends. It refuses with loyalty.ErrTooMany
// where the server, the business or the network that calls has too many.
func (l *Live) Listen(ctx context.Context, user access.PortalUser) (*Listener, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := usecase.LineOf(ctx) // a telephone company's customers share its networks
	here, open := l.rooms[user.BusinessID]
	full := l.total >= listenersInAll || network != "" && l.ofNetwork[network] >= listenersOfNetwork
	full = full || open && here.total >= listenersOfBusiness
	if full {
		l.base.Hits.Hit(limitOfStreams, 1)
		return nil, loyalty.TooManyFor(30 * time.Second)
	}
	listener := &Listener{user: user, network: network, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	listener.Changed, listener.Ended = listener.changed, listener.ended
	if !open {
		here = &room{listeners: map[string][]*Listener{}}
		l.rooms[user.BusinessID] = here
	}
	if l.leave == nil {
		ctx, leave := context.WithCancel(context.Background())
		l.leave = leave
		go l.watch(ctx)
	}
	here.listeners[user.CustomerID] = append(here.listeners[user.CustomerID], listener)
	l.count(here, listener, 1)
	if hers := here.listeners[user.CustomerID]; len(hers) > listenersOfCustomer {
		close(hers[0].ended)
		l.remove(here, hers[0])
	}
	return listener, nil
}

// StopListening ends a listener. The last one ends the watch.
func (l *Live) StopListening(listener *Listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	here, open := l.rooms[listener.user.BusinessID]
	if !open {
		return
	}
	l.remove(here, listener)
	if here.total == 0 {
		delete(l.rooms, listener.user.BusinessID)
	}
	if l.total == 0 {
		l.leave()
		l.leave = nil
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

// watch has the listeners woken whom events concern, until the last one has gone. At first it
// wakes all: what has happened since they listen is unknown. What cannot be read now is read the
// next time.
func (l *Live) watch(ctx context.Context) {
	subscriber := l.dispatcher.Subscribe(usecase.FromNow, l.hear)
	defer l.dispatcher.Unsubscribe(subscriber)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(liveEvery):
		}
		if err := l.dispatcher.Poll(ctx); err != nil {
			continue // another poll follows
		}
	}
}

// hear wakes the listeners whom news concern, all of a business where that cannot be told.
func (l *Live) hear(ctx context.Context, news usecase.News) {
	for businessID, events := range l.heard(news) {
		audience, err := l.dispatcher.Audience(ctx, businessID, events)
		if err != nil || news.Missed {
			audience = usecase.Audience{Everyone: true}
		}
		l.wake(businessID, audience)
	}
}

// heard are the news by business, of those with listeners.
func (l *Live) heard(news usecase.News) map[string][]loyalty.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	ofBusiness := map[string][]loyalty.Event{}
	if news.Missed {
		for businessID := range l.rooms {
			ofBusiness[businessID] = nil
		}
	}
	for _, event := range news.Events {
		if _, open := l.rooms[event.BusinessID]; open {
			ofBusiness[event.BusinessID] = append(ofBusiness[event.BusinessID], event)
		}
	}
	return ofBusiness
}

// wake never waits: a listener that has not looked yet will look once.
func (l *Live) wake(businessID string, who usecase.Audience) {
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
