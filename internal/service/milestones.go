package service

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// milestonesInterval is how often changed milestones are computed again. A report computes those that have changed
	// since by itself.
	milestonesInterval = time.Minute
	// milestonesBatch is the number of customers whose milestones one transaction computes.
	milestonesBatch = 200
	// maxPendingMilestones is the number of customers whose milestones a report computes by itself at most. With more it
	// says that they are being counted.
	maxPendingMilestones = 2000
)

// milestones reads the milestones of a business, within one transaction.
type milestones struct {
	tx        *store.Tx
	isPending map[string]bool // changed since they were stored, or not stored yet
	computed  []loyalty.Milestones
	// isCounting: too many are pending, and none were computed.
	isCounting bool
}

func newMilestones(tx *store.Tx) (milestones, error) {
	all := milestones{tx: tx, isPending: map[string]bool{}}
	pending, err := pendingMilestones(tx)
	if err != nil {
		return all, err
	}
	if len(pending) > maxPendingMilestones {
		all.isCounting = true
		return all, nil
	}
	for _, id := range pending {
		all.isPending[id] = true
	}
	all.computed, err = store.MilestonesIn(tx).Compute(pending)
	return all, err
}

// pendingMilestones returns the customers without valid stored milestones; of those not stored yet one more than a report
// computes.
func pendingMilestones(tx *store.Tx) ([]string, error) {
	progress, err := store.MilestonesIn(tx).Progress()
	if err != nil {
		return nil, err
	}
	var pending []string
	if progress.Version > 0 {
		if pending, err = store.MilestonesIn(tx).ChangedSince(progress.Position); err != nil {
			return nil, err
		}
	}
	if !progress.IsComplete {
		missing, err := store.MilestonesIn(tx).CustomersAfter(progress.CountedTo, maxPendingMilestones+1)
		if err != nil {
			return nil, err
		}
		pending = append(pending, missing...)
	}
	slices.Sort(pending)
	return slices.Compact(pending), nil
}

// with replaces the pending ones of stored milestones by the computed ones under the same condition.
func (a milestones) with(stored []loyalty.Milestones, err error, meets func(loyalty.Milestones) bool) ([]loyalty.Milestones, error) {
	if err != nil {
		return nil, err
	}
	stored = slices.DeleteFunc(stored, func(m loyalty.Milestones) bool { return a.isPending[m.CustomerID] })
	for _, m := range a.computed {
		if meets(m) {
			stored = append(stored, m)
		}
	}
	return stored, nil
}

// registeredIn returns the milestones of customers who registered in a period of local days.
func (a milestones) registeredIn(business loyalty.Business, period loyalty.Period) ([]loyalty.Milestones, error) {
	from, before := business.StartOf(period.From), business.StartOf(period.To.Plus(1))
	stored, err := store.MilestonesIn(a.tx).RegisteredIn(from, before)
	return a.with(stored, err, func(m loyalty.Milestones) bool {
		return !m.RegisteredAt.Before(from) && m.RegisteredAt.Before(before)
	})
}

// cameFirstIn returns the milestones of customers who came for the first time in a period.
func (a milestones) cameFirstIn(period loyalty.Period) ([]loyalty.Milestones, error) {
	stored, err := store.MilestonesIn(a.tx).CameFirstIn(period)
	return a.with(stored, err, func(m loyalty.Milestones) bool { return m.First != "" && period.Contains(m.First) })
}

// cameLastSince returns the milestones of customers whose last visit is on or after a day.
func (a milestones) cameLastSince(day loyalty.Day) ([]loyalty.Milestones, error) {
	stored, err := store.MilestonesIn(a.tx).CameLastSince(day)
	return a.with(stored, err, func(m loyalty.Milestones) bool { return m.Rhythm.Last >= day })
}

// Milestones keeps the milestones of all customers up to date.
type Milestones struct {
	base    *usecase.Base
	changed *changedBusinesses
}

// RunPeriodically runs Refresh periodically until the context ends. Several servers may do so at once.
func (m *Milestones) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "milestones", First: milestonesInterval, Every: milestonesInterval, Run: m.Refresh})
}

// Refresh computes the milestones that have changed in businesses with new events. The first call also computes the
// earlier customers of all businesses.
func (m *Milestones) Refresh(ctx context.Context) error {
	return m.changed.each(ctx, m.refreshBusiness)
}

// refreshBusiness computes the changed milestones of a business up to an event, then those never computed. It begins
// again when another program has stored some meanwhile.
func (m *Milestones) refreshBusiness(ctx context.Context, businessID string, upTo int64) error {
	for {
		refresh := milestonesRefresh{base: m.base, businessID: businessID}
		err := refresh.run(ctx, upTo)
		if err != nil || !refresh.overtaken {
			return err
		}
	}
}

// milestonesRefresh computes milestones of one business, until another program stores some meanwhile.
type milestonesRefresh struct {
	base       *usecase.Base
	businessID string
	progress   store.MilestoneProgress
	overtaken  bool
}

func (r *milestonesRefresh) run(ctx context.Context, upTo int64) error {
	if err := r.start(ctx, upTo); err != nil {
		return err
	}
	if r.progress.Position < upTo {
		if err := r.computeChanged(ctx, upTo); err != nil {
			return err
		}
	}
	for !r.overtaken && !r.progress.IsComplete {
		if err := r.computeMissing(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start reads the progress, and adds it for a new business.
func (r *milestonesRefresh) start(ctx context.Context, upTo int64) error {
	read := func(tx *store.Tx) (err error) {
		r.progress, err = store.MilestonesIn(tx).Progress()
		return err
	}
	if err := r.base.Store.ViewMaintenance(ctx, r.businessID, read); err != nil || r.progress.Version > 0 {
		return err
	}
	return r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) error {
		if err := store.MilestonesIn(tx).Start(upTo); err != nil {
			return err
		}
		return read(tx)
	})
}

// computeChanged computes changed milestones in batches. The position advances with the last batch.
func (r *milestonesRefresh) computeChanged(ctx context.Context, upTo int64) error {
	var changed []string
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		changed, err = store.MilestonesIn(tx).ChangedSince(r.progress.Position)
		return err
	})
	if err != nil {
		return err
	}
	for {
		batch := changed[:min(len(changed), milestonesBatch)]
		changed = changed[len(batch):]
		next := r.progress
		if len(changed) == 0 {
			next.Position = upTo
		}
		err := r.compute(ctx, batch, next)
		if err != nil || r.overtaken || len(changed) == 0 {
			return err
		}
	}
}

// computeMissing computes the milestones of the next customers without any.
func (r *milestonesRefresh) computeMissing(ctx context.Context) error {
	var missing []string
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		missing, err = store.MilestonesIn(tx).CustomersAfter(r.progress.CountedTo, milestonesBatch)
		return err
	})
	if err != nil {
		return err
	}
	next := r.progress
	if next.IsComplete = len(missing) < milestonesBatch; len(missing) > 0 {
		next.CountedTo = missing[len(missing)-1]
	}
	return r.compute(ctx, missing, next)
}

// compute computes milestones in a reading transaction and stores them in a short writing one.
func (r *milestonesRefresh) compute(ctx context.Context, ids []string, next store.MilestoneProgress) error {
	var computed []loyalty.Milestones
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		computed, err = store.MilestonesIn(tx).Compute(ids)
		return err
	})
	if err != nil {
		return err
	}
	stored := false
	err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) (err error) {
		stored, err = store.MilestonesIn(tx).Store(r.progress, next, ids, computed)
		return err
	})
	if r.overtaken = !stored; stored {
		next.Version = r.progress.Version + 1
		r.progress = next
	}
	return err
}
