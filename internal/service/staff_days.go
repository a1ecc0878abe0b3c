package service

import (
	"maps"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

type staffDays struct {
	tx          *store.Tx
	progress    store.DayCountProgress
	changedDays []loyalty.Day
	isExact     bool // changedDays is complete
}

func newStaffDays(tx *store.Tx, today loyalty.Day) (staffDays, error) {
	progress, err := tx.Reports().DayCountProgress()
	if err != nil || progress.Version == 0 { // all days are counted
		return staffDays{tx: tx, progress: progress, isExact: true}, err
	}
	days, isExact, err := changedDays(tx, progress.Position, today, tx.Reports().ChangedDays)
	return staffDays{tx: tx, progress: progress, changedDays: days, isExact: isExact}, err
}

func changedDays(tx *store.Tx, position int64, today loyalty.Day, exact func(position int64) ([]loyalty.Day, error)) (days []loyalty.Day, isExact bool, err error) {
	pending, err := tx.Events().CountAfter(position, maxPendingEvents+1)
	if err != nil || pending == 0 {
		return nil, true, err
	}
	// After an act on many customers, reports show the stored counts until the background task has counted.
	if pending > maxPendingEvents {
		days, err = pendingDays(tx, position, today)
		return days, false, err
	}
	days, err = exact(position)
	return days, true, err
}

// maxPendingEvents is the number of events up to which a report counts changed days itself.
const maxPendingEvents = 1000

// maxPendingDays is how many days a report counts if more events are pending.
const maxPendingDays = daysBatch

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
	_, isChanged := slices.BinarySearch(s.changedDays, day)
	return day >= s.progress.CountedFrom && !isChanged
}

// daysOf returns a period's days in order. Changed or missing days are counted from the visits (decision 0040).
func (s staffDays) daysOf(period loyalty.Period, withCustomers bool) ([]loyalty.StaffDay, error) {
	storedDays, err := s.tx.Reports().StoredStaffDays(period, withCustomers)
	if err != nil {
		return nil, err
	}
	days := slices.DeleteFunc(storedDays, func(d loyalty.StaffDay) bool { return !s.isStored(d.Day) })
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

func (s staffDays) countRedeemed(period loyalty.Period) (total int64, err error) {
	days, err := s.tx.Reports().StoredStaffDays(period, false)
	if err != nil {
		return 0, err
	}
	for _, day := range days {
		if s.isStored(day.Day) {
			total += day.RedeemedRewards
		}
	}
	for _, missing := range s.missingPeriods(period) {
		count, err := s.tx.Reports().CountRedeemed(missing)
		if err != nil {
			return 0, err
		}
		total += count
	}
	return total, nil
}

// visits counts the visits of active customers in a period. Unlike daysOf, it is always exact.
func (s staffDays) visits(period loyalty.Period) (int64, error) {
	days, err := s.visitsByDay(period)
	return sumOf(days, period), err
}

// visitsByDay counts like visits, by day.
func (s staffDays) visitsByDay(period loyalty.Period) (map[loyalty.Day]int64, error) {
	days, err := s.allVisitsByDay(period)
	if err != nil {
		return nil, err
	}
	archivedVisits, err := s.tx.Reports().ArchivedVisitsByDay(period)
	for day, visits := range archivedVisits {
		days[day] -= visits
	}
	return days, err
}

func (s staffDays) allVisitsByDay(period loyalty.Period) (map[loyalty.Day]int64, error) {
	if !s.isExact {
		return s.tx.Reports().AllVisitsByDay(period)
	}
	storedDays, err := s.tx.Reports().StoredStaffDays(period, false)
	if err != nil {
		return nil, err
	}
	days := map[loyalty.Day]int64{}
	for _, day := range storedDays {
		if s.isStored(day.Day) {
			days[day.Day] += day.Visits
		}
	}
	for _, missing := range s.missingPeriods(period) {
		countedVisits, err := s.tx.Reports().AllVisitsByDay(missing)
		if err != nil {
			return nil, err
		}
		maps.Copy(days, countedVisits)
	}
	return days, nil
}

func sumOf(days map[loyalty.Day]int64, period loyalty.Period) (sum int64) {
	for day, count := range days {
		if period.Contains(day) {
			sum += count
		}
	}
	return sum
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
