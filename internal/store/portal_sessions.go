package store

import (
	"fmt"
	"time"
)

// SessionOrigin is the phone or e-mail that opened a session.
type SessionOrigin struct {
	PhoneKey string
	EmailKey string // empty: opened by phone
}

// PortalSession is an open portal session.
type PortalSession struct {
	ID        string
	Origin    SessionOrigin
	Device    string // in Spanish
	OpenedAt  time.Time
	SeenAt    time.Time // last use, some hours inexact
	ExpiresAt time.Time
}

// PortalSessions are open sessions.
type PortalSessions struct{ tx *Tx }

// PortalSessions gives access to open sessions.
func (p *PlatformTx) PortalSessions() PortalSessions { return PortalSessions{&p.tx} }

// maxSessions limits an origin's sessions, maxListed what List returns.
const (
	maxSessions = 20
	maxListed   = 100
)

// Open adds a session and removes the origin's oldest ones beyond the limit.
func (q PortalSessions) Open(s PortalSession) error {
	_, err := q.tx.exec(`
		INSERT INTO portal_sessions (id, phone_key, email_key, device, opened_at, seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.ID, s.Origin.PhoneKey, s.Origin.EmailKey, s.Device, millis(s.OpenedAt), millis(s.SeenAt), millis(s.ExpiresAt))
	if err == nil {
		_, err = q.tx.exec(`
			DELETE FROM portal_sessions WHERE phone_key = $1 AND email_key = $2 AND id NOT IN (
				SELECT id FROM portal_sessions WHERE phone_key = $1 AND email_key = $2 ORDER BY opened_at DESC, id LIMIT $3)`,
			s.Origin.PhoneKey, s.Origin.EmailKey, maxSessions)
	}
	if err != nil {
		return fmt.Errorf("recording a session: %w", err)
	}
	return nil
}

// visibleTo selects the sessions that a session sees. Opened by phone: all of the phone; by e-mail: those of the same
// phone and e-mail.
const visibleTo = ` phone_key = $1 AND ($2 = '' OR email_key = $2) `

// List returns visible sessions, latest first.
func (q PortalSessions) List(by SessionOrigin, now time.Time) ([]PortalSession, error) {
	var sessions []PortalSession
	err := q.tx.queryEach(`
		SELECT id, phone_key, email_key, device, opened_at, seen_at, expires_at FROM portal_sessions
		WHERE`+visibleTo+`AND expires_at > $3 ORDER BY opened_at DESC, id LIMIT $4`,
		[]any{by.PhoneKey, by.EmailKey, millis(now), maxListed},
		func(row scanner) error {
			var s PortalSession
			err := row.Scan(&s.ID, &s.Origin.PhoneKey, &s.Origin.EmailKey, &s.Device,
				(*optionalInstant)(&s.OpenedAt), (*optionalInstant)(&s.SeenAt), (*optionalInstant)(&s.ExpiresAt))
			sessions = append(sessions, s)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the sessions of a phone: %w", err)
	}
	return sessions, nil
}

// Get returns an open session.
func (q PortalSessions) Get(id string) (PortalSession, bool, error) {
	s := PortalSession{ID: id}
	found, err := q.tx.queryOne(`SELECT phone_key, email_key, device, opened_at, seen_at, expires_at FROM portal_sessions WHERE id = $1`, []any{id},
		&s.Origin.PhoneKey, &s.Origin.EmailKey, &s.Device, (*optionalInstant)(&s.OpenedAt), (*optionalInstant)(&s.SeenAt), (*optionalInstant)(&s.ExpiresAt))
	if err != nil {
		return s, false, fmt.Errorf("reading a session: %w", err)
	}
	return s, found, nil
}

// MarkUsed records use and expiry.
func (q PortalSessions) MarkUsed(id string, at, expiresAt time.Time) error {
	_, err := q.tx.exec(`UPDATE portal_sessions SET seen_at = $2, expires_at = $3 WHERE id = $1`, id, millis(at), millis(expiresAt))
	if err != nil {
		return fmt.Errorf("recording the use of a session: %w", err)
	}
	return nil
}

// Close ends a visible session, or returns false.
func (q PortalSessions) Close(by SessionOrigin, id string) (bool, error) {
	rowCount, err := q.tx.exec(`DELETE FROM portal_sessions WHERE`+visibleTo+`AND id = $3`, by.PhoneKey, by.EmailKey, id)
	if err != nil {
		return false, fmt.Errorf("closing a session of a phone: %w", err)
	}
	return rowCount > 0, nil
}

// CloseOthers ends the visible sessions except id ("": all).
func (q PortalSessions) CloseOthers(by SessionOrigin, id string) error {
	if _, err := q.tx.exec(`DELETE FROM portal_sessions WHERE`+visibleTo+`AND id <> $3`, by.PhoneKey, by.EmailKey, id); err != nil {
		return fmt.Errorf("closing the sessions of a phone: %w", err)
	}
	return nil
}

// CloseOpenedBefore ends old sessions.
func (q PortalSessions) CloseOpenedBefore(until time.Time, limit int) (int, error) {
	return remove(q.tx, "sessions of the portal", `
		DELETE FROM portal_sessions WHERE id IN (SELECT id FROM portal_sessions WHERE opened_at <= $1 ORDER BY id LIMIT $2)`,
		millis(until), limit)
}

// Forget removes expired sessions.
func (q PortalSessions) Forget(before time.Time) error {
	if _, err := q.tx.exec(`DELETE FROM portal_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("removing sessions: %w", err)
	}
	return nil
}
