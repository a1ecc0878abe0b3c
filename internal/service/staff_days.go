package service

import (
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

type staffDays struct {
	tx       *store.Tx
	progress store.DayCountProgress
	changed  []loyalty.Day
	isExact  bool // every changed day is in changed
}

func newStaffDays(tx *store.Tx, today loyalty.Day) (staffDays, error) {
	progress, err := tx.Reports().DayCountProgress()
	if err != nil || progress.Version == 0 { // every day is counted
		return staffDays{tx: tx, progress: progress, isExact: true}, err
	}
	days, isExact, err := changedDays(tx, progress.Position, today, tx.Reports().ChangedDays)
	return staffDays{tx: tx, progress: progress, changed: days, isExact: isExact}, err
}

func changedDays(tx *store.Tx, position int64, today loyalty.Day, exact func(position int64) ([]loyalty.Day, error)) (days []loyalty.Day, isExact bool, err error) {
	if isExact, err = mayCountChanges(tx, position); err != nil {
		return nil, false, err
	}
	if isExact {
		days, err = exact(position)
	} else {
		days, err = pendingDays(tx, position, today)
	}
	return days, isExact, err
}

// maxPendingEvents limits the events whose changes a report counts itself.
const maxPendingEvents = 1000

// maxPendingDays is how many days a report counts if more events are pending.
const maxPendingDays = daysBatch

// mayCountChanges reports whether the report counts the changed days itself. It returns false after an act on many
// customers. Then the report shows stored counts, except for pendingDays, until the background task has counted.
func mayCountChanges(tx *store.Tx, position int64) (bool, error) {
	tooMany, err := tx.Events().MoreThan(maxPendingEvents, position)
	return !tooMany, err
}

func pendingDays(tx *store.Tx, position int64, today loyalty.Day) ([]loyalty.Day, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return nil, err
	}
	first, err := tx.Events().FirstAfter(position)
	if err != nil {
		return nil, err
	}
	from := max(business.DayOf(first), today.Plus(1-maxPendingDays))
	return loyalty.Period{From: from, To: today}.Days(), nil
}

func (s staffDays) isStored(day loyalty.Day) bool {
	_, isChanged := slices.BinarySearch(s.changed, day)
	return day >= s.progress.CountedFrom && !isChanged
}

// daysOf returns the days of a period in order. Days that have changed or are not stored are counted from the visits
// (decision 0040). It reads the sets of customers only if withCustomers is set.
func (s staffDays) daysOf(period loyalty.Period, withCustomers bool) ([]loyalty.StaffDay, error) {
	stored, err := s.tx.Reports().StoredStaffDays(period, withCustomers)
	if err != nil {
		return nil, err
	}
	days := slices.DeleteFunc(stored, func(d loyalty.StaffDay) bool { return !s.isStored(d.Day) })
	for _, missing := range s.missingPeriods(period) {
		countedDays, err := s.tx.Reports().CountStaffDays(missing)
		if err != nil {
			return nil, err
		}
		days = append(days, countedDays...)
	}
	slices.SortStableFunc(days, func(a, b loyalty.StaffDay) int { return strings.Compare(string(a.Day), string(b.Day)) })
	return days, nil
}

func (s staffDays) countRedeemed(period loyalty.Period) (int64, error) {
	return s.sum(period, func(day loyalty.StaffDay) int64 { return day.Redeemed }, s.tx.Reports().CountRedeemed)
}

// visits counts the visits of active customers in a period. Unlike the method of, it is always exact.
func (s staffDays) visits(period loyalty.Period) (int64, error) {
	if !s.isExact {
		return s.tx.Reports().CountVisits(period)
	}
	visits, err := s.sum(period, func(day loyalty.StaffDay) int64 { return day.Visits }, s.tx.Reports().CountVisits)
	if err != nil {
		return 0, err
	}
	for _, stored := range runsOf(period, s.isStored) {
		archived, err := s.tx.Reports().CountArchivedVisits(stored)
		if err != nil {
			return 0, err
		}
		visits -= archived
	}
	return visits, nil
}

// sum returns the sum of a count over the stored days, and counts the missing days.
func (s staffDays) sum(
	period loyalty.Period, stored func(loyalty.StaffDay) int64, count func(loyalty.Period) (int64, error),
) (sum int64, err error) {
	days, err := s.tx.Reports().StoredStaffDays(period, false)
	if err != nil {
		return 0, err
	}
	for _, day := range days {
		if s.isStored(day.Day) {
			sum += stored(day)
		}
	}
	for _, missing := range s.missingPeriods(period) {
		counted, err := count(missing)
		if err != nil {
			return 0, err
		}
		sum += counted
	}
	return sum, nil
}

func (s staffDays) missingPeriods(period loyalty.Period) []loyalty.Period {
	return runsOf(period, func(day loyalty.Day) bool { return !s.isStored(day) })
}

func runsOf(period loyalty.Period, meets func(loyalty.Day) bool) []loyalty.Period {
	return joinRuns(slices.DeleteFunc(period.Days(), func(day loyalty.Day) bool { return !meets(day) }))
}

func joinRuns(days []loyalty.Day) []loyalty.Period {
	var periods []loyalty.Period
	for _, day := range days {
		if last := len(periods) - 1; last >= 0 && periods[last].To.Plus(1) == day {
			periods[last].To = day
		} else {
			periods = append(periods, loyalty.Period{From: day, To: day})
		}
	}
	return periods
}
