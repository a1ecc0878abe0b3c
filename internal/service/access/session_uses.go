package access

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// useWriteInterval is the shortest time between two stored uses of a session. Every usesWriteInterval this process
// stores those that are due: another server sees a use at most the sum of both later.
const (
	useWriteInterval  = 5 * time.Minute
	usesWriteInterval = time.Minute
)

// sessionUses buffers when sessions were used: no request waits for a write. Safe for concurrent use.
type sessionUses struct {
	mutex  sync.Mutex
	latest map[string]sessionUse // by session

	refused map[string]bool // sessions whose network was refused
}

// refuseOnce reports whether a session is refused for its network for the first time here.
func (u *sessionUses) refuseOnce(id string) bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.refused[id] {
		return false
	}
	u.refused[id] = true
	return true
}

// sessionUse is the last use of a session and when the last stored one was; zero: none.
type sessionUse struct {
	session store.StaffSession
	written time.Time
}

func (u *sessionUses) record(session store.StaffSession) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	use := u.latest[session.ID]
	if !session.SeenAt.Before(use.session.SeenAt) {
		if session.KeyID != use.session.KeyID {
			use.written = time.Time{} // other servers list it by its key
		}
		use.session = session
		u.latest[session.ID] = use
	}
}

// seenAt returns when this process saw a session last; zero: never.
func (u *sessionUses) seenAt(id string) time.Time {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return u.latest[id].session.SeenAt
}

// of returns the buffered uses of a user, by session.
func (u *sessionUses) of(userID string) map[string]store.StaffSession {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	found := map[string]store.StaffSession{}
	for id, use := range u.latest {
		if use.session.UserID == userID {
			found[id] = use.session
		}
	}
	return found
}

// unwritten forgets sessions that expired, and returns the uses to store.
func (u *sessionUses) unwritten(now time.Time) []store.StaffSession {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	var unwritten []store.StaffSession
	for id, use := range u.latest {
		switch {
		case !use.session.ExpiresAt.After(now):
			delete(u.latest, id)
		case use.session.SeenAt.Sub(use.written) >= useWriteInterval:
			unwritten = append(unwritten, use.session)
		}
	}
	return unwritten
}

func (u *sessionUses) setWritten(sessions []store.StaffSession) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	for _, session := range sessions {
		if use, found := u.latest[session.ID]; found {
			use.written = session.SeenAt
			u.latest[session.ID] = use
		}
	}
}

// recordUse buffers a use of a session. A call that the app makes by itself is no use.
func (s *Sessions) recordUse(ctx context.Context, claims staffClaims) {
	if usecase.IsAutomatic(ctx) {
		return
	}
	session := claims.session()
	opened := s.base.Now()
	if claims.IssuedAt != nil {
		opened = claims.IssuedAt.Time
	}
	used := s.usedNow(ctx, claims.Subject, session, opened)
	used.KeyID = claims.keyID
	s.uses.record(used)
}

func (s *Sessions) usedNow(ctx context.Context, userID string, session usecase.StaffSession, opened time.Time) store.StaffSession {
	return store.StaffSession{
		ID: session.ID, UserID: userID, TokenVersion: session.Version, Device: DeviceName(usecase.UserAgentOf(ctx)),
		Address: usecase.AddressOf(ctx), OpenedAt: opened, SeenAt: s.base.Now(), ExpiresAt: session.ExpiresAt,
	}
}

// WriteUsesPeriodically runs WriteUses until the context ends.
func (s *Sessions) WriteUsesPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{
		Name: "maintenance of sessions", First: usesWriteInterval, Every: usesWriteInterval, Run: s.WriteUses,
	})
}

// WriteUses stores when sessions were used. The next call retries what failed.
func (s *Sessions) WriteUses(ctx context.Context) error {
	return s.storeUses(ctx, s.uses.unwritten(s.base.Now()))
}

// storeUsesOf stores the buffered uses of a user, so that each of their sessions has its row.
func (s *Sessions) storeUsesOf(ctx context.Context, userID string) error {
	return s.storeUses(ctx, slices.Collect(maps.Values(s.uses.of(userID))))
}

// storeUses stores uses in transactions of at most usecase.BatchSize rows.
func (s *Sessions) storeUses(ctx context.Context, unwritten []store.StaffSession) error {
	// One order of ids on all servers, so that their upserts do not deadlock.
	slices.SortFunc(unwritten, func(a, b store.StaffSession) int { return strings.Compare(a.ID, b.ID) })
	for batch := range slices.Chunk(unwritten, usecase.BatchSize) {
		err := s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, session := range batch {
				if err := tx.StaffSessions().MarkUsed(session); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("storing when sessions were used: %w", err)
		}
		s.uses.setWritten(batch)
	}
	return nil
}
