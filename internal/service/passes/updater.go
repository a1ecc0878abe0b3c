package passes

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	pollInterval   = time.Second
	reviewInterval = 50 * time.Millisecond
	// reviewBatch limits a transaction, for which a check-in may wait.
	reviewBatch = 50
)

// Updater updates passes after events. Each server runs one.
type Updater struct {
	base       *usecase.Base
	passes     *Passes
	dispatcher *usecase.Dispatcher

	subscribed bool
	storedAt   time.Time
	reviewsDue map[string]bool
	faults     faults

	mu    sync.Mutex // guards inbox, which another goroutine fills
	inbox usecase.EventBatch
}

func newUpdater(base *usecase.Base, passes *Passes, dispatcher *usecase.Dispatcher) *Updater {
	return &Updater{base: base, passes: passes, dispatcher: dispatcher, reviewsDue: map[string]bool{}, faults: faults{}}
}

// Run calls Step periodically until the context ends.
func (f *Updater) Run(ctx context.Context, log *slog.Logger) {
	var episode logs.Episode
	for pause := pollInterval; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		more, err := f.Step(ctx)
		episode.Record(ctx, log, "updating passes", err)
		pause = pollInterval
		if more && err == nil {
			pause = reviewInterval
		}
	}
}

// Step updates the passes that new events concern and a batch of each review, and reports whether reviews remain.
// Failed work is repeated. A business's error is returned once, and retried with backoff.
func (f *Updater) Step(ctx context.Context) (more bool, err error) {
	if !f.subscribed {
		if err := f.subscribe(ctx); err != nil {
			return false, err
		}
	}
	err = f.processEvents(ctx)
	more, fault := f.reviewBusinesses(ctx)
	return more, errors.Join(err, fault)
}

func (f *Updater) receive(_ context.Context, batch usecase.EventBatch) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inbox = usecase.EventBatch{Events: append(f.inbox.Events, batch.Events...), HasGap: f.inbox.HasGap || batch.HasGap, UpTo: batch.UpTo}
}

func (f *Updater) takeInbox() usecase.EventBatch {
	f.mu.Lock()
	defer f.mu.Unlock()
	batch := f.inbox
	f.inbox = usecase.EventBatch{UpTo: batch.UpTo}
	return batch
}

func (f *Updater) markMissed() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inbox.HasGap = true
}

func (f *Updater) requestReviews(ctx context.Context) error {
	var businesses []string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().WithHolders()
		return err
	})
	for _, id := range businesses {
		f.reviewsDue[id] = true
	}
	return err
}

func (f *Updater) startReviews(ctx context.Context) (err error) {
	for _, id := range slices.Sorted(maps.Keys(f.reviewsDue)) {
		if f.faults.isBackingOff(id, f.base.Now()) {
			continue
		}
		if fault := f.startReview(ctx, id); fault != nil {
			err = errors.Join(err, f.faults.record(id, f.base.Now(), fault))
			continue
		}
		delete(f.reviewsDue, id)
	}
	return err
}

func (f *Updater) startReview(ctx context.Context, businessID string) error {
	cause, err := f.base.IDs.Next(f.base.Now())
	if err != nil {
		return err
	}
	return f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().StartReview(cause) })
}

func (f *Updater) processEvents(ctx context.Context) error {
	if err := f.dispatcher.Poll(ctx); err != nil {
		return err
	}
	batches := f.takeInbox()
	if batches.HasGap {
		if err := f.requestReviews(ctx); err != nil {
			f.markMissed()
			return err
		}
	}
	fresh, err := f.groupByBusinessWithHolders(ctx, batches.Events)
	if err != nil {
		f.markMissed()
		return err
	}
	for businessID, events := range fresh {
		err = errors.Join(err, f.processBusiness(ctx, businessID, events))
	}
	return errors.Join(err, f.startReviews(ctx), f.storePosition(ctx, batches.UpTo))
}

func (f *Updater) groupByBusinessWithHolders(ctx context.Context, events []loyalty.Event) (map[string][]loyalty.Event, error) {
	if len(events) == 0 {
		return nil, nil
	}
	var businesses []string
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().WithHolders()
		return err
	})
	fresh := map[string][]loyalty.Event{}
	for _, event := range events {
		if _, held := slices.BinarySearch(businesses, event.BusinessID); held {
			fresh[event.BusinessID] = append(fresh[event.BusinessID], event)
		}
	}
	return fresh, err
}

// processBusiness updates the passes that a business's events concern. After a failure it starts a review of the
// business.
func (f *Updater) processBusiness(ctx context.Context, businessID string, events []loyalty.Event) (err error) {
	everyone := false
	for _, urgency := range loyalty.PushUrgencies() {
		matchingEvents := slices.DeleteFunc(slices.Clone(events), func(event loyalty.Event) bool { return event.Urgency() != urgency })
		if err == nil && !everyone {
			everyone, err = f.updateForEvents(ctx, businessID, matchingEvents, urgency)
		}
	}
	if err != nil || everyone {
		f.reviewsDue[businessID] = true
	}
	return f.faults.record(businessID, f.base.Now(), err)
}

// updateForEvents updates the passes that events concern. It returns true if all passes need a review: events concern
// all, or bulk events over reviewBatch customers.
func (f *Updater) updateForEvents(ctx context.Context, businessID string, events []loyalty.Event, urgency loyalty.PushUrgency) (everyone bool, err error) {
	audience, err := f.dispatcher.Audience(ctx, businessID, events)
	many := urgency == loyalty.PushBulk && len(audience.Customers) > reviewBatch
	if err != nil || audience.Everyone || many {
		return audience.Everyone || many, err
	}
	return false, f.updateForCustomers(ctx, businessID, slices.Sorted(maps.Keys(audience.Customers)), urgency)
}

func (f *Updater) updateForCustomers(ctx context.Context, businessID string, customers []string, urgency loyalty.PushUrgency) error {
	for batch := range slices.Chunk(customers, reviewBatch) {
		var digests map[string]string
		var delayedPasses []loyalty.Pass
		err := f.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
			var passes []loyalty.Pass
			for _, id := range batch {
				customerPasses, err := tx.Passes().WithHolders(id)
				if err != nil {
					return err
				}
				passes = append(passes, customerPasses...)
			}
			var err error
			if digests, err = f.changedFaces(tx, passes); err != nil {
				return err
			}
			delayedPasses, err = passesToRaise(tx, passes, digests, urgency)
			return err
		})
		if err == nil && len(digests) > 0 {
			err = f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return f.updatePasses(tx, digests, urgency) })
		}
		if err == nil {
			err = f.raiseUrgency(ctx, businessID, delayedPasses, urgency)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func passesToRaise(tx *store.Tx, passes []loyalty.Pass, digests map[string]string, urgency loyalty.PushUrgency) ([]loyalty.Pass, error) {
	var delayedPasses []loyalty.Pass
	for _, pass := range passes {
		if _, changed := digests[pass.CustomerID]; changed {
			continue
		}
		waits, err := tx.Passes().HasLessUrgentPush(pass, urgency)
		if err != nil {
			return nil, err
		}
		if waits {
			delayedPasses = append(delayedPasses, pass)
		}
	}
	return delayedPasses, nil
}

// raiseUrgency raises the urgency of pushes, in a transaction per pass, to avoid deadlocks.
func (f *Updater) raiseUrgency(ctx context.Context, businessID string, passes []loyalty.Pass, urgency loyalty.PushUrgency) error {
	for _, pass := range passes {
		err := f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().RaiseUrgency(pass, urgency) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *Updater) changedFaces(tx *store.Tx, passes []loyalty.Pass) (map[string]string, error) {
	digests := map[string]string{}
	for _, pass := range passes {
		face, err := f.passes.faceOf(tx, pass)
		if err != nil {
			return nil, err
		}
		if digest := face.Digest(); digest != pass.Digest {
			digests[pass.CustomerID] = digest
		}
	}
	return digests, nil
}

// updatePasses updates passes. It locks them in the order of customers, then reserves versions, to avoid deadlocks.
func (f *Updater) updatePasses(tx *store.Tx, digests map[string]string, urgency loyalty.PushUrgency) error {
	var lockedPasses []loyalty.Pass
	for _, customerID := range slices.Sorted(maps.Keys(digests)) {
		pass, found, err := tx.Passes().Of(customerID)
		if err != nil {
			return err
		}
		if found {
			lockedPasses = append(lockedPasses, pass)
		}
	}
	return f.passes.updateFaces(tx, lockedPasses, digests, urgency)
}

// reviewBusinesses alternates, so that a large business delays no other.
func (f *Updater) reviewBusinesses(ctx context.Context) (more bool, err error) {
	var businesses []string
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().InProgress()
		return err
	})
	for _, id := range businesses {
		if f.faults.isBackingOff(id, f.base.Now()) {
			continue
		}
		stepped, fault := f.reviewNextStep(ctx, id)
		if fault != nil {
			err = errors.Join(err, f.faults.record(id, f.base.Now(), fault))
			continue
		}
		f.faults.clear(id)
		more = more || stepped
	}
	return more, err
}

type reviewStep struct {
	store.PassReview
	digests map[string]string
	last    string
}

func (f *Updater) reviewNextStep(ctx context.Context, businessID string) (bool, error) {
	step, found, err := f.loadReviewStep(ctx, businessID)
	if err != nil || !found {
		return false, err
	}
	return true, f.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		review, found, err := tx.Passes().ReviewInProgress()
		if err != nil || !found || review != step.PassReview {
			return err // done by another server, or restarted
		}
		if err := f.updatePasses(tx, step.digests, loyalty.PushBulk); err != nil {
			return err
		}
		return tx.Passes().SaveReviewProgress(step.last)
	})
}

func (f *Updater) loadReviewStep(ctx context.Context, businessID string) (step reviewStep, found bool, err error) {
	err = f.base.Store.ViewMaintenance(ctx, businessID, func(tx *store.Tx) error {
		step = reviewStep{}
		if step.PassReview, found, err = tx.Passes().ReviewInProgress(); err != nil || !found {
			return err
		}
		// Grants are finished first, so that each phone gets one push.
		if _, granting, err := tx.Grants().InProgress(); err != nil || granting {
			found = false
			return err
		}
		customers, err := tx.Passes().CustomersWithHolders(step.After, reviewBatch)
		if err != nil {
			return err
		}
		var passes []loyalty.Pass
		for _, id := range customers {
			pass, found, err := tx.Passes().Of(id)
			if err != nil {
				return err
			}
			if found {
				passes = append(passes, pass)
			}
		}
		if len(customers) == reviewBatch {
			step.last = customers[len(customers)-1]
		}
		step.digests, err = f.changedFaces(tx, passes)
		return err
	})
	return step, found, err
}
