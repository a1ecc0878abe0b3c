package access

import (
	"context"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// seenEvery is how often a session that is used is renewed: each time is a write.
const seenEvery = 24 * time.Hour

// openings keep the sessions of the portal that are open.
type openings struct {
	base   *usecase.Base
	tokens tokens
}

// begun is a session that has just opened.
type begun struct{ id, token string }

// begin signs the token of a session that opens now on a device, and notes it.
func (o openings) begin(tx *store.PlatformTx, user PortalUser, phone, agent string) (begun, error) {
	claims := o.tokens.portalClaims(user, phone)
	err := tx.PortalSessions().Open(store.PortalSession{
		ID: claims.ID, By: claims.openedBy(), Device: DeviceOf(agent),
		OpenedAt: o.base.Now(), SeenAt: o.base.Now(), ExpiresAt: o.base.Now().Add(portalIdle),
	})
	if err != nil {
		return begun{}, err
	}
	token, err := o.tokens.signed(claims)
	return begun{claims.ID, token}, err
}

// resume returns the token of a session that is open, as begin signed it. It reports false
// when the session has ended, or was opened by another phone or e-mail.
func (o openings) resume(tx *store.PlatformTx, id string, user PortalUser, phone string) (token string, open bool, err error) {
	kept, open, err := tx.PortalSessions().Get(id)
	if err != nil || !open {
		return "", false, err
	}
	claims := o.tokens.portalClaims(user, phone)
	if claims.openedBy() != kept.By {
		return "", false, nil
	}
	claims.ID, claims.IssuedAt, claims.ExpiresAt = kept.ID, jwt.NewNumericDate(kept.OpenedAt), jwt.NewNumericDate(kept.OpenedAt.Add(portalSession))
	token, err = o.tokens.signed(claims)
	return token, err == nil, err
}

// saw renews a session that is used, once in a day at most. The end of its token stays.
func (o openings) saw(ctx context.Context, claims portalClaims, last time.Time) error {
	now := o.base.Now()
	if now.Sub(last) < seenEvery {
		return nil
	}
	expiresAt := now.Add(portalIdle)
	if end := claims.ExpiresAt.Time; expiresAt.After(end) {
		expiresAt = end
	}
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Saw(claims.ID, now, expiresAt) })
}

// forget removes those whose tokens open nothing anyway.
func (o openings) forget(ctx context.Context) error {
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Forget(o.base.Now()) })
}
