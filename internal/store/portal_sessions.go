package store

import (
	"fmt"
	"time"
)

// PortalSession is an open session of the portal.
type PortalSession struct {
	ID        string // of its token
	PhoneKey  string // of the phone whose cards it opens
	Device    string // what it was opened on, in Spanish
	OpenedAt  time.Time
	SeenAt    time.Time // when it was used last, by some hours
	ExpiresAt time.Time
}

// PortalSessions are the open sessions of the portal.
type PortalSessions struct{ tx *Tx }

// PortalSessions are the open sessions of the portal.
func (p *PlatformTx) PortalSessions() PortalSessions { return PortalSessions{&p.tx} }

// mostSessions are the sessions that a phone has open at once: nobody has as many devices.
const mostSessions = 20

// Open adds a session, in the place of the oldest where the phone has too many.
func (q PortalSessions) Open(s PortalSession) error {
	_, err := q.tx.exec(`
		INSERT INTO portal_sessions (id, phone_key, device, opened_at, seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		s.ID, s.PhoneKey, s.Device, millis(s.OpenedAt), millis(s.SeenAt), millis(s.ExpiresAt))
	if err == nil {
		_, err = q.tx.exec(`
			DELETE FROM portal_sessions WHERE phone_key = $1 AND id NOT IN (
				SELECT id FROM portal_sessions WHERE phone_key = $1 ORDER BY opened_at DESC, id LIMIT $2)`, s.PhoneKey, mostSessions)
	}
	if err != nil {
		return fmt.Errorf("noting a session: %w", err)
	}
	return nil
}

// Of returns the sessions of a phone that have not expired at an instant, the one that
// was opened last first.
func (q PortalSessions) Of(phoneKey string, now time.Time) ([]PortalSession, error) {
	var sessions []PortalSession
	err := q.tx.each(`
		SELECT id, phone_key, device, opened_at, seen_at, expires_at FROM portal_sessions
		WHERE phone_key = $1 AND expires_at > $2 ORDER BY opened_at DESC, id LIMIT $3`,
		[]any{phoneKey, millis(now), mostSessions},
		func(row scanner) error {
			var s PortalSession
			err := row.Scan(&s.ID, &s.PhoneKey, &s.Device, (*optionalInstant)(&s.OpenedAt), (*optionalInstant)(&s.SeenAt), (*optionalInstant)(&s.ExpiresAt))
			sessions = append(sessions, s)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the sessions of a phone: %w", err)
	}
	return sessions, nil
}

// Saw notes that a session was used.
func (q PortalSessions) Saw(id string, at time.Time) error {
	if _, err := q.tx.exec(`UPDATE portal_sessions SET seen_at = $2 WHERE id = $1`, id, millis(at)); err != nil {
		return fmt.Errorf("noting when a session was used: %w", err)
	}
	return nil
}

// Close ends a session of a phone: its token opens nothing more. It reports false, and
// changes nothing, where the phone has no such session.
func (q PortalSessions) Close(phoneKey, id string) (bool, error) {
	closed, err := q.tx.exec(`DELETE FROM portal_sessions WHERE id = $2 AND phone_key = $1`, phoneKey, id)
	if err != nil {
		return false, fmt.Errorf("closing a session of a phone: %w", err)
	}
	return closed > 0, nil
}

// CloseAllBut ends all sessions of a phone but one; without an id all.
func (q PortalSessions) CloseAllBut(phoneKey, id string) error {
	if _, err := q.tx.exec(`DELETE FROM portal_sessions WHERE phone_key = $1 AND id <> $2`, phoneKey, id); err != nil {
		return fmt.Errorf("closing the sessions of a phone: %w", err)
	}
	return nil
}

// Forget removes the sessions whose tokens expired before an instant.
func (q PortalSessions) Forget(before time.Time) error {
	if _, err := q.tx.exec(`DELETE FROM portal_sessions WHERE expires_at < $1`, millis(before)); err != nil {
		return fmt.Errorf("forgetting sessions: %w", err)
	}
	return nil
}
