package access

import (
	"context"
	"fmt"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// SignOut ends the session of a staff token: it opens nothing more, whoever has
// kept it. Other sessions of the same user go on. It refuses with
// loyalty.ErrUnauthenticated or loyalty.ErrTokenExpired a token that opens
// nothing.
func (s *Sessions) SignOut(ctx context.Context, token string) error {
	claims, err := s.tokens.read(token)
	if err != nil {
		return err
	}
	actor, err := s.actorOf(ctx, claims)
	if err != nil {
		return err
	}
	return s.end(ctx, claims.RegisteredClaims, actor.BusinessID, actor.UserID, loyalty.ActionSignOut)
}

// SignOut is SignOut for the session of a customer.
func (p *Portal) SignOut(ctx context.Context, token string) error {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return err
	}
	return p.sessions.end(ctx, claims.RegisteredClaims, claims.BusinessID, "", loyalty.ActionPortalSignOut)
}

func (s *Sessions) end(ctx context.Context, session jwt.RegisteredClaims, businessID, userID string, action loyalty.Action) error {
	err := s.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.Sessions().End(session.ID, session.ExpiresAt.Time); err != nil {
			return err
		}
		return s.Record(tx.In(businessID), userID, action, session.Subject, "")
	})
	if err != nil {
		return fmt.Errorf("signing out: %w", err)
	}
	return nil
}

// forget removes the ended sessions whose tokens open nothing anyway.
func (s *Sessions) forget(ctx context.Context) error {
	return s.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Sessions().Forget(s.Now()) })
}
