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

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// A use is stored at most once per useWriteInterval, by a write every usesWriteInterval. Other servers see it within
// their sum. An operator's last use, from which idle time counts, is stored within usesWriteInterval.
const (
	useWriteInterval  = 5 * time.Minute
	usesWriteInterval = time.Minute
)

// sessionUses buffers uses, so that no request waits. It is safe for concurrent use.
type sessionUses struct {
	mutex  sync.Mutex
	latest map[string]sessionUse

	refusals map[string]time.Time // expiry of the recorded session
}

// refuseOnce records a session's first refusal in this process. After a failure it tries again.
func (u *sessionUses) refuseOnce(session usecase.StaffSession, record func() error) error {
	if !u.markRefused(session) {
		return nil
	}
	err := record()
	if err != nil {
		u.mutex.Lock()
		defer u.mutex.Unlock()
		delete(u.refusals, session.ID)
	}
	return err
}

func (u *sessionUses) markRefused(session usecase.StaffSession) bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if _, known := u.refusals[session.ID]; known {
		return false
	}
	u.refusals[session.ID] = session.ExpiresAt
	return true
}

type sessionUse struct {
	session   store.StaffSession
	writtenAt time.Time
	endsIdle  bool
}

// mustWrite reports whether the use must be stored now, also if the clock was set back since the last write.
func (u sessionUse) mustWrite(now time.Time) bool {
	since := u.session.SeenAt.Sub(u.writtenAt).Abs()
	isLast := u.endsIdle && since > 0 && now.Sub(u.session.SeenAt).Abs() >= usesWriteInterval
	return since >= useWriteInterval || isLast
}

// record buffers a later use. It replaces one in the future by more than store.MaxClockSkew: the clock was set back.
func (u *sessionUses) record(session store.StaffSession, endsIdle bool) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	use := u.latest[session.ID]
	use.endsIdle = endsIdle
	if ahead := use.session.SeenAt.Sub(session.SeenAt); ahead <= 0 || ahead > store.MaxClockSkew {
		if session.KeyID != use.session.KeyID {
			use.writtenAt = time.Time{} // other servers list the session by its key
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

func (u *sessionUses) usesOf(userID string) map[string]store.StaffSession {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	sessions := map[string]store.StaffSession{}
	for id, use := range u.latest {
		if use.session.UserID == userID {
			sessions[id] = use.session
		}
	}
	return sessions
}

func (u *sessionUses) takeUnwritten(now time.Time) []store.StaffSession {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	maps.DeleteFunc(u.refusals, func(_ string, expiresAt time.Time) bool { return !expiresAt.After(now) })
	var unwritten []store.StaffSession
	for id, use := range u.latest {
		switch {
		case !use.session.ExpiresAt.After(now):
			delete(u.latest, id)
		case use.mustWrite(now):
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
			use.writtenAt = session.SeenAt
			u.latest[session.ID] = use
		}
	}
}

// recordUse skips calls that the app has made without its user.
func (s *Sessions) recordUse(ctx context.Context, claims staffClaims) {
	if usecase.IsAutomatic(ctx) {
		return
	}
	session := claims.session()
	openedAt := s.base.Now()
	if claims.IssuedAt != nil {
		openedAt = claims.IssuedAt.Time
	}
	used := s.usedNow(ctx, claims.Subject, session, openedAt)
	used.KeyID = claims.keyID
	s.uses.record(used, claims.Role == loyalty.Superadmin)
}

func (s *Sessions) usedNow(ctx context.Context, userID string, session usecase.StaffSession, openedAt time.Time) store.StaffSession {
	return store.StaffSession{
		ID: session.ID, UserID: userID, TokenVersion: session.Version, Device: DeviceName(usecase.UserAgentOf(ctx)),
		Address: usecase.AddressOf(ctx), OpenedAt: openedAt, SeenAt: s.base.Now(), ExpiresAt: session.ExpiresAt,
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
	return s.storeUses(ctx, s.uses.takeUnwritten(s.base.Now()))
}

func (s *Sessions) storeUsesOf(ctx context.Context, userID string) error {
	return s.storeUses(ctx, slices.Collect(maps.Values(s.uses.usesOf(userID))))
}

func (s *Sessions) storeUses(ctx context.Context, unwritten []store.StaffSession) error {
	slices.SortFunc(unwritten, func(a, b store.StaffSession) int { return strings.Compare(a.ID, b.ID) })
	err := writeBatches(ctx, s.base, unwritten, func(tx *store.PlatformTx, session store.StaffSession) error {
		return tx.StaffSessions().MarkUsed(session, s.base.Now())
	}, s.uses.setWritten)
	if err != nil {
		return fmt.Errorf("storing when sessions were used: %w", err)
	}
	return nil
}
