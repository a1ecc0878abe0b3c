package store

import (
	"database/sql"
	"fmt"
	"time"
)

// Attempts counts acts of unauthenticated callers across businesses.
type Attempts struct{ tx *Tx }

// Attempts gives access to all attempts.
func (tx *Tx) Attempts() Attempts { return Attempts{tx} }

// Attempts gives access to all attempts.
func (p *PlatformTx) Attempts() Attempts { return Attempts{&p.tx} }

// AttemptCount is how many attempts of a key count, and until when.
type AttemptCount struct {
	Used   int64
	EndsAt time.Time
}

// MaxClockSkew bounds how much servers' clocks or concurrent calls differ.
const MaxClockSkew = time.Minute

// latestEnd returns the end of an attempt made now on the fastest clock.
func latestEnd(now time.Time, window time.Duration) sql.NullInt64 {
	return millis(now.Add(window + MaxClockSkew))
}

// Of returns the key's attempts, without those that end after latestEnd: a clock that was set back would lock users
// out.
func (q Attempts) Of(key string, now time.Time, window time.Duration) (AttemptCount, error) {
	var attempts AttemptCount
	var ends sql.NullInt64
	_, err := q.tx.queryOne(`SELECT attempt_count, ends_at FROM attempts WHERE key = $1 AND ends_at > $2 AND ends_at <= $3`,
		[]any{key, millis(now), latestEnd(now, window)}, &attempts.Used, &ends)
	if err != nil {
		return attempts, fmt.Errorf("reading an attempt count: %w", err)
	}
	attempts.EndsAt = instant(ends)
	return attempts, nil
}

// Use counts an attempt; transactions with the same key wait.
func (q Attempts) Use(key string, now time.Time, window time.Duration) (AttemptCount, error) {
	var attempts AttemptCount
	var ends sql.NullInt64
	_, err := q.tx.queryOne(`
		INSERT INTO attempts (key, attempt_count, ends_at) VALUES ($1, 1, $3)
		ON CONFLICT (key) DO UPDATE SET
			attempt_count = CASE WHEN attempts.ends_at > $2 AND attempts.ends_at <= $4 THEN attempts.attempt_count + 1 ELSE 1 END,
			ends_at = CASE WHEN attempts.ends_at > $2 AND attempts.ends_at <= $4 THEN attempts.ends_at ELSE $3 END
		RETURNING attempt_count, ends_at`, []any{key, millis(now), millis(now.Add(window)), latestEnd(now, window)}, &attempts.Used, &ends)
	if err != nil {
		return attempts, fmt.Errorf("counting an attempt: %w", err)
	}
	attempts.EndsAt = instant(ends)
	return attempts, nil
}

// Extend stores a key until an instant, or moves its end. Such a key marks something and limits nothing.
func (q Attempts) Extend(key string, until time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO attempts (key, attempt_count, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET ends_at = $2`, key, millis(until))
	return wrapError("extending an attempt", err)
}

// Return takes back an attempt that still counts.
func (q Attempts) Return(key string, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM attempts WHERE key = $1 AND ends_at > $2 AND attempt_count = 1`,
		`UPDATE attempts SET attempt_count = attempt_count - 1 WHERE key = $1 AND ends_at > $2 AND attempt_count > 1`,
	} {
		if _, err := q.tx.exec(statement, key, millis(now)); err != nil {
			return fmt.Errorf("undoing an attempt: %w", err)
		}
	}
	return nil
}

// RemoveEnded removes ended attempts.
func (q Attempts) RemoveEnded(before time.Time, limit int) (int, error) {
	return remove(q.tx, "attempts", `
		DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)`, millis(before), limit)
}
