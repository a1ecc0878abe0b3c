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
	// livePollInterval applies while there are listeners.
	livePollInterval = 250 * time.Millisecond

	// maxListenersPerNetwork is high: customers share addresses of shops and mobile operators.
	maxListenersPerCustomer = 3
	maxListenersPerNetwork  = 200
	maxListenersPerBusiness = 500
	maxListeners            = 5000
)

// Listener receives a signal when the customer's card may have changed.
type Listener struct {
	Changed <-chan struct{}
	Ended   <-chan struct{} // closed when a newer listener replaces it

	user    access.PortalUser
	network string
	changed chan struct{}
	ended   chan struct{}
}

// Live notifies listeners of events of all servers.
type Live struct {
	base        *usecase.Base
	dispatcher  *usecase.Dispatcher
	mu          sync.Mutex
	businesses  map[string]*businessListeners
	total       int
	perNetwork  map[string]int
	stopPolling context.CancelFunc
}

type businessListeners struct {
	listeners map[string][]*Listener // by customer, oldest first
	total     int
}

const streamsLimit = "streams"

func newLive(base *usecase.Base, dispatcher *usecase.Dispatcher) *Live {
	base.LimitHits.Declare(streamsLimit)
	return &Live{base: base, dispatcher: dispatcher, businesses: map[string]*businessListeners{}, perNetwork: map[string]int{}}
}

// Listen returns loyalty.ErrTooMany at the limit of server, business or network. At the customer's it ends the oldest
// listener.
func (l *Live) Listen(ctx context.Context, user access.PortalUser) (*Listener, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	network := usecase.AddressOf(ctx) // customers of a mobile operator share its networks
	listeners, open := l.businesses[user.BusinessID]
	full := l.total >= maxListeners || network != "" && l.perNetwork[network] >= maxListenersPerNetwork
	full = full || open && listeners.total >= maxListenersPerBusiness
	if full {
		l.base.LimitHits.Add(streamsLimit, 1)
		return nil, loyalty.TooManyFor(30 * time.Second)
	}
	listener := &Listener{user: user, network: network, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	listener.Changed, listener.Ended = listener.changed, listener.ended
	if !open {
		listeners = &businessListeners{listeners: map[string][]*Listener{}}
		l.businesses[user.BusinessID] = listeners
	}
	if l.stopPolling == nil {
		ctx, leave := context.WithCancel(context.Background())
		l.stopPolling = leave
		go l.poll(ctx)
	}
	listeners.listeners[user.CustomerID] = append(listeners.listeners[user.CustomerID], listener)
	l.count(listeners, listener, 1)
	if customerListeners := listeners.listeners[user.CustomerID]; len(customerListeners) > maxListenersPerCustomer {
		close(customerListeners[0].ended)
		l.remove(listeners, customerListeners[0])
	}
	return listener, nil
}

// StopListening ends a listener. Polling stops with the last one.
func (l *Live) StopListening(listener *Listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	listeners, open := l.businesses[listener.user.BusinessID]
	if !open {
		return
	}
	l.remove(listeners, listener)
	if listeners.total == 0 {
		delete(l.businesses, listener.user.BusinessID)
	}
	if l.total == 0 {
		l.stopPolling()
		l.stopPolling = nil
	}
}

func (l *Live) remove(from *businessListeners, listener *Listener) {
	customer := listener.user.CustomerID
	place := slices.Index(from.listeners[customer], listener)
	if place < 0 {
		return // replaced by a newer one
	}
	from.listeners[customer] = slices.Delete(from.listeners[customer], place, place+1)
	if len(from.listeners[customer]) == 0 {
		delete(from.listeners, customer)
	}
	l.count(from, listener, -1)
}

// ListenerCount returns the number of listeners.
func (l *Live) ListenerCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

func (l *Live) count(in *businessListeners, listener *Listener, by int) {
	l.total += by
	in.total += by
	if l.perNetwork[listener.network] += by; l.perNetwork[listener.network] == 0 {
		delete(l.perNetwork, listener.network)
	}
}

// poll wakes listeners until none is left, at first all, because they may have missed changes. After an error the batch
// is read again.
func (l *Live) poll(ctx context.Context) {
	subscriber := l.dispatcher.Subscribe(usecase.UnknownPosition, l.handleBatch)
	defer l.dispatcher.Unsubscribe(subscriber)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(livePollInterval):
		}
		if err := l.dispatcher.Poll(ctx); err != nil {
			continue // the next poll repeats it
		}
	}
}

func (l *Live) handleBatch(ctx context.Context, batch usecase.EventBatch) {
	for businessID, events := range l.eventsByBusiness(batch) {
		audience, err := l.dispatcher.Audience(ctx, businessID, events)
		if err != nil || batch.HasGap {
			audience = usecase.Audience{Everyone: true}
		}
		l.wake(businessID, audience)
	}
}

func (l *Live) eventsByBusiness(batch usecase.EventBatch) map[string][]loyalty.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	byBusiness := map[string][]loyalty.Event{}
	if batch.HasGap {
		for businessID := range l.businesses {
			byBusiness[businessID] = nil
		}
	}
	for _, event := range batch.Events {
		if _, open := l.businesses[event.BusinessID]; open {
			byBusiness[event.BusinessID] = append(byBusiness[event.BusinessID], event)
		}
	}
	return byBusiness
}

// wake never blocks: if a listener has an unread signal, it needs no second one.
func (l *Live) wake(businessID string, audience usecase.Audience) {
	l.mu.Lock()
	defer l.mu.Unlock()
	group, open := l.businesses[businessID]
	if !open {
		return
	}
	if audience.Everyone {
		for _, listeners := range group.listeners {
			wakeAll(listeners)
		}
		return
	}
	for id := range audience.Customers {
		wakeAll(group.listeners[id])
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
