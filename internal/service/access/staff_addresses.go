package access

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// StaffAddresses has keyed hashes of addresses lately used by staff, which customers use too. It is safe for concurrent
// use.
type StaffAddresses struct {
	base   *usecase.Base
	tokens tokens

	mutex     sync.Mutex
	sightings map[string]staffSighting
}

type staffSighting struct{ seenAt, writtenAt time.Time }

const (
	staffSeen            AttemptKind = "staff seen"
	addressWriteInterval             = time.Hour
	staffWriteInterval               = time.Minute
)

// Record buffers an address for Write.
func (s *StaffAddresses) Record(businessID, address string) {
	key := s.key(businessID, address)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	sighting := s.sightings[key]
	sighting.seenAt = s.base.Now()
	s.sightings[key] = sighting
}

func (s *StaffAddresses) contains(tx *store.Tx, businessID, address string) (bool, error) {
	key, now := s.key(businessID, address), s.base.Now()
	s.mutex.Lock()
	sighting := s.sightings[key]
	s.mutex.Unlock()
	if sighting.isRecent(now) {
		return true, nil
	}
	count, err := tx.Attempts().Of(key, now, StaffAddressLifetime)
	return count.Used > 0, err
}

// isRecent accepts instants in the future, from before the clock was set back.
func (s staffSighting) isRecent(now time.Time) bool {
	return !s.seenAt.IsZero() && now.Sub(s.seenAt).Abs() < StaffAddressLifetime
}

// WritePeriodically runs until the context ends.
func (s *StaffAddresses) WritePeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{
		Name: "maintenance of staff addresses", First: staffWriteInterval, Every: staffWriteInterval, Run: s.Write,
	})
}

// Write stores the buffered addresses. The next call retries failures.
func (s *StaffAddresses) Write(ctx context.Context) error {
	unwritten := s.takeUnwritten()
	err := writeBatches(ctx, s.base, slices.Sorted(maps.Keys(unwritten)), func(tx *store.PlatformTx, key string) error {
		return tx.Attempts().Extend(key, unwritten[key].Add(StaffAddressLifetime))
	}, func(keys []string) { s.setWritten(keys, unwritten) })
	if err != nil {
		return fmt.Errorf("storing staff addresses: %w", err)
	}
	return nil
}

func (s *StaffAddresses) setWritten(keys []string, seenTimes map[string]time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, key := range keys {
		if sighting, found := s.sightings[key]; found {
			sighting.writtenAt = seenTimes[key]
			s.sightings[key] = sighting
		}
	}
}

func (s *StaffAddresses) takeUnwritten() map[string]time.Time {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	now := s.base.Now()
	maps.DeleteFunc(s.sightings, func(_ string, sighting staffSighting) bool { return !sighting.isRecent(now) })
	unwritten := map[string]time.Time{}
	for key, sighting := range s.sightings {
		if sighting.writtenAt.IsZero() || sighting.seenAt.Sub(sighting.writtenAt) >= addressWriteInterval {
			unwritten[key] = sighting.seenAt
		}
	}
	return unwritten
}

func (s *StaffAddresses) key(businessID, address string) string {
	return s.tokens.attemptKey(Attempt{Kind: staffSeen, Subject: businessID + " " + address})
}
