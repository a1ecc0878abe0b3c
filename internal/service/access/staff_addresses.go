package access

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// StaffAddresses know the addresses of the network from which the staff of a business have
// called of late. Its customers register through the same ones. Addresses are kept as keyed
// hashes only. Its methods may be called from any goroutine.
type StaffAddresses struct {
	base   *usecase.Base
	tokens tokens

	mutex sync.Mutex
	seen  map[string]staffSighting // by the key of the address at a business
}

// staffSighting is when this copy of the program saw staff at an address, and when it wrote
// that down for other copies; zero: it has not.
type staffSighting struct{ seen, written time.Time }

const (
	// staffSeen is how an address of staff stands among the attempts. It is no limit.
	staffSeen AttemptKind = "staff seen"
	// staffWrittenEvery is how often one address is written down at most.
	staffWrittenEvery = time.Hour
	// staffKeptEvery is how often it is looked for what is to be written.
	staffKeptEvery = time.Minute
)

// Note notes that staff of a business call from an address. It writes nothing: Keep does.
func (s *StaffAddresses) Note(businessID, address string) {
	key := s.key(businessID, address)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	sighting := s.seen[key]
	sighting.seen = s.base.Now()
	s.seen[key] = sighting
}

// has reports whether staff of a business have called from an address within
// StaffAddressLife.
func (s *StaffAddresses) has(tx *store.Tx, businessID, address string) (bool, error) {
	key, now := s.key(businessID, address), s.base.Now()
	s.mutex.Lock()
	sighting := s.seen[key]
	s.mutex.Unlock()
	if sighting.counts(now) {
		return true, nil
	}
	written, err := tx.Attempts().Of(key, now, StaffAddressLife)
	return written.Used > 0, err
}

// counts reports whether staff were seen lately. A sighting later than now is one of a
// clock that has stepped back.
func (s staffSighting) counts(now time.Time) bool {
	return !s.seen.IsZero() && now.Sub(s.seen).Abs() < StaffAddressLife
}

// Keep writes down from where staff call, from time to time until the context ends.
func (s *StaffAddresses) Keep(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{
		Name: "upkeep of staff addresses", First: staffKeptEvery, Every: staffKeptEvery, Run: s.Write,
	})
}

// Write does once what Keep does from time to time. An address that cannot be written now
// is written the next time.
func (s *StaffAddresses) Write(ctx context.Context) error {
	unwritten := s.unwritten()
	if len(unwritten) == 0 {
		return nil
	}
	err := s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for key, seen := range unwritten {
			if err := tx.Attempts().Extend(key, seen.Add(StaffAddressLife)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("writing down from where staff call: %w", err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key, seen := range unwritten {
		if sighting, found := s.seen[key]; found {
			sighting.written = seen
			s.seen[key] = sighting
		}
	}
	return nil
}

// unwritten are the sightings that other copies do not know yet. It forgets old ones.
func (s *StaffAddresses) unwritten() map[string]time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := s.base.Now()
	maps.DeleteFunc(s.seen, func(_ string, sighting staffSighting) bool { return !sighting.counts(now) })
	unwritten := map[string]time.Time{}
	for key, sighting := range s.seen {
		if sighting.written.IsZero() || sighting.seen.Sub(sighting.written) >= staffWrittenEvery {
			unwritten[key] = sighting.seen
		}
	}
	return unwritten
}

func (s *StaffAddresses) key(businessID, address string) string {
	return s.tokens.attemptKey(Attempt{Kind: staffSeen, By: businessID + " " + address})
}
