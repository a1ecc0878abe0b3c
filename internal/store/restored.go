package store

import (
	"encoding/json"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// neverTried is when a message is tried that only somebody's word lets go.
func neverTried() time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }

// restoreSetting is the setting of the platform that has the last restore.
const restoreSetting = "restore.last"

// storedRestore is a loyalty.Restore as the setting has it.
type storedRestore struct {
	CopiedAt  time.Time               `json:"copiedAt,omitzero"`
	At        time.Time               `json:"at,omitzero"`
	Decision  loyalty.RestoreDecision `json:"decision,omitempty"`
	DecidedBy string                  `json:"decidedBy,omitempty"`
	DecidedAt time.Time               `json:"decidedAt,omitzero"`
	Done      bool                    `json:"done,omitempty"`
	Changed   string                  `json:"changed,omitempty"`
}

// Restores is the copy that was put back last.
type Restores struct{ tx *Tx }

// Restores is the copy that was put back last.
func (p *PlatformTx) Restores() Restores { return Restores{&p.tx} }

// Last returns what is known of the copy that was put back last; of none, nothing.
func (q Restores) Last() (loyalty.Restore, error) {
	said, _, err := Settings(q).Get(restoreSetting)
	if err != nil {
		return loyalty.Restore{}, err
	}
	return readRestore(said)
}

// Lock is Last, and keeps other transactions from doing so until this one ends.
func (q Restores) Lock() (loyalty.Restore, error) {
	said, err := Settings(q).Lock(restoreSetting)
	if err != nil {
		return loyalty.Restore{}, err
	}
	return readRestore(said)
}

// Note stores what is known of the copy that was put back last.
func (q Restores) Note(restore loyalty.Restore) error {
	said, err := json.Marshal(storedRestore(restore))
	if err != nil {
		return fmt.Errorf("writing down a restore: %w", err)
	}
	return Settings(q).Set(restoreSetting, string(said))
}

func readRestore(said string) (loyalty.Restore, error) {
	if said == "" {
		return loyalty.Restore{}, nil
	}
	var kept storedRestore
	if err := json.Unmarshal([]byte(said), &kept); err != nil {
		return loyalty.Restore{}, fmt.Errorf("reading what is known of the last restore: %w", err)
	}
	return loyalty.Restore(kept), nil
}

// HoldWaiting keeps all messages that wait, of a copy that was put back, from being tried
// until Queue.ReleaseRestored, and returns how many. Those in which codes have run out by
// now stay as they are, and are dropped as ever.
func (q PlatformQueue) HoldWaiting(now time.Time) (int64, error) {
	held, err := q.tx.exec(`UPDATE messages SET held_by = $1, next_try_at = $2
		WHERE status = 'QUEUED' AND (expires_at IS NULL OR expires_at > $3)`, loyalty.HeldByRestore, millis(neverTried()), millis(now))
	if err != nil {
		return 0, fmt.Errorf("holding the messages that wait: %w", err)
	}
	return held, nil
}

// CountRestored counts the messages that HoldWaiting holds. It goes through all that
// wait.
func (q PlatformQueue) CountRestored() (int64, error) {
	held, err := q.tx.queryCount(`SELECT count(*) FROM messages WHERE status = 'QUEUED' AND held_by = 'RESTORED'`, nil)
	if err != nil {
		return 0, fmt.Errorf("counting the messages that a restored copy holds: %w", err)
	}
	return held, nil
}

// RestoredPart are the messages of a business, of an urgency, that HoldWaiting holds.
type RestoredPart struct {
	BusinessID string
	Urgency    int64
}

// Restored returns where HoldWaiting holds messages. However many they are, it takes some
// steps in an index for each business that has any waiting.
func (q PlatformQueue) Restored() ([]RestoredPart, error) {
	var parts []RestoredPart
	for urgency := loyalty.UrgencyKnownCode; urgency <= loyalty.UrgencyMarketing; urgency++ {
		businesses, err := q.waitingIn(`m.urgency = $1 AND m.next_try_at = $2`, urgency, millis(neverTried()))
		if err != nil {
			return nil, fmt.Errorf("looking for messages that a restored copy holds: %w", err)
		}
		for _, business := range businesses {
			parts = append(parts, RestoredPart{BusinessID: business, Urgency: urgency})
		}
	}
	return parts, nil
}

// ReleaseRestored lets messages of an urgency that HoldWaiting holds be tried, so many at
// most, and returns how many.
func (q Queue) ReleaseRestored(urgency int64, now time.Time, most int) (int, error) {
	return q.endRestored(`held_by = NULL, next_try_at = $5`, urgency, now, most)
}

// DropRestored gives up on messages of an urgency that HoldWaiting holds, as
// ReleaseRestored lets them go.
func (q Queue) DropRestored(urgency int64, now time.Time, most int) (int, error) {
	return q.endRestored(`status = 'DROPPED', error = $6, held_by = NULL, next_try_at = $5`, urgency, now, most, loyalty.DroppedRestored)
}

func (q Queue) endRestored(change string, urgency int64, now time.Time, most int, args ...any) (int, error) {
	ended, err := q.tx.exec(`UPDATE messages SET `+change+` WHERE business_id = $1 AND id IN (
		SELECT id FROM messages
		WHERE business_id = $1 AND status = 'QUEUED' AND urgency = $2 AND next_try_at = $3 AND held_by = 'RESTORED'
		LIMIT $4`+q.tx.store.dialect.SkipLocked+`)`,
		append([]any{q.tx.businessID, urgency, millis(neverTried()), most, millis(now)}, args...)...)
	if err != nil {
		return 0, fmt.Errorf("ending what a restored copy holds: %w", err)
	}
	return int(ended), nil
}
