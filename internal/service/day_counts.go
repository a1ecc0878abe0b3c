package service

import (
	"context"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const daysBatch = 14

// dayCounter counts staff work and rewards per day (decision 0040).
type dayCounter struct{ base *usecase.Base }

// countChanged repeats a run of one batch if another process stores counts meanwhile, and returns errOvertaken for a
// longer one.
func (d dayCounter) countChanged(ctx context.Context, businessID string, upTo int64) (isComplete bool, err error) {
	for {
		run := dayCount{base: d.base, businessID: businessID}
		days, err := run.begin(ctx, upTo)
		if err == nil && run.progress.Position < upTo {
			err = run.countChanged(ctx, days, upTo)
		}
		if err != nil || !run.overtaken {
			return run.progress.IsComplete(), err
		}
		if run.isLong {
			return false, errOvertaken
		}
	}
}

func (d dayCounter) countNext(ctx context.Context, businessID string) (isComplete bool, err error) {
	run := dayCount{base: d.base, businessID: businessID}
	if err := run.readProgress(ctx); err != nil || run.progress.Version == 0 || run.progress.IsComplete() {
		return true, err
	}
	err = run.countEarlier(ctx)
	return run.progress.IsComplete(), err
}

func (d dayCounter) restart(ctx context.Context, businessID string) error {
	return d.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		return tx.Reports().RestartDayCounts(loyalty.FirstUncounted(d.base.Now()))
	})
}

type dayCount struct {
	base       *usecase.Base
	businessID string
	progress   store.DayCountProgress
	overtaken  bool
	isLong     bool // takes several batches
}

type daysToCount struct{ staff, rewards []loyalty.Day }

func (r *dayCount) readProgress(ctx context.Context) error {
	return r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		r.progress, err = tx.Reports().DayCountProgress()
		return err
	})
}

func (r *dayCount) begin(ctx context.Context, upTo int64) (days daysToCount, err error) {
	if err = r.readProgress(ctx); err == nil && r.progress.Version == 0 {
		err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) error {
			if err := tx.Reports().StartDayCounts(upTo, loyalty.FirstUncounted(r.base.Now())); err != nil {
				return err
			}
			r.progress, err = tx.Reports().DayCountProgress()
			return err
		})
	}
	if err != nil || r.progress.Position >= upTo {
		return days, err
	}
	err = r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if days.staff, err = tx.Reports().ChangedDays(r.progress.Position); err != nil {
			return err
		}
		days.rewards, err = tx.Reports().ChangedRewardDays(r.progress.Position, business)
		return err
	})
	isCounted := func(day loyalty.Day) bool { return day >= r.progress.CountedFrom }
	return daysToCount{staff: filterDays(days.staff, isCounted), rewards: filterDays(days.rewards, isCounted)}, err
}

func filterDays(days []loyalty.Day, keep func(loyalty.Day) bool) []loyalty.Day {
	return slices.DeleteFunc(days, func(day loyalty.Day) bool { return !keep(day) })
}

func (r *dayCount) countChanged(ctx context.Context, days daysToCount, upTo int64) error {
	r.isLong = max(len(days.staff), len(days.rewards)) > daysBatch
	for {
		var batch daysToCount
		batch.staff, days.staff = firstDays(days.staff)
		batch.rewards, days.rewards = firstDays(days.rewards)
		isLast := len(days.staff)+len(days.rewards) == 0
		next := r.progress
		if isLast {
			next.Position = upTo
		}
		err := r.count(ctx, batch, next)
		if err != nil || r.overtaken || isLast {
			return err
		}
	}
}

func firstDays(days []loyalty.Day) (batch, others []loyalty.Day) {
	limit := min(len(days), daysBatch)
	return days[:limit], days[limit:]
}

func (r *dayCount) countEarlier(ctx context.Context) error {
	var first loyalty.Day
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		first, err = firstDay(tx)
		return err
	})
	if err != nil {
		return err
	}
	if first == "" || first >= r.progress.CountedFrom {
		return r.count(ctx, daysToCount{}, r.progress.Complete())
	}
	next := r.progress
	next.CountedFrom = r.progress.CountedFrom.Plus(-daysBatch)
	days := loyalty.Period{From: next.CountedFrom, To: r.progress.CountedFrom.Plus(-1)}.Days()
	return r.count(ctx, daysToCount{staff: days, rewards: days}, next)
}

// firstDay returns the day of the first visit, or two days before an earlier reward: a former time zone may differ.
func firstDay(tx *store.Tx) (loyalty.Day, error) {
	visit, err := tx.Reports().FirstVisitDay()
	if err != nil {
		return "", err
	}
	reward, err := tx.Reports().FirstReward()
	if err != nil || reward.IsZero() {
		return visit, err
	}
	rewardDay := loyalty.Day(reward.UTC().Format(time.DateOnly)).Plus(-2)
	if visit == "" {
		return rewardDay, nil
	}
	return min(visit, rewardDay), nil
}

// count reads and counts in one transaction, and writes in another, short one.
func (r *dayCount) count(ctx context.Context, days daysToCount, next store.DayCountProgress) error {
	var counts store.CountedDays
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		counts = store.CountedDays{Staff: days.staff, Rewards: days.rewards}
		for _, run := range joinRuns(days.staff) {
			byUser, err := tx.Reports().CountStaffDays(run)
			if err != nil {
				return err
			}
			counts.ByUser = append(counts.ByUser, byUser...)
		}
		for _, run := range joinRuns(days.rewards) {
			byKind, err := tx.Reports().CountRewardDays(run, business)
			if err != nil {
				return err
			}
			counts.ByKind = append(counts.ByKind, byKind...)
		}
		return nil
	})
	if err != nil {
		return err
	}
	stored := false
	err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) (err error) {
		stored, err = tx.Reports().StoreDays(r.progress, next, counts)
		return err
	})
	if r.overtaken = !stored; stored {
		next.Version = r.progress.Version + 1
		r.progress = next
	}
	return err
}
