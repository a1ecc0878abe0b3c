package store

import (
	"database/sql"
	"fmt"
	"time"
)

// Notices are webhook notices of WhatsApp, and the ids of customers' messages in them.
type Notices struct{ tx *Tx }

// Notices gives access to all notices.
func (p *PlatformTx) Notices() Notices { return Notices{&p.tx} }

// Notice is a webhook notice as received.
type Notice struct {
	ID         string // hash of the body
	Body       string
	ReceivedAt time.Time
}

// Insert adds a notice. A notice that is already stored stays unchanged.
func (q Notices) Insert(n Notice) error {
	_, err := q.tx.exec(`
		INSERT INTO notices (id, body, received_at, next_try_at) VALUES ($1, $2, $3, $3)
		ON CONFLICT (id) DO NOTHING`, n.ID, n.Body, millis(n.ReceivedAt))
	if err != nil {
		return fmt.Errorf("storing a notice: %w", err)
	}
	return nil
}

// HasDue reports whether a notice is due.
func (q Notices) HasDue(now time.Time) (bool, error) {
	var id string
	waiting, err := q.tx.queryOne(`SELECT id FROM notices WHERE done_at IS NULL AND next_try_at <= $1 LIMIT 1`, []any{millis(now)}, &id)
	if err != nil {
		return false, fmt.Errorf("finding waiting notices: %w", err)
	}
	return waiting, nil
}

// Claim gives due notices to one process, longest waiting first. A notice that failed is due again after the pause,
// longer with each try.
func (q Notices) Claim(limit int, now time.Time, pause time.Duration) ([]Notice, error) {
	var notices []Notice
	err := q.tx.queryEach(`
		WITH due AS MATERIALIZED (
			SELECT id FROM notices WHERE done_at IS NULL AND next_try_at <= $1
			ORDER BY next_try_at LIMIT $3`+q.tx.store.dialect.SkipLocked+`)
		UPDATE notices SET tries = tries + 1, next_try_at = $1 + $2 * (tries + 1)
		WHERE id IN (SELECT id FROM due)
		RETURNING id, body, received_at`, []any{now.UnixMilli(), pause.Milliseconds(), limit}, func(row scanner) error {
		var n Notice
		var receivedAt sql.NullInt64
		err := row.Scan(&n.ID, &n.Body, &receivedAt)
		n.ReceivedAt = instant(receivedAt)
		notices = append(notices, n)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claiming notices: %w", err)
	}
	return notices, nil
}

// Finish removes a processed notice's body.
func (q Notices) Finish(id string, at time.Time) error {
	if err := q.tx.execOne(`UPDATE notices SET done_at = $2, body = NULL WHERE id = $1`, id, millis(at)); err != nil {
		return fmt.Errorf("finishing a notice: %w", err)
	}
	return nil
}

// InsertInbound records a customer's message, or returns false if it is known.
func (q Notices) InsertInbound(id string, at time.Time) (bool, error) {
	rowCount, err := q.tx.exec(`INSERT INTO answered_message_ids (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, millis(at))
	if err != nil {
		return false, fmt.Errorf("recording a customer's message: %w", err)
	}
	return rowCount == 1, nil
}

// Remove removes old notices.
func (q Notices) Remove(before time.Time, limit int) (int, error) {
	return remove(q.tx, "notices", `
		DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE received_at < $1 ORDER BY received_at LIMIT $2)`,
		millis(before), limit)
}

// RemoveInbound removes old message ids.
func (q Notices) RemoveInbound(before time.Time, limit int) (int, error) {
	return remove(q.tx, "customers' messages", `
		DELETE FROM answered_message_ids WHERE id IN (
			SELECT id FROM answered_message_ids WHERE received_at < $1 ORDER BY received_at LIMIT $2)`, millis(before), limit)
}
