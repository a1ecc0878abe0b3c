package service

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	stepsBatch = 200
	// maxPendingSteps limits the steps that a report computes.
	maxPendingSteps = 2000
)

type customerSteps struct {
	tx            *store.Tx
	isPending     map[string]bool
	computedSteps []loyalty.CustomerSteps
	isCounting    bool // too many are pending
}

func newCustomerSteps(tx *store.Tx) (customerSteps, error) {
	all := customerSteps{tx: tx, isPending: map[string]bool{}}
	pending, err := pendingSteps(tx)
	if err != nil {
		return all, err
	}
	if len(pending) > maxPendingSteps {
		all.isCounting = true
		return all, nil
	}
	for _, id := range pending {
		all.isPending[id] = true
	}
	all.computedSteps, err = store.CustomerStepsIn(tx).Compute(pending)
	return all, err
}

// pendingSteps returns customers with missing or outdated steps, at most maxPendingSteps + 1 with missing ones. It
// omits changes by too many events.
func pendingSteps(tx *store.Tx) ([]string, error) {
	progress, err := store.CustomerStepsIn(tx).Progress()
	if err != nil {
		return nil, err
	}
	var pending []string
	changes, err := tx.Events().CountAfter(progress.Position, maxPendingEvents+1)
	if err != nil {
		return nil, err
	}
	if progress.Version > 0 && changes > 0 && changes <= maxPendingEvents {
		if pending, err = store.CustomerStepsIn(tx).ChangedSince(progress.Position); err != nil {
			return nil, err
		}
	}
	if !progress.IsComplete {
		missing, err := store.CustomerStepsIn(tx).CustomersAfter(progress.CountedTo, maxPendingSteps+1)
		if err != nil {
			return nil, err
		}
		pending = append(pending, missing...)
	}
	slices.Sort(pending)
	return slices.Compact(pending), nil
}

func (a customerSteps) filterStored(storedSteps []loyalty.CustomerSteps, err error, meets func(loyalty.CustomerSteps) bool) ([]loyalty.CustomerSteps, error) {
	if err != nil {
		return nil, err
	}
	storedSteps = slices.DeleteFunc(storedSteps, func(m loyalty.CustomerSteps) bool { return a.isPending[m.CustomerID] })
	for _, m := range a.computedSteps {
		if meets(m) {
			storedSteps = append(storedSteps, m)
		}
	}
	return storedSteps, nil
}

func (a customerSteps) registeredIn(business loyalty.Business, period loyalty.Period) ([]loyalty.CustomerSteps, error) {
	from, before := business.StartOf(period.From), business.StartOf(period.To.Plus(1))
	storedSteps, err := store.CustomerStepsIn(a.tx).RegisteredIn(from, before)
	return a.filterStored(storedSteps, err, func(m loyalty.CustomerSteps) bool {
		return !m.RegisteredAt.Before(from) && m.RegisteredAt.Before(before)
	})
}

// stoppedAt returns a page of customers who stopped at the step, and the first customer of the next page.
func (a customerSteps) stoppedAt(business loyalty.Business, period loyalty.Period, step loyalty.CardStep, page store.StepPage) ([]loyalty.CustomerSteps, error) {
	from, before := business.StartOf(period.From), business.StartOf(period.To.Plus(1))
	// Reads len(isPending) more rows, because filterStored drops the stored rows of pending customers.
	storedSteps, err := store.CustomerStepsIn(a.tx).StoppedAt(from, before, step, page, page.Limit+1+len(a.isPending))
	steps, err := a.filterStored(storedSteps, err, func(m loyalty.CustomerSteps) bool {
		return !m.RegisteredAt.Before(from) && m.RegisteredAt.Before(before) && m.HasStoppedAt(step) && page.Follows(m)
	})
	slices.SortFunc(steps, func(a, b loyalty.CustomerSteps) int {
		return cmp.Or(b.RegisteredAt.Compare(a.RegisteredAt), strings.Compare(a.CustomerID, b.CustomerID))
	})
	return steps[:min(page.Limit+1, len(steps))], err
}

func (a customerSteps) countStoppedAt(business loyalty.Business, period loyalty.Period, step loyalty.CardStep) (count int64, err error) {
	cohort, err := a.registeredIn(business, period)
	for _, m := range cohort {
		if m.HasStoppedAt(step) {
			count++
		}
	}
	return count, err
}

func (a customerSteps) cameFirstIn(period loyalty.Period) ([]loyalty.CustomerSteps, error) {
	storedSteps, err := store.CustomerStepsIn(a.tx).CameFirstIn(period)
	return a.filterStored(storedSteps, err, func(m loyalty.CustomerSteps) bool { return m.First != "" && period.Contains(m.First) })
}

func (a customerSteps) cameLastSince(day loyalty.Day) ([]loyalty.CustomerSteps, error) {
	storedSteps, err := store.CustomerStepsIn(a.tx).CameLastSince(day)
	return a.filterStored(storedSteps, err, func(m loyalty.CustomerSteps) bool { return m.Rhythm.Last >= day })
}

// stepCounter stores customers' steps (decision 0040).
type stepCounter struct{ base *usecase.Base }

// countChanged repeats a run of one batch if another process stores steps meanwhile, and returns errOvertaken for a
// longer one.
func (s stepCounter) countChanged(ctx context.Context, businessID string, upTo int64) (isComplete bool, err error) {
	for {
		run := stepCount{base: s.base, businessID: businessID}
		err := run.start(ctx, upTo)
		if err == nil && run.progress.Position < upTo {
			err = run.computeChanged(ctx, upTo)
		}
		if err != nil || !run.overtaken {
			return run.progress.IsComplete, err
		}
		if run.isLong {
			return false, errOvertaken
		}
	}
}

func (s stepCounter) countNext(ctx context.Context, businessID string) (isComplete bool, err error) {
	run := stepCount{base: s.base, businessID: businessID}
	if err := run.readProgress(ctx); err != nil || run.progress.Version == 0 || run.progress.IsComplete {
		return true, err
	}
	err = run.computeMissing(ctx)
	return run.progress.IsComplete, err
}

func (s stepCounter) restart(ctx context.Context, businessID string) error {
	return s.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return store.CustomerStepsIn(tx).Restart() })
}

type stepCount struct {
	base       *usecase.Base
	businessID string
	progress   store.CustomerStepProgress
	overtaken  bool
	isLong     bool // takes several batches
}

func (r *stepCount) readProgress(ctx context.Context) error {
	return r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		r.progress, err = store.CustomerStepsIn(tx).Progress()
		return err
	})
}

func (r *stepCount) start(ctx context.Context, upTo int64) error {
	if err := r.readProgress(ctx); err != nil || r.progress.Version > 0 {
		return err
	}
	return r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) (err error) {
		if err = store.CustomerStepsIn(tx).Start(upTo); err == nil {
			r.progress, err = store.CustomerStepsIn(tx).Progress()
		}
		return err
	})
}

// computeChanged computes changed steps in batches. The last batch advances the position.
func (r *stepCount) computeChanged(ctx context.Context, upTo int64) error {
	var changedIDs []string
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		changedIDs, err = store.CustomerStepsIn(tx).ChangedSince(r.progress.Position)
		return err
	})
	if err != nil {
		return err
	}
	r.isLong = len(changedIDs) > stepsBatch
	for {
		batch := changedIDs[:min(len(changedIDs), stepsBatch)]
		changedIDs = changedIDs[len(batch):]
		next := r.progress
		if len(changedIDs) == 0 {
			next.Position = upTo
		}
		err := r.compute(ctx, batch, next)
		if err != nil || r.overtaken || len(changedIDs) == 0 {
			return err
		}
	}
}

func (r *stepCount) computeMissing(ctx context.Context) error {
	var missing []string
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		missing, err = store.CustomerStepsIn(tx).CustomersAfter(r.progress.CountedTo, stepsBatch)
		return err
	})
	if err != nil {
		return err
	}
	next := r.progress
	if next.IsComplete = len(missing) < stepsBatch; len(missing) > 0 {
		next.CountedTo = missing[len(missing)-1]
	}
	return r.compute(ctx, missing, next)
}

// compute reads and computes in one transaction, and writes in another, short one.
func (r *stepCount) compute(ctx context.Context, ids []string, next store.CustomerStepProgress) error {
	var computedSteps []loyalty.CustomerSteps
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		computedSteps, err = store.CustomerStepsIn(tx).Compute(ids)
		return err
	})
	if err != nil {
		return err
	}
	stored := false
	err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) (err error) {
		stored, err = store.CustomerStepsIn(tx).Store(r.progress, next, ids, computedSteps)
		return err
	})
	if r.overtaken = !stored; stored {
		next.Version = r.progress.Version + 1
		r.progress = next
	}
	return err
}
