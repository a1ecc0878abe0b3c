package access

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SignOut revokes a staff session. Errors: loyalty.ErrUnauthenticated, loyalty.ErrTokenExpired.
func (s *Sessions) SignOut(ctx context.Context, token string) error {
	claims, err := s.tokens.readStaff(ctx, token)
	if err != nil {
		return err
	}
	actor, err := s.actorOf(ctx, claims)
	if err != nil {
		return err
	}
	err = s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.Sessions().End(claims.ID, claims.ExpiresAt.Time); err != nil {
			return err
		}
		if _, err := tx.StaffSessions().End(claims.Subject, claims.ID); err != nil {
			return err
		}
		return s.base.Record(tx.In(actor.BusinessID), actor.UserID, loyalty.ActionSignOut, claims.Subject, "")
	})
	if err != nil {
		return fmt.Errorf("signing out: %w", err)
	}
	return nil
}

// SignOut ends a portal session.
func (p *Portal) SignOut(ctx context.Context, token string) error {
	claims, err := p.tokens.parsePortalToken(ctx, token)
	if err != nil {
		return err
	}
	return p.endSessions(ctx, claims, func(tx *store.PlatformTx) error {
		_, err := tx.PortalSessions().Close(claims.openedBy(), claims.ID)
		return err
	})
}

// endsKeptFor is how long a revocation is stored. It exceeds any clock's error: set back further, the clock would
// revive a revoked, expired token.
const endsKeptFor = 7 * 24 * time.Hour

func (s *Sessions) removeExpired(ctx context.Context) error {
	err := s.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).StaffSessions, store.StaffSessions.RemoveExpired), Before: s.base.Now()}})
	if err != nil {
		return err
	}
	return s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Sessions().Forget(s.base.Now().Add(-endsKeptFor)) })
}
