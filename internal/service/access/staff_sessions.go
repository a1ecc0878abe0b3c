package access

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// OpenStaffSession is one of a user's sessions.
type OpenStaffSession struct {
	store.StaffSession
	Current bool
}

func (s *Sessions) newSession(user loyalty.User) usecase.StaffSession {
	return usecase.StaffSession{
		ID: rand.Text(), Version: user.TokenVersion, AuthenticatedAt: s.base.Now(), ExpiresAt: s.base.Now().Add(s.tokens.lifetimeOf(user.Role)),
	}
}

// storeSession must be called before the token is signed.
func (s *Sessions) storeSession(ctx context.Context, tx *store.PlatformTx, user loyalty.User, session usecase.StaffSession) error {
	used := s.usedNow(ctx, user.ID, session, s.base.Now())
	used.KeyID = s.tokens.keys.ring.Load().signs
	return tx.StaffSessions().MarkUsed(used, s.base.Now())
}

// Open returns the actor's sessions, last used first, except idle ones and those of retired keys.
func (s *Sessions) Open(ctx context.Context, actor usecase.Actor) ([]OpenStaffSession, error) {
	var sessions []store.StaffSession
	err := s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		sessions, err = tx.StaffSessions().OfUser(actor.UserID, s.base.Now())
		return err
	})
	if err != nil {
		return nil, err
	}
	bufferedUses := s.uses.usesOf(actor.UserID)
	var open []OpenStaffSession
	for _, session := range sessions {
		if used, found := bufferedUses[session.ID]; found && used.SeenAt.After(session.SeenAt) {
			session.SeenAt, session.Device, session.Address, session.KeyID = used.SeenAt, used.Device, used.Address, used.KeyID
		}
		isIdle := actor.Role == loyalty.Superadmin && loyalty.IsIdle(session.SeenAt, s.base.Now())
		if isIdle || !s.tokens.keys.verifies(session.KeyID) {
			continue
		}
		open = append(open, OpenStaffSession{session, session.ID == actor.Session.ID})
	}
	slices.SortFunc(open, func(a, b OpenStaffSession) int {
		return cmp.Or(b.SeenAt.Compare(a.SeenAt), cmp.Compare(a.ID, b.ID))
	})
	return open, nil
}

// Close ends one of the actor's sessions, or returns loyalty.ErrSessionNotFound.
func (s *Sessions) Close(ctx context.Context, actor usecase.Actor, id string) error {
	return s.closeBy(ctx, actor, func(tx *store.PlatformTx) error {
		ended, err := tx.StaffSessions().End(actor.UserID, id)
		if err == nil && !ended {
			err = loyalty.ErrSessionNotFound
		}
		return err
	})
}

// CloseOthers ends all sessions but the calling one.
func (s *Sessions) CloseOthers(ctx context.Context, actor usecase.Actor) error {
	return s.closeBy(ctx, actor, func(tx *store.PlatformTx) error {
		_, err := tx.StaffSessions().EndOthers(actor.UserID, actor.Session.ID)
		return err
	})
}

// closeBy first stores the uses, so that every session has a row.
func (s *Sessions) closeBy(ctx context.Context, actor usecase.Actor, end func(*store.PlatformTx) error) error {
	if err := s.storeUsesOf(ctx, actor.UserID); err != nil {
		return err
	}
	err := s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().Get(actor.UserID)
		if err != nil {
			return err
		}
		if err := end(tx); err != nil {
			return err
		}
		return s.recordAccount(tx, user, loyalty.ActionSessionsClosed)
	})
	if err != nil {
		return fmt.Errorf("closing sessions: %w", err)
	}
	return nil
}

func (s *Sessions) requireUse(ctx context.Context, claims staffClaims) error {
	last := s.uses.seenAt(claims.ID)
	if s.base.Now().Sub(last).Abs() < useWriteInterval {
		return nil
	}
	lastUse, err := s.storedUse(ctx, claims)
	if err != nil {
		return fmt.Errorf("authenticating an operator: %w", err)
	}
	if lastUse.After(last) {
		last = lastUse
	}
	if loyalty.IsIdle(last, s.base.Now()) {
		return loyalty.ErrSessionIdle
	}
	return nil
}

// IdleLeft returns an operator's remaining idle time. It returns false for staff, and if the session expires before.
func (s *Sessions) IdleLeft(ctx context.Context, actor usecase.Actor) (remaining time.Duration, endsIdle bool, err error) {
	if actor.Role != loyalty.Superadmin {
		return 0, false, nil
	}
	last := s.uses.seenAt(actor.Session.ID)
	var lastUse time.Time
	err = s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		lastUse, err = tx.StaffSessions().SeenAt(actor.Session.ID)
		return err
	})
	if err != nil {
		return 0, false, fmt.Errorf("reading when a session ends: %w", err)
	}
	if lastUse.After(last) {
		last = lastUse
	}
	if now := s.base.Now(); last.After(now) {
		last = now // the clock was set back
	}
	end := last.Add(loyalty.OperatorIdleTimeout)
	return max(0, end.Sub(s.base.Now())), end.Before(actor.Session.ExpiresAt), nil
}

// storedUse returns the last use on any server. For a session of an older version it returns when its token was issued.
func (s *Sessions) storedUse(ctx context.Context, claims staffClaims) (seenAt time.Time, err error) {
	err = s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		seenAt, err = tx.StaffSessions().SeenAt(claims.ID)
		return err
	})
	if err == nil && seenAt.IsZero() && claims.IssuedAt != nil {
		seenAt = claims.IssuedAt.Time
	}
	return seenAt, err
}
