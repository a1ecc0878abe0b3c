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

// Pushes hand out the news for those who keep passes to whoever tells the vendors of
// wallets, and hear how each try went. A push that is told twice does no harm, so a try of
// which nobody heard is made again.
type Pushes struct{ base *usecase.Base }

// ClaimedPush is a push that is being told.
type ClaimedPush struct {
	loyalty.Push
	Urgency   loyalty.PushUrgency
	ClaimedAt time.Time

	claim string
}

// Claim takes pushes for a vendor out of the queue, the most urgent first, at most so many.
// Without any it only reads.
func (p *Pushes) Claim(ctx context.Context, vendor loyalty.WalletVendor, most int) ([]ClaimedPush, error) {
	var claimed []ClaimedPush
	for _, urgency := range loyalty.PushUrgencies() {
		some, err := p.claim(ctx, vendor, urgency, most-len(claimed))
		if err != nil {
			return claimed, fmt.Errorf("taking pushes: %w", err)
		}
		claimed = append(claimed, some...)
		if len(claimed) == most {
			break
		}
	}
	return claimed, nil
}

func (p *Pushes) claim(ctx context.Context, vendor loyalty.WalletVendor, urgency loyalty.PushUrgency, most int) ([]ClaimedPush, error) {
	now, waiting := p.base.Now(), false
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		waiting, err = tx.Pushes().Wait(vendor, urgency, now)
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
		pushes, err = tx.Pushes().Claim(vendor, urgency, token, now, now.Add(queueing.Lease), most)
		return err
	})
	claimed := make([]ClaimedPush, len(pushes))
	for i, push := range pushes {
		claimed[i] = ClaimedPush{Push: push, Urgency: urgency, ClaimedAt: now, claim: token}
	}
	return claimed, err
}

// PushResult says how a try of telling a vendor went.
type PushResult int

// How a try may go.
const (
	PushAccepted PushResult = iota + 1
	PushLater               // the vendor may take it later
	PushNever               // the vendor never will
	PushGone                // the holder keeps the pass no longer
)

// PushResults are all of them.
func PushResults() []PushResult { return []PushResult{PushAccepted, PushLater, PushNever, PushGone} }

// String is its name in metrics.
func (r PushResult) String() string {
	return map[PushResult]string{PushAccepted: "accepted", PushLater: "later", PushNever: "never", PushGone: "gone"}[r]
}

// PushTry is how a try of telling a vendor went.
type PushTry struct {
	Result PushResult
	Error  string        // why it was not accepted, in short
	After  time.Duration // with PushLater: no sooner than that
	// VendorUnavailable, with PushLater: the vendor takes nothing from anybody for the time being.
	VendorUnavailable bool
}

// Finish records how a try went. It may be called again when it fails, and changes nothing
// when the push is not the worker's any more, or there is fresh news.
func (p *Pushes) Finish(ctx context.Context, push ClaimedPush, try PushTry) error {
	err := p.base.Store.InBusiness(ctx, push.BusinessID, func(tx *store.Tx) error {
		if try.Result == PushGone {
			return tx.Passes().Forget(push.Push)
		}
		again, tries := p.nextTry(push, try)
		return tx.Passes().EndPush(push.Push, push.claim, again, tries)
	})
	if err != nil {
		return fmt.Errorf("recording how a push went: %w", err)
	}
	return nil
}

// maxPushAge is how long after it was due there is still somebody who tells news: a vendor
// asks for a day at most, and then so much of it may wait.
const maxPushAge = 48 * time.Hour

// discardStale forgets news that nobody tells: no program has settings for its vendor any more.
func (p *Pushes) discardStale(ctx context.Context) error {
	var removals []usecase.Removal
	for _, vendor := range loyalty.WalletVendors() {
		for _, urgency := range loyalty.PushUrgencies() {
			removals = append(removals, usecase.Removal{
				Remove: func(tx *store.PlatformTx, before time.Time, most int) (int, error) {
					return tx.Pushes().GiveUp(vendor, urgency, before, most)
				},
				Before: p.base.Now().Add(-maxPushAge),
			})
		}
	}
	return p.base.RunRemovals(ctx, removals)
}

// nextTry is when a push is tried again, and how many tries it has had; the zero instant: never.
// After many tries the next change of the card is told. While the vendor takes nothing from
// anybody none counts: a card that has ended changes no more.
func (p *Pushes) nextTry(push ClaimedPush, try PushTry) (time.Time, int64) {
	if try.Result != PushLater || push.Tries >= queueing.Tries && !try.VendorUnavailable {
		return time.Time{}, 0
	}
	tries := push.Tries
	if try.VendorUnavailable {
		tries--
	}
	return p.base.Now().Add(max(try.After, queueing.RetryPause(push.Tries, rand.Float64()))), tries
}
