package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// PlatformPushes are all pending pushes, one per holder.
type PlatformPushes struct{ tx *Tx }

// Pushes gives access to all pending pushes.
func (p *PlatformTx) Pushes() PlatformPushes { return PlatformPushes{&p.tx} }

// QueuePush queues a push that is due when the pause since the last push ends. A last push in the future is ignored:
// the clock was set back. A pending push keeps its time, unless a restore holds it. A push being sent is repeated. The
// higher urgency wins: a failed try must not lose the notice.
func (q Passes) QueuePush(p loyalty.Pass, urgency loyalty.PushUrgency, now time.Time, pause time.Duration) error {
	_, err := q.tx.exec(`
		UPDATE pass_holders SET
			push_urgency = CASE WHEN push_at IS NOT NULL AND push_urgency < $4 THEN push_urgency ELSE $4 END,
			push_tries = CASE WHEN push_at IS NOT NULL AND push_claim IS NULL THEN push_tries ELSE 0 END,
			push_at = CASE
				WHEN push_at IS NOT NULL AND push_claim IS NULL AND push_at < $7 THEN push_at
				WHEN pushed_at + $6 > $5 AND pushed_at <= $5 + $8 THEN pushed_at + $6
				ELSE $5 END,
			push_claim = NULL
		WHERE`+passCondition, q.passArgs(p, urgency, now.UnixMilli(), pause.Milliseconds(), millis(neverTriedAt()), MaxClockSkew.Milliseconds())...)
	return wrapError("queueing pushes for a pass", err)
}

// HasLessUrgentPush reports whether a less urgent push is pending.
func (q Passes) HasLessUrgentPush(p loyalty.Pass, urgency loyalty.PushUrgency) (bool, error) {
	var holder string
	waits, err := q.tx.queryOne(`SELECT holder FROM pass_holders WHERE`+passCondition+`AND push_at IS NOT NULL AND push_urgency > $4 LIMIT 1`,
		q.passArgs(p, urgency), &holder)
	return waits, wrapError("finding updates of a pass", err)
}

// RaiseUrgency raises pending pushes.
func (q Passes) RaiseUrgency(p loyalty.Pass, urgency loyalty.PushUrgency) error {
	_, err := q.tx.exec(`UPDATE pass_holders SET push_urgency = $4 WHERE`+passCondition+`AND push_at IS NOT NULL AND push_urgency > $4`,
		q.passArgs(p, urgency)...)
	return wrapError("raising the urgency of a push", err)
}

// EndPush writes next try (zero: none) and tries, unless there is a newer push or claim.
func (q Passes) EndPush(p loyalty.Push, claim string, again time.Time, tries int64) error {
	_, err := q.tx.exec(`
		UPDATE pass_holders SET push_at = $6, push_tries = $7, push_claim = NULL
		WHERE`+passCondition+`AND holder = $4 AND push_claim = $5`, q.passArgs(p.Pass(), p.Holder.ID, claim, millis(again), tries)...)
	return wrapError("recording the outcome of a push", err)
}

// RemoveGoneHolder removes a holder reported gone, unless it has a new push token.
func (q Passes) RemoveGoneHolder(p loyalty.Push) error {
	_, err := q.tx.exec(`DELETE FROM pass_holders WHERE`+passCondition+`AND holder = $4 AND push_token = $5`,
		q.passArgs(p.Pass(), p.Holder.ID, p.Holder.PushToken)...)
	return wrapError("removing a holder of a pass", err)
}

const pushIsDue = ` vendor = $1 AND push_urgency = $2 AND push_at <= $3`

// HasDue reports whether a push is due.
func (q PlatformPushes) HasDue(vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, now time.Time) (bool, error) {
	var holder string
	waiting, err := q.tx.queryOne(`SELECT holder FROM pass_holders WHERE`+pushIsDue+` LIMIT 1`, []any{vendor, urgency, now.UnixMilli()}, &holder)
	return waiting, wrapError("finding updates of passes", err)
}

// Claim claims due pushes, longest waiting first. From until on, other workers may claim them.
func (q PlatformPushes) Claim(
	vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, claim string, now, until time.Time, limit int,
) ([]loyalty.Push, error) {
	var pushes []loyalty.Push
	err := q.tx.queryEach(`
		WITH due AS MATERIALIZED (
			SELECT business_id, customer_id, serial, holder FROM pass_holders WHERE`+pushIsDue+`
			ORDER BY push_at LIMIT $4`+q.tx.store.dialect.SkipLocked+`)
		UPDATE pass_holders SET push_claim = $5, push_at = $6, pushed_at = $3, push_tries = push_tries + 1
		WHERE (business_id, customer_id, serial, holder) IN (SELECT business_id, customer_id, serial, holder FROM due)
		RETURNING business_id, customer_id, serial, holder, push_token, push_tries`,
		[]any{vendor, urgency, now.UnixMilli(), limit, claim, until.UnixMilli()}, func(row scanner) error {
			push := loyalty.Push{Holder: loyalty.PassHolder{Vendor: vendor}}
			err := row.Scan(&push.BusinessID, &push.CustomerID, &push.Serial, &push.Holder.ID, &push.Holder.PushToken, &push.Tries)
			pushes = append(pushes, push)
			return err
		})
	return pushes, wrapError("claiming updates of passes", err)
}

// GiveUp drops old pushes.
func (q PlatformPushes) GiveUp(vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, before time.Time, limit int) (int, error) {
	return remove(q.tx, "news of passes", `
		UPDATE pass_holders SET push_at = NULL, push_tries = 0, push_claim = NULL
		WHERE (business_id, customer_id, serial, holder) IN (
			SELECT business_id, customer_id, serial, holder FROM pass_holders WHERE`+pushIsDue+` LIMIT $4)`,
		vendor, urgency, before.UnixMilli(), limit)
}

// WaitingPushes counts a vendor's pending pushes.
type WaitingPushes struct {
	Vendor loyalty.WalletVendor
	Count  int64
	Due    time.Time
}

// CountWaiting counts pending pushes by vendor.
func (q PlatformPushes) CountWaiting() ([]WaitingPushes, error) {
	var waiting []WaitingPushes
	err := q.tx.queryEach(`SELECT vendor, count(*), min(push_at) FROM pass_holders WHERE push_at IS NOT NULL GROUP BY vendor`, nil, func(row scanner) error {
		var w WaitingPushes
		var due int64
		err := row.Scan(&w.Vendor, &w.Count, &due)
		w.Due = time.UnixMilli(due).UTC()
		waiting = append(waiting, w)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("counting pass updates: %w", err)
	}
	return waiting, nil
}
