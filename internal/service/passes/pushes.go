package passes

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Pushes gives pushes to workers and records their tries. An unknown outcome is retried.
type Pushes struct{ base *usecase.Base }

// ClaimedPush is a push that a worker has leased.
type ClaimedPush struct {
	loyalty.Push
	Urgency   loyalty.PushUrgency
	ClaimedAt time.Time

	claim string
}

// Claim leases pushes, most urgent first, without writing if none is due.
func (p *Pushes) Claim(ctx context.Context, vendor loyalty.WalletVendor, limit int) ([]ClaimedPush, error) {
	var claimedPushes []ClaimedPush
	for _, urgency := range loyalty.PushUrgencies() {
		batch, err := p.claim(ctx, vendor, urgency, limit-len(claimedPushes))
		if err != nil {
			return claimedPushes, fmt.Errorf("claiming pushes: %w", err)
		}
		claimedPushes = append(claimedPushes, batch...)
		if len(claimedPushes) == limit {
			break
		}
	}
	return claimedPushes, nil
}

func (p *Pushes) claim(ctx context.Context, vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, limit int) ([]ClaimedPush, error) {
	now, waiting := p.base.Now(), false
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		waiting, err = tx.Pushes().HasDue(vendor, urgency, now)
		return err
	})
	if err != nil || !waiting {
		return nil, err
	}
	token, err := p.base.IDs.Next(now)
	if err != nil {
		return nil, err
	}
	var pushes []loyalty.Push
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		pushes, err = tx.Pushes().Claim(vendor, urgency, token, now, now.Add(queueing.Lease), limit)
		return err
	})
	claimedPushes := make([]ClaimedPush, len(pushes))
	for i, push := range pushes {
		claimedPushes[i] = ClaimedPush{Push: push, Urgency: urgency, ClaimedAt: now, claim: token}
	}
	return claimedPushes, err
}

// PushResult is a try's outcome.
type PushResult int

// The outcomes.
const (
	PushAccepted   PushResult = iota + 1
	PushRetryLater            // worth a retry
	PushRejected
	PushGone // the phone has removed the pass
)

// PushResults returns all outcomes.
func PushResults() []PushResult {
	return []PushResult{PushAccepted, PushRetryLater, PushRejected, PushGone}
}

// String is the label in metrics.
func (r PushResult) String() string {
	return map[PushResult]string{PushAccepted: "accepted", PushRetryLater: "later", PushRejected: "never", PushGone: "gone"}[r]
}

// PushTry is a try with its outcome.
type PushTry struct {
	Result PushResult
	Error  string
	After  time.Duration // minimum wait
	// VendorUnavailable, with PushRetryLater: it accepts no push at all.
	VendorUnavailable bool
}

// Finish records a try idempotently. Except PushGone, it changes nothing once the lease is lost or the pass
// changed.
func (p *Pushes) Finish(ctx context.Context, push ClaimedPush, try PushTry) error {
	err := p.base.Store.InBusiness(ctx, push.BusinessID, func(tx *store.Tx) error {
		if try.Result == PushGone {
			return tx.Passes().RemoveGoneHolder(push.Push)
		}
		again, tries := p.nextTry(push, try)
		return tx.Passes().EndPush(push.Push, push.claim, again, tries)
	})
	if err != nil {
		return fmt.Errorf("recording a push outcome: %w", err)
	}
	return nil
}

const maxPushAge = 48 * time.Hour

// discardStale removes pushes older than maxPushAge, such as of vendors without a configured server.
func (p *Pushes) discardStale(ctx context.Context) error {
	var removals []usecase.Removal
	for _, vendor := range loyalty.WalletVendors() {
		for _, urgency := range loyalty.PushUrgencies() {
			removals = append(removals, usecase.Removal{
				Remove: func(tx *store.PlatformTx, before time.Time, limit int) (int, error) {
					return tx.Pushes().GiveUp(vendor, urgency, before, limit)
				},
				Before: p.base.Now().Add(-maxPushAge),
			})
		}
	}
	return p.base.RunRemovals(ctx, removals)
}

// nextTry returns when to try again (zero: never) and the tries. After too many the push is removed; the next change
// makes another. An outage of the vendor does not count: an ended pass has no next change.
func (p *Pushes) nextTry(push ClaimedPush, try PushTry) (time.Time, int64) {
	if try.Result != PushRetryLater || push.Tries >= queueing.MaxTries && !try.VendorUnavailable {
		return time.Time{}, 0
	}
	tries := push.Tries
	if try.VendorUnavailable {
		tries--
	}
	return p.base.Now().Add(max(try.After, queueing.RetryBackoff(push.Tries, rand.Float64()))), tries
}
