package access

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// seenEvery is how exactly it is known when a session was used last: nobody needs more,
// and each time is a write.
const seenEvery = 12 * time.Hour

// OpenSession is a session of the portal that is open.
type OpenSession struct {
	store.PortalSession
	Current bool // the one that asks
}

// OpenSessions returns the sessions that the phone of a token has open, of all its cards,
// the newest first; for a token that came by e-mail those of the same phone and e-mail.
func (p *Portal) OpenSessions(ctx context.Context, token string) ([]OpenSession, error) {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return nil, err
	}
	var sessions []store.PortalSession
	err = p.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		sessions, err = tx.PortalSessions().Of(claims.openedBy(), p.Now())
		return err
	})
	open := make([]OpenSession, len(sessions))
	for i, session := range sessions {
		open[i] = OpenSession{PortalSession: session, Current: session.ID == claims.ID}
	}
	return open, err
}

// CloseSession ends one of OpenSessions. It refuses with loyalty.ErrSessionNotFound any
// other, and one that is closed already.
func (p *Portal) CloseSession(ctx context.Context, token, id string) error {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return err
	}
	return p.closing(ctx, claims, func(tx *store.PlatformTx) error {
		closed, err := tx.PortalSessions().Close(claims.openedBy(), id)
		if err == nil && !closed {
			err = loyalty.ErrSessionNotFound
		}
		return err
	})
}

// CloseSessions ends all of OpenSessions, or all but the token's own.
func (p *Portal) CloseSessions(ctx context.Context, token string, butOwn bool) error {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return err
	}
	stays := ""
	if butOwn {
		stays = claims.ID
	}
	return p.closing(ctx, claims, func(tx *store.PlatformTx) error {
		return tx.PortalSessions().CloseAllBut(claims.openedBy(), stays)
	})
}

func (p *Portal) closing(ctx context.Context, claims portalClaims, end func(*store.PlatformTx) error) error {
	err := p.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := end(tx); err != nil {
			return err
		}
		return p.Record(tx.In(claims.BusinessID), "", loyalty.ActionPortalSignOut, claims.Subject, "")
	})
	if err != nil {
		return fmt.Errorf("signing out of the portal: %w", err)
	}
	return nil
}

// begun is a session that has just opened.
type begun struct{ id, token string }

// begin signs the token of a session that opens now on a device, and notes it.
func (p *Portal) begin(tx *store.PlatformTx, user PortalUser, phone, agent string) (begun, error) {
	claims := p.tokens.portalClaims(user, phone)
	err := tx.PortalSessions().Open(store.PortalSession{
		ID: claims.ID, By: claims.openedBy(), Device: DeviceOf(agent),
		OpenedAt: p.Now(), SeenAt: p.Now(), ExpiresAt: claims.ExpiresAt.Time,
	})
	if err != nil {
		return begun{}, err
	}
	token, err := p.tokens.signed(claims)
	return begun{claims.ID, token}, err
}

// resume returns the token of a session that is open, as begin signed it. It reports false
// when the session has ended, or was opened by another phone or e-mail.
func (p *Portal) resume(tx *store.PlatformTx, id string, user PortalUser, phone string) (token string, open bool, err error) {
	kept, open, err := tx.PortalSessions().Get(id)
	if err != nil || !open {
		return "", false, err
	}
	claims := p.tokens.portalClaims(user, phone)
	if claims.openedBy() != kept.By {
		return "", false, nil
	}
	claims.ID, claims.IssuedAt, claims.ExpiresAt = kept.ID, jwt.NewNumericDate(kept.OpenedAt), jwt.NewNumericDate(kept.ExpiresAt)
	token, err = p.tokens.signed(claims)
	return token, err == nil, err
}

// saw notes now and then that a session is used.
func (p *Portal) saw(ctx context.Context, id string, last time.Time) error {
	if p.Now().Sub(last) < seenEvery {
		return nil
	}
	return p.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Saw(id, p.Now()) })
}

// forgetSessions removes those whose tokens open nothing anyway.
func (p *Portal) forgetSessions(ctx context.Context) error {
	return p.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.PortalSessions().Forget(p.Now()) })
}

// named is what a browser says of itself, and what people call that.
type named struct{ says, called string }

// browsers are listed so that each comes before those whose names it says too.
func browsers() []named {
	return []named{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Safari", "Safari"},
	}
}

func systems() []named {
	return []named{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "Chromebook"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
}

// DeviceOf is what people call a browser on a device, by its User-Agent: 'Chrome en
// Android'. It is a guess for whoever has the device, and nothing is decided by it.
func DeviceOf(agent string) string {
	browser, system := calledIn(browsers(), agent), calledIn(systems(), agent)
	switch {
	case browser == "" && system == "":
		return "Dispositivo desconocido"
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " en " + system
}

func calledIn(names []named, agent string) string {
	for _, name := range names {
		if strings.Contains(agent, name.says) {
			return name.called
		}
	}
	return ""
}
