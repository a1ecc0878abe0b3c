package access

import (
	"context"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// touchInterval limits how often a use is written.
const touchInterval = 24 * time.Hour

type portalSessions struct {
	base   *usecase.Base
	tokens tokens
}

type startedSession struct{ id, token string }

func (o portalSessions) start(tx *store.PlatformTx, user PortalUser, phone, agent string) (startedSession, error) {
	claims := o.tokens.portalClaims(user, phone)
	err := tx.PortalSessions().Open(store.PortalSession{
		ID: claims.ID, Origin: claims.openedBy(), Device: DeviceName(agent),
		OpenedAt: o.base.Now(), SeenAt: o.base.Now(), ExpiresAt: o.base.Now().Add(portalIdleTimeout),
	})
	if err != nil {
		return startedSession{}, err
	}
	token, err := o.tokens.signClaims(claims)
	return startedSession{claims.ID, token}, err
}

// resume continues a session. It returns false if the session has ended, or phone or e-mail have changed.
func (o portalSessions) resume(tx *store.PlatformTx, id string, user PortalUser, phone string) (token string, open bool, err error) {
	storedSession, open, err := tx.PortalSessions().Get(id)
	if err != nil || !open {
		return "", false, err
	}
	claims := o.tokens.portalClaims(user, phone)
	if claims.openedBy() != storedSession.Origin {
		return "", false, nil
	}
	claims.ID, claims.IssuedAt, claims.ExpiresAt = storedSession.ID, jwt.NewNumericDate(storedSession.OpenedAt), jwt.NewNumericDate(storedSession.OpenedAt.Add(portalSessionLifetime))
	token, err = o.tokens.signClaims(claims)
	return token, err == nil, err
}

// touch renews the session, at most until the token expires.
func (o portalSessions) touch(ctx context.Context, claims portalClaims, last time.Time) error {
	now := o.base.Now()
	if now.Sub(last) < touchInterval {
		return nil
	}
	expiresAt := now.Add(portalIdleTimeout)
	if end := claims.ExpiresAt.Time; expiresAt.After(end) {
		expiresAt = end
	}
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().MarkUsed(claims.ID, now, expiresAt) })
}

func (o portalSessions) removeExpired(ctx context.Context) error {
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Forget(o.base.Now()) })
}
