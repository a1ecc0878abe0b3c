package service

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// staffDaysInterval is how often changed days are counted again. A report counts what has changed since by itself.
	staffDaysInterval = time.Minute
	// staffDaysBatch is the number of days that one transaction counts.
	staffDaysBatch = 14
)

// staffDays reads what each user did on the days of a business, within one transaction.
type staffDays struct {
	tx       *store.Tx
	progress store.StaffDayProgress
	changed  []loyalty.Day // since they were stored
}

func newStaffDays(tx *store.Tx) (staffDays, error) {
	progress, err := tx.Reports().StaffDayProgress()
	if err != nil || progress.Version == 0 { // then every day is counted
		return staffDays{tx: tx, progress: progress}, err
	}
	changed, err := tx.Reports().ChangedDays(progress.Position)
	return staffDays{tx: tx, progress: progress, changed: changed}, err
}

// isStored reports whether the stored counts of a day are valid.
func (s staffDays) isStored(day loyalty.Day) bool {
	_, isChanged := slices.BinarySearch(s.changed, day)
	return day >= s.progress.CountedFrom && !isChanged
}

// of returns the days of a period in order. Days that have changed since they were stored, and those not yet counted,
// are counted from the visits (decision 0040). Without customers the sets are not read.
func (s staffDays) of(period loyalty.Period, withCustomers bool) ([]loyalty.StaffDay, error) {
	stored, err := s.tx.Reports().StoredStaffDays(period, withCustomers)
	if err != nil {
		return nil, err
	}
	days := slices.DeleteFunc(stored, func(d loyalty.StaffDay) bool { return !s.isStored(d.Day) })
	for _, missing := range runsOf(period, func(day loyalty.Day) bool { return !s.isStored(day) }) {
		counted, err := s.tx.Reports().CountStaffDays(missing)
		if err != nil {
			return nil, err
		}
		days = append(days, counted...)
	}
	slices.SortStableFunc(days, func(a, b loyalty.StaffDay) int { return strings.Compare(string(a.Day), string(b.Day)) })
	return days, nil
}

// redeemed counts the rewards given in a period.
func (s staffDays) redeemed(period loyalty.Period) (sum int64, err error) {
	stored, err := s.tx.Reports().StoredStaffDays(period, false)
	if err != nil {
		return 0, err
	}
	for _, day := range stored {
		if s.isStored(day.Day) {
			sum += day.Redeemed
		}
	}
	for _, missing := range runsOf(period, func(day loyalty.Day) bool { return !s.isStored(day) }) {
		count, err := s.tx.Reports().CountRedeemed(missing)
		if err != nil {
			return 0, err
		}
		sum += count
	}
	return sum, nil
}

// runsOf returns the runs of consecutive days of a period that meet a condition.
func runsOf(period loyalty.Period, meets func(loyalty.Day) bool) []loyalty.Period {
	return runs(slices.DeleteFunc(period.Days(), func(day loyalty.Day) bool { return !meets(day) }))
}

// runs groups sorted days into runs of consecutive ones.
func runs(days []loyalty.Day) []loyalty.Period {
	var found []loyalty.Period
	for _, day := range days {
		if last := len(found) - 1; last >= 0 && found[last].To.Plus(1) == day {
			found[last].To = day
		} else {
			found = append(found, loyalty.Period{From: day, To: day})
		}
	}
	return found
}

// StaffDays keeps the daily counts of all businesses up to date.
type StaffDays struct {
	base    *usecase.Base
	changed *changedBusinesses
}

// RunPeriodically runs Refresh periodically until the context ends. Several servers may do so at once.
func (s *StaffDays) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "reports", First: staffDaysInterval, Every: staffDaysInterval, Run: s.Refresh})
}

// Refresh counts the days that have changed in businesses with new events. The first call also counts the earlier days
// of all businesses.
func (s *StaffDays) Refresh(ctx context.Context) error {
	return s.changed.each(ctx, s.refreshUntilStored)
}

// refreshUntilStored counts the changed days of a business up to an event, then all days before the first counted one. It
// begins again when another program has stored some meanwhile.
func (s *StaffDays) refreshUntilStored(ctx context.Context, businessID string, upTo int64) error {
	for {
		overtaken, err := s.refreshBusiness(ctx, businessID, upTo)
		if err != nil || !overtaken {
			return err
		}
	}
}

// refreshBusiness continues from the stored counts. overtaken reports that another program has stored some meanwhile.
func (s *StaffDays) refreshBusiness(ctx context.Context, businessID string, upTo int64) (overtaken bool, err error) {
	refresh := staffDaysRefresh{StaffDays: s, businessID: businessID}
	changed, err := refresh.begin(ctx, upTo)
	if err != nil {
		return false, err
	}
	if refresh.progress.Position < upTo {
		err = refresh.countChanged(ctx, changed, upTo)
	}
	for err == nil && !refresh.overtaken && !refresh.progress.IsComplete() {
		err = refresh.countEarlier(ctx)
	}
	return refresh.overtaken, err
}

// staffDaysRefresh counts the days of one business, until another program stores counts meanwhile.
type staffDaysRefresh struct {
	*StaffDays
	businessID string
	progress   store.StaffDayProgress
	overtaken  bool
}

// daysToCount are the days whose visits, and those whose rewards, are counted again.
type daysToCount struct{ staff, rewards []loyalty.Day }

// begin reads the progress of the business, and the counted days that have changed since.
func (r *staffDaysRefresh) begin(ctx context.Context, upTo int64) (changed daysToCount, err error) {
	read := func(tx *store.Tx) (err error) {
		r.progress, err = tx.Reports().StaffDayProgress()
		return err
	}
	if err = r.base.Store.ViewMaintenance(ctx, r.businessID, read); err == nil && r.progress.Version == 0 {
		err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) error {
			if err := tx.Reports().StartStaffDays(upTo, firstUncounted(r.base.Now())); err != nil {
				return err
			}
			return read(tx)
		})
	}
	if err != nil || r.progress.Position >= upTo {
		return changed, err
	}
	err = r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if changed.staff, err = tx.Reports().ChangedDays(r.progress.Position); err != nil {
			return err
		}
		changed.rewards, err = tx.Reports().ChangedRewardDays(r.progress.Position, business)
		return err
	})
	isCounted := func(day loyalty.Day) bool { return day >= r.progress.CountedFrom }
	return daysToCount{staff: filtered(changed.staff, isCounted), rewards: filtered(changed.rewards, isCounted)}, err
}

// firstUncounted is a day that has not begun in any time zone.
func firstUncounted(now time.Time) loyalty.Day {
	return loyalty.Day(now.UTC().Format(time.DateOnly)).Plus(2)
}

func filtered(days []loyalty.Day, keep func(loyalty.Day) bool) []loyalty.Day {
	return slices.DeleteFunc(days, func(day loyalty.Day) bool { return !keep(day) })
}

// countChanged counts days in batches. The position advances with the last batch.
func (r *staffDaysRefresh) countChanged(ctx context.Context, changed daysToCount, upTo int64) error {
	for {
		var batch daysToCount
		batch.staff, changed.staff = firstDays(changed.staff)
		batch.rewards, changed.rewards = firstDays(changed.rewards)
		isLast := len(changed.staff)+len(changed.rewards) == 0
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

// firstDays returns the days of one batch and the others.
func firstDays(days []loyalty.Day) (batch, others []loyalty.Day) {
	most := min(len(days), staffDaysBatch)
	return days[:most], days[most:]
}

// countEarlier counts the days before the first counted one.
func (r *staffDaysRefresh) countEarlier(ctx context.Context) error {
	var first loyalty.Day
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) (err error) {
		first, err = firstDay(tx)
		return err
	})
	if err != nil {
		return err
	}
	if first == "" || first >= r.progress.CountedFrom {
		return r.count(ctx, daysToCount{}, r.progress.Completed())
	}
	next := r.progress
	next.CountedFrom = r.progress.CountedFrom.Plus(-staffDaysBatch)
	days := loyalty.Period{From: next.CountedFrom, To: r.progress.CountedFrom.Plus(-1)}.Days()
	return r.count(ctx, daysToCount{staff: days, rewards: days}, next)
}

// firstDay returns the day of the first visit, or the day before the first reward: in another time zone it was earned
// then, and a count of that day may be stored. Empty: there are none.
func firstDay(tx *store.Tx) (loyalty.Day, error) {
	visit, err := tx.Reports().FirstVisitDay()
	if err != nil {
		return "", err
	}
	reward, err := tx.Reports().FirstReward()
	if err != nil || reward.IsZero() {
		return visit, err
	}
	earned := loyalty.Day(reward.UTC().Format(time.DateOnly)).Plus(-2)
	if visit == "" {
		return earned, nil
	}
	return min(visit, earned), nil
}

// count counts days in a reading transaction and stores them in a short writing one.
func (r *staffDaysRefresh) count(ctx context.Context, days daysToCount, next store.StaffDayProgress) error {
	var counted store.CountedDays
	err := r.base.Store.ViewMaintenance(ctx, r.businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		counted = store.CountedDays{Staff: days.staff, Rewards: days.rewards}
		for _, run := range runs(days.staff) {
			byUser, err := tx.Reports().CountStaffDays(run)
			if err != nil {
				return err
			}
			counted.ByUser = append(counted.ByUser, byUser...)
		}
		for _, run := range runs(days.rewards) {
			byKind, err := tx.Reports().CountRewardDays(run, business)
			if err != nil {
				return err
			}
			counted.ByKind = append(counted.ByKind, byKind...)
		}
		return nil
	})
	if err != nil {
		return err
	}
	stored := false
	err = r.base.Store.InBusiness(ctx, r.businessID, func(tx *store.Tx) (err error) {
		stored, err = tx.Reports().StoreDays(r.progress, next, counted)
		return err
	})
	if r.overtaken = !stored; stored {
		next.Version = r.progress.Version + 1
		r.progress = next
	}
	return err
}
