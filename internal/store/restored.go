package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// forGood is when a message is tried that only somebody's word lets go.
func forGood() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

const heldAsRestored = `status = 'QUEUED' AND held_by = 'RESTORED'`

// HoldWaiting keeps all messages that wait, of a copy that was put back, from being tried
// until ReleaseRestored, and returns how many. Those in which codes have run out by now
// stay as they are, and are dropped as ever.
func (q PlatformQueue) HoldWaiting(now time.Time) (int64, error) {
	held, err := q.tx.exec(`UPDATE messages SET held_by = $1, next_try_at = $2
		WHERE status = 'QUEUED' AND (expires_at IS NULL OR expires_at > $3)`, loyalty.HeldByRestore, millis(forGood()), millis(now))
	if err != nil {
		return 0, fmt.Errorf("holding the messages that wait: %w", err)
	}
	return held, nil
}

// ReleaseRestored lets messages that HoldWaiting holds be tried, so many at most, and
// returns how many.
func (q PlatformQueue) ReleaseRestored(now time.Time, most int) (int, error) {
	return q.endRestored(`held_by = NULL, next_try_at = $1`, now, most)
}

// DropRestored gives up on messages that HoldWaiting holds, as ReleaseRestored lets them
// go.
func (q PlatformQueue) DropRestored(now time.Time, most int) (int, error) {
	return q.endRestored(`status = 'DROPPED', error = $3, held_by = NULL, next_try_at = $1`, now, most, loyalty.DroppedRestored)
}

func (q PlatformQueue) endRestored(change string, now time.Time, most int, args ...any) (int, error) {
	return q.tidy(change, heldAsRestored, `next_try_at`, now, most, args...)
}

// EndAllSessions ends the sessions of all accounts, also those whose tokens are of a
// version that the database does not know yet.
func (q PlatformUsers) EndAllSessions(now time.Time) error {
	// No account has had so many sessions ended one after the other.
	if _, err := q.tx.exec(`UPDATE users SET token_version = $1`, millis(now)); err != nil {
		return fmt.Errorf("ending the sessions of all accounts: %w", err)
	}
	return nil
}
