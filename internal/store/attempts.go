package store

import (
	"database/sql"
	"fmt"
	"time"
)

// Attempts are what strangers have tried. They belong to no business, whichever a transaction
// is bound to.
type Attempts struct{ tx *Tx }

// Attempts are what strangers have tried, wherever.
func (tx *Tx) Attempts() Attempts { return Attempts{tx} }

// Attempts are what strangers have tried, wherever.
func (p *PlatformTx) Attempts() Attempts { return Attempts{&p.tx} }

// AttemptCount is how often something was tried, and until when that counts.
type AttemptCount struct {
	Used   int64
	EndsAt time.Time
}

// maxClockSkew is how far the clocks of two machines may be apart that count the same
// attempts: what one has begun to count, another goes on with.
const maxClockSkew = time.Minute

// latestEnd is when an attempt of now may end at the latest, by whichever clock.
func latestEnd(now time.Time, within time.Duration) sql.NullInt64 {
	return millis(now.Add(within + maxClockSkew))
}

// Of returns what counts of the attempts under a key at an instant: what
// ended before it does not, nor what ends more than a minute later than an attempt of
// now would. So a clock that steps back keeps nobody out, and clocks that are a little
// apart count together.
func (q Attempts) Of(key string, now time.Time, within time.Duration) (AttemptCount, error) {
	var attempts AttemptCount
	var ends sql.NullInt64
	_, err := q.tx.queryOne(`SELECT used, ends_at FROM attempts WHERE key = $1 AND ends_at > $2 AND ends_at <= $3`,
		[]any{key, millis(now), latestEnd(now, within)}, &attempts.Used, &ends)
	if err != nil {
		return attempts, fmt.Errorf("reading how often something was tried: %w", err)
	}
	attempts.EndsAt = instant(ends)
	return attempts, nil
}

// Use counts an attempt, and returns what counts with it. Other
// transactions that count the same wait for this one. Attempts belong to no
// business, whichever the transaction is bound to.
func (q Attempts) Use(key string, now time.Time, within time.Duration) (AttemptCount, error) {
	var attempts AttemptCount
	var ends sql.NullInt64
	_, err := q.tx.queryOne(`
		INSERT INTO attempts (key, used, ends_at) VALUES ($1, 1, $3)
		ON CONFLICT (key) DO UPDATE SET
			used = CASE WHEN attempts.ends_at > $2 AND attempts.ends_at <= $4 THEN attempts.used + 1 ELSE 1 END,
			ends_at = CASE WHEN attempts.ends_at > $2 AND attempts.ends_at <= $4 THEN attempts.ends_at ELSE $3 END
		RETURNING used, ends_at`, []any{key, millis(now), millis(now.Add(within)), latestEnd(now, within)}, &attempts.Used, &ends)
	if err != nil {
		return attempts, fmt.Errorf("counting an attempt: %w", err)
	}
	attempts.EndsAt = instant(ends)
	return attempts, nil
}

// Extend keeps a key that is no limit until an instant, whether it is there or not.
func (q Attempts) Extend(key string, until time.Time) error {
	_, err := q.tx.exec(`
		INSERT INTO attempts (key, used, ends_at) VALUES ($1, 1, $2)
		ON CONFLICT (key) DO UPDATE SET ends_at = $2`, key, millis(until))
	return wrapped("extending what counts", err)
}

// Return takes an attempt back that still counts.
func (q Attempts) Return(key string, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM attempts WHERE key = $1 AND ends_at > $2 AND used = 1`,
		`UPDATE attempts SET used = used - 1 WHERE key = $1 AND ends_at > $2 AND used > 1`,
	} {
		if _, err := q.tx.exec(statement, key, millis(now)); err != nil {
			return fmt.Errorf("taking an attempt back: %w", err)
		}
	}
	return nil
}

// RemoveEnded removes attempts that ended by an instant, at most so many,
// and returns how many.
func (q Attempts) RemoveEnded(before time.Time, most int) (int, error) {
	return remove(q.tx, "attempts", `
		DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)`, millis(before), most)
}
