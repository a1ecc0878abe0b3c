package store

import (
	"encoding/json"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

func neverTriedAt() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

const restoreSetting = "restore.last"

type storedRestore struct {
	CopiedAt  time.Time               `json:"copiedAt,omitzero"`
	At        time.Time               `json:"at,omitzero"`
	Decision  loyalty.RestoreDecision `json:"decision,omitempty"`
	DecidedBy string                  `json:"decidedBy,omitempty"`
	DecidedAt time.Time               `json:"decidedAt,omitzero"`
	Done      bool                    `json:"done,omitempty"`
	Changes   string                  `json:"changed,omitempty"`
}

// Restores is the state of the last restore of a backup.
type Restores struct{ tx *Tx }

// Restores gives access to the last restore's state.
func (p *PlatformTx) Restores() Restores { return Restores{&p.tx} }

// Last returns the last restore, or zero.
func (q Restores) Last() (loyalty.Restore, error) {
	text, _, err := Settings(q).Get(restoreSetting)
	if err != nil {
		return loyalty.Restore{}, err
	}
	return readRestore(text)
}

// Lock returns the last restore, and locks it.
func (q Restores) Lock() (loyalty.Restore, error) {
	text, err := Settings(q).Lock(restoreSetting)
	if err != nil {
		return loyalty.Restore{}, err
	}
	return readRestore(text)
}

// Note stores the last restore's state.
func (q Restores) Note(restore loyalty.Restore) error {
	text, err := json.Marshal(storedRestore(restore))
	if err != nil {
		return fmt.Errorf("recording a restore: %w", err)
	}
	return Settings(q).Set(restoreSetting, string(text))
}

func readRestore(text string) (loyalty.Restore, error) {
	if text == "" {
		return loyalty.Restore{}, nil
	}
	var restore storedRestore
	if err := json.Unmarshal([]byte(text), &restore); err != nil {
		return loyalty.Restore{}, fmt.Errorf("reading the state of the last restore: %w", err)
	}
	return loyalty.Restore(restore), nil
}

// HoldWaiting holds messages until Queue.ReleaseRestored or DropRestored. Expired ones are dropped as usual.
func (q PlatformQueue) HoldWaiting(now time.Time) (int64, error) {
	rowCount, err := q.tx.exec(`UPDATE messages SET held_by = $1, next_try_at = $2
		WHERE status = 'QUEUED' AND (expires_at IS NULL OR expires_at > $3)`, loyalty.HeldByRestore, millis(neverTriedAt()), millis(now))
	if err != nil {
		return 0, fmt.Errorf("holding queued messages: %w", err)
	}
	return rowCount, nil
}

// CountRestored counts held messages. It scans all queued ones.
func (q PlatformQueue) CountRestored() (int64, error) {
	count, err := q.tx.queryCount(`SELECT count(*) FROM messages WHERE status = 'QUEUED' AND held_by = 'RESTORED'`, nil)
	if err != nil {
		return 0, fmt.Errorf("counting the messages that a restored copy holds: %w", err)
	}
	return count, nil
}

// RestoredPart is a business and an urgency that have held messages.
type RestoredPart struct {
	BusinessID string
	Urgency    int64
}

// ListRestored returns the parts with held messages, by a loose index scan.
func (q PlatformQueue) ListRestored() ([]RestoredPart, error) {
	var parts []RestoredPart
	for urgency := loyalty.UrgencyKnownCode; urgency <= loyalty.UrgencyMarketing; urgency++ {
		businesses, err := q.waitingIn(`m.urgency = $1 AND m.next_try_at = $2`, urgency, millis(neverTriedAt()))
		if err != nil {
			return nil, fmt.Errorf("finding held messages of a restored copy: %w", err)
		}
		for _, business := range businesses {
			parts = append(parts, RestoredPart{BusinessID: business, Urgency: urgency})
		}
	}
	return parts, nil
}

// ReleaseRestored releases held messages.
func (q Queue) ReleaseRestored(urgency int64, now time.Time, limit int) (int, error) {
	return q.endRestored(`held_by = NULL, next_try_at = $5`, urgency, now, limit)
}

// DropRestored drops held messages.
func (q Queue) DropRestored(urgency int64, now time.Time, limit int) (int, error) {
	return q.endRestored(`status = 'DROPPED', error = $6, held_by = NULL, next_try_at = $5`, urgency, now, limit, loyalty.DroppedRestored)
}

func (q Queue) endRestored(change string, urgency int64, now time.Time, limit int, args ...any) (int, error) {
	rowCount, err := q.tx.exec(`
		WITH held AS MATERIALIZED (
			SELECT id FROM messages
			WHERE business_id = $1 AND status = 'QUEUED' AND urgency = $2 AND next_try_at = $3 AND held_by = 'RESTORED'
			LIMIT $4`+q.tx.store.dialect.SkipLocked+`)
		UPDATE messages SET `+change+` WHERE business_id = $1 AND id IN (SELECT id FROM held)`,
		append([]any{q.tx.businessID, urgency, millis(neverTriedAt()), limit, millis(now)}, args...)...)
	if err != nil {
		return 0, fmt.Errorf("releasing or dropping held messages of a restored copy: %w", err)
	}
	return int(rowCount), nil
}
