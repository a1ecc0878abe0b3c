package access

import (
	"context"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// OpenSession is an open portal session.
type OpenSession struct {
	store.PortalSession
	Current bool
}

// OpenSessions returns the sessions of the token's phone, newest first. For a token by e-mail both must match.
func (p *Portal) OpenSessions(ctx context.Context, token string) ([]OpenSession, error) {
	claims, err := p.tokens.parsePortalToken(ctx, token)
	if err != nil {
		return nil, err
	}
	var sessions []store.PortalSession
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		sessions, err = tx.PortalSessions().List(claims.openedBy(), p.base.Now())
		return err
	})
	open := make([]OpenSession, len(sessions))
	for i, session := range sessions {
		open[i] = OpenSession{PortalSession: session, Current: session.ID == claims.ID}
	}
	return open, err
}

// CloseSession ends one of OpenSessions, or returns loyalty.ErrSessionNotFound.
func (p *Portal) CloseSession(ctx context.Context, token, id string) error {
	claims, err := p.tokens.parsePortalToken(ctx, token)
	if err != nil {
		return err
	}
	return p.endSessions(ctx, claims, func(tx *store.PlatformTx) error {
		closed, err := tx.PortalSessions().Close(claims.openedBy(), id)
		if err == nil && !closed {
			err = loyalty.ErrSessionNotFound
		}
		return err
	})
}

// CloseSessions ends all; with butOwn, all except the token's own.
func (p *Portal) CloseSessions(ctx context.Context, token string, butOwn bool) error {
	claims, err := p.tokens.parsePortalToken(ctx, token)
	if err != nil {
		return err
	}
	stays := ""
	if butOwn {
		stays = claims.ID
	}
	return p.endSessions(ctx, claims, func(tx *store.PlatformTx) error {
		return tx.PortalSessions().CloseOthers(claims.openedBy(), stays)
	})
}

func (p *Portal) endSessions(ctx context.Context, claims portalClaims, end func(*store.PlatformTx) error) error {
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := end(tx); err != nil {
			return err
		}
		if err := p.base.Append(tx.In(claims.BusinessID), loyalty.Event{Kind: loyalty.EventSessionsEnded, CustomerID: claims.Subject}); err != nil {
			return err
		}
		return p.base.Record(tx.In(claims.BusinessID), "", loyalty.ActionPortalSignOut, claims.Subject, "")
	})
	if err != nil {
		return fmt.Errorf("signing out of the portal: %w", err)
	}
	return nil
}

type userAgentName struct{ token, name string }

// browsers puts a browser with another's token in its User-Agent before that one.
func browsers() []userAgentName {
	return []userAgentName{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Safari", "Safari"},
	}
}

func systems() []userAgentName {
	return []userAgentName{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "Chromebook"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
}

// DeviceName returns a name such as 'Chrome en Android', for display only.
func DeviceName(agent string) string {
	browser, system := matchName(browsers(), agent), matchName(systems(), agent)
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

func matchName(names []userAgentName, agent string) string {
	for _, name := range names {
		if strings.Contains(agent, name.token) {
			return name.name
		}
	}
	return ""
}
