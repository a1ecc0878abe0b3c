package access

import (
	"context"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// touchInterval is how often a session that is used is renewed: each time is a write.
const touchInterval = 24 * time.Hour

// portalSessions keep the sessions of the portal that are open.
type portalSessions struct {
	base   *usecase.Base
	tokens tokens
}

// startedSession is a session that has just opened.
type startedSession struct{ id, token string }

// start signs the token of a session that opens now on a device, and notes it.
func (o portalSessions) start(tx *store.PlatformTx, user PortalUser, phone, agent string) (startedSession, error) {
	claims := o.tokens.portalClaims(user, phone)
	err := tx.PortalSessions().Open(store.PortalSession{
		ID: claims.ID, By: claims.openedBy(), Device: DeviceName(agent),
		OpenedAt: o.base.Now(), SeenAt: o.base.Now(), ExpiresAt: o.base.Now().Add(portalIdleTimeout),
	})
	if err != nil {
		return startedSession{}, err
	}
	token, err := o.tokens.signClaims(claims)
	return startedSession{claims.ID, token}, err
}

// resume returns the token of a session that is open, as begin signed it. It reports false
// when the session has ended, or was opened by another phone or e-mail.
func (o portalSessions) resume(tx *store.PlatformTx, id string, user PortalUser, phone string) (token string, open bool, err error) {
	kept, open, err := tx.PortalSessions().Get(id)
	if err != nil || !open {
		return "", false, err
	}
	claims := o.tokens.portalClaims(user, phone)
	if claims.openedBy() != kept.By {
		return "", false, nil
	}
	claims.ID, claims.IssuedAt, claims.ExpiresAt = kept.ID, jwt.NewNumericDate(kept.OpenedAt), jwt.NewNumericDate(kept.OpenedAt.Add(portalSessionLifetime))
	token, err = o.tokens.signClaims(claims)
	return token, err == nil, err
}

// touch renews a session that is used, once in a day at most. The end of its token stays.
func (o portalSessions) touch(ctx context.Context, claims portalClaims, last time.Time) error {
	now := o.base.Now()
	if now.Sub(last) < touchInterval {
		return nil
	}
	expiresAt := now.Add(portalIdleTimeout)
	if end := claims.ExpiresAt.Time; expiresAt.After(end) {
		expiresAt = end
	}
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Saw(claims.ID, now, expiresAt) })
}

// removeExpired removes those whose tokens open nothing anyway.
func (o portalSessions) removeExpired(ctx context.Context) error {
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Forget(o.base.Now()) })
}
