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

// A session's use is stored at most every useWriteInterval, in writes every usesWriteInterval. Other servers see it
// after both intervals at the latest.
const (
	useWriteInterval  = 5 * time.Minute
	usesWriteInterval = time.Minute
)

// sessionUses buffers uses, so that no request waits for a write. It is safe for concurrent use.
type sessionUses struct {
	mutex  sync.Mutex
	latest map[string]sessionUse

	refused map[string]bool
}

// refuseOnce reports whether this is the first refusal of the session in this process.
func (u *sessionUses) refuseOnce(id string) bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.refused[id] {
		return false
	}
	u.refused[id] = true
	return true
}

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
			use.written = time.Time{} // other servers list the session by its key
		}
		use.session = session
		u.latest[session.ID] = use
	}
}

func (u *sessionUses) seenAt(id string) time.Time {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return u.latest[id].session.SeenAt
}

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

// recordUse ignores calls that the app makes by itself.
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

// WriteUses stores uses; the next call retries failures.
func (s *Sessions) WriteUses(ctx context.Context) error {
	return s.storeUses(ctx, s.uses.unwritten(s.base.Now()))
}

// storeUsesOf stores a user's uses, so that each session has its row.
func (s *Sessions) storeUsesOf(ctx context.Context, userID string) error {
	return s.storeUses(ctx, slices.Collect(maps.Values(s.uses.of(userID))))
}

func (s *Sessions) storeUses(ctx context.Context, unwritten []store.StaffSession) error {
	// The same order on all servers avoids deadlocks between upserts.
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
