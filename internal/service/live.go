package service

import (
	"context"
	"slices"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

const (
	// liveEvery is how often a business with listeners is asked for news.
	liveEvery = 250 * time.Millisecond
	// liveWindow is how far back it is asked: a transaction may become visible
	// after others that began later, on a server whose clock is another.
	liveWindow = 15 * time.Second

	listenersOfCustomer = 3
	listenersInAll      = 5000
)

// Listener hears when something may have changed for a customer.
type Listener struct {
	Changed <-chan struct{}
	Ended   <-chan struct{} // another listener took this one's place

	user    PortalUser
	changed chan struct{}
	ended   chan struct{}
}

// live tells listeners of what happens in their business. It reads the audit
// trail, where every act stands that changes something, on this server or
// another: whoever registers a visit knows nothing of it and waits for nobody.
type live struct {
	mu    sync.Mutex
	rooms map[string]*room // by business
}

// room is a business with listeners, oldest first.
type room struct {
	listeners []*Listener
	leave     context.CancelFunc
}

func newLive() *live {
	return &live{rooms: map[string]*room{}}
}

// Listen returns a listener for a signed-in customer; StopListening ends it. Of
// a customer with too many, the oldest ends. A server with too many refuses
// with loyalty.ErrTooMany.
func (s *Service) Listen(user PortalUser) (*Listener, error) {
	l := s.live
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count() >= listenersInAll {
		return nil, loyalty.TooManyFor(30 * time.Second)
	}
	listener := &Listener{user: user, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	listener.Changed, listener.Ended = listener.changed, listener.ended
	here, open := l.rooms[user.BusinessID]
	if !open {
		ctx, leave := context.WithCancel(context.Background())
		here = &room{leave: leave}
		l.rooms[user.BusinessID] = here
		go s.watch(ctx, user.BusinessID)
	}
	here.listeners = append(here.listeners, listener)
	here.endOldest(user)
	return listener, nil
}

// StopListening ends a listener. The last one of a business ends the watch
// over it.
func (s *Service) StopListening(listener *Listener) {
	l := s.live
	l.mu.Lock()
	defer l.mu.Unlock()
	here, open := l.rooms[listener.user.BusinessID]
	if !open {
		return
	}
	here.listeners = slices.DeleteFunc(here.listeners, func(other *Listener) bool { return other == listener })
	if len(here.listeners) == 0 {
		here.leave()
		delete(l.rooms, listener.user.BusinessID)
	}
}

func (l *live) count() int {
	total := 0
	for _, here := range l.rooms {
		total += len(here.listeners)
	}
	return total
}

func (r *room) endOldest(user PortalUser) {
	ofUser := func(l *Listener) bool { return l.user == user }
	count := 0
	for _, listener := range r.listeners {
		if ofUser(listener) {
			count++
		}
	}
	if count <= listenersOfCustomer {
		return
	}
	oldest := slices.IndexFunc(r.listeners, ofUser)
	close(r.listeners[oldest].ended)
	r.listeners = slices.Delete(r.listeners, oldest, oldest+1)
}

// watch wakes a business's listeners after each act in it, until the last has
// gone. What cannot be read now is read the next time.
func (s *Service) watch(ctx context.Context, businessID string) {
	seen := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(liveEvery):
		}
		if ids, err := s.recentEvents(ctx, businessID); err == nil && news(ids, seen) {
			s.live.wake(businessID)
		}
	}
}

func (s *Service) recentEvents(ctx context.Context, businessID string) ([]string, error) {
	var ids []string
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		ids, err = tx.EventsSince(businessID, s.now().Add(-liveWindow))
		return err
	})
	return ids, err
}

// news reports whether there are ids that were not seen, and makes seen what
// there is.
func news(ids []string, seen map[string]bool) bool {
	fresh := slices.ContainsFunc(ids, func(id string) bool { return !seen[id] })
	clear(seen)
	for _, id := range ids {
		seen[id] = true
	}
	return fresh
}

// wake never waits: a listener that has not looked yet will look once.
func (l *live) wake(businessID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	here, open := l.rooms[businessID]
	if !open {
		return
	}
	for _, listener := range here.listeners {
		select {
		case listener.changed <- struct{}{}:
		default:
		}
	}
}
