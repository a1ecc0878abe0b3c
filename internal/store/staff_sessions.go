package store

import (
	"fmt"
	"time"
)

// StaffSession is an open session of staff or an operator.
type StaffSession struct {
	ID           string
	UserID       string
	TokenVersion int64  // the session ends when the account has another
	Device       string // at the last use, in Spanish
	Address      string // of the last use, or ""
	OpenedAt     time.Time
	SeenAt       time.Time // last use, some minutes inexact
	ExpiresAt    time.Time
	KeyID        string // key of its last token, or ""
}

// StaffSessions are open sessions.
type StaffSessions struct{ tx *Tx }

// StaffSessions gives access to open sessions.
func (p *PlatformTx) StaffSessions() StaffSessions { return StaffSessions{&p.tx} }

const maxListedSessions = 100

// MarkUsed records a use, maybe of a new session. An ended one stays ended.
func (q StaffSessions) MarkUsed(s StaffSession, now time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO staff_sessions (id, user_id, token_version, device, address, opened_at, seen_at, expires_at, key_id)
		SELECT CAST($1 AS TEXT), u.id, CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS BIGINT), CAST($9 AS TEXT)
		FROM users u WHERE u.id = $2 AND NOT EXISTS (SELECT 1 FROM ended_sessions e WHERE e.id = $1)
		ON CONFLICT (id) DO UPDATE SET device = excluded.device, address = excluded.address, seen_at = excluded.seen_at, key_id = excluded.key_id
		WHERE staff_sessions.seen_at < excluded.seen_at OR staff_sessions.seen_at > $10`,
		s.ID, s.UserID, s.TokenVersion, s.Device, s.Address, millis(s.OpenedAt), millis(s.SeenAt), millis(s.ExpiresAt), text(s.KeyID), millis(now.Add(MaxClockSkew)))
	if err != nil {
		return fmt.Errorf("recording the use of a session of user %s: %w", s.UserID, err)
	}
	return nil
}

// SeenAt returns a session's last use, or zero.
func (q StaffSessions) SeenAt(id string) (time.Time, error) {
	var seenAt time.Time
	_, err := q.tx.queryOne(`SELECT seen_at FROM staff_sessions WHERE id = $1`, []any{id}, (*optionalInstant)(&seenAt))
	return seenAt, wrapError("reading the last use of a session", err)
}

// OfUser returns open sessions, latest first.
func (q StaffSessions) OfUser(userID string, now time.Time) ([]StaffSession, error) {
	var sessions []StaffSession
	err := q.tx.queryEach(`
		SELECT s.id, s.user_id, s.token_version, s.device, s.address, s.opened_at, s.seen_at, s.expires_at, s.key_id
		FROM staff_sessions s JOIN users u ON u.id = s.user_id AND u.token_version = s.token_version
		WHERE s.user_id = $1 AND s.expires_at > $2 AND NOT EXISTS (SELECT 1 FROM ended_sessions e WHERE e.id = s.id) ORDER BY s.opened_at DESC LIMIT $3`,
		[]any{userID, millis(now), maxListedSessions},
		func(row scanner) error {
			var s StaffSession
			err := row.Scan(&s.ID, &s.UserID, &s.TokenVersion, &s.Device, &s.Address,
				(*optionalInstant)(&s.OpenedAt), (*optionalInstant)(&s.SeenAt), (*optionalInstant)(&s.ExpiresAt), (*optionalText)(&s.KeyID))
			sessions = append(sessions, s)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the sessions of user %s: %w", userID, err)
	}
	return sessions, nil
}

// End ends a user's session, or returns false.
func (q StaffSessions) End(userID, id string) (bool, error) {
	rowCount, err := q.end(` user_id = $1 AND id = $2`, userID, id)
	return rowCount > 0, err
}

// EndOthers ends a user's sessions except id.
func (q StaffSessions) EndOthers(userID, id string) (int64, error) {
	return q.end(` user_id = $1 AND id <> $2`, userID, id)
}

// end ends sessions. It removes only those that it has ended: on PostgreSQL a sign-in may commit between the
// statements.
func (q StaffSessions) end(condition, userID, id string) (int64, error) {
	_, err := q.tx.exec(`INSERT INTO ended_sessions (id, expires_at)
		SELECT id, expires_at FROM staff_sessions WHERE`+condition+` ON CONFLICT (id) DO NOTHING`, userID, id)
	var rowCount int64
	if err == nil {
		// With EXISTS PostgreSQL would join all sessions.
		rowCount, err = q.tx.exec(`DELETE FROM staff_sessions WHERE`+condition+`
			AND (SELECT e.id FROM ended_sessions e WHERE e.id = staff_sessions.id) IS NOT NULL`, userID, id)
	}
	if err != nil {
		return 0, fmt.Errorf("ending sessions of user %s: %w", userID, err)
	}
	return rowCount, nil
}

// RemoveExpired removes expired sessions.
func (q StaffSessions) RemoveExpired(before time.Time, limit int) (int, error) {
	return remove(q.tx, "sessions of staff", `
		DELETE FROM staff_sessions WHERE id IN (SELECT id FROM staff_sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
		millis(before), limit)
}
