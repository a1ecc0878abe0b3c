package service

import (
	"context"
	"maps"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// HoursReport compares two periods by weekday and hour: each weekday with as many open days before, latest first. Open
// days have visits with an hour.
type HoursReport struct {
	InsightPeriods
	Visits int64
	// ComparedVisits counts the current visits on compared weekdays, VisitsBefore theirs before.
	ComparedVisits, VisitsBefore int64
	Weekdays                     []OpenDays   // in order, without those closed now
	Hours                        []HourChange // in order, without empty hours
}

// OpenDays counts a weekday's open days in the current period.
type OpenDays struct {
	Weekday int
	Open    int
	// Days without a visit, which are skipped.
	Closed, ClosedBefore int
	// IsComparable is false for fewer open days before.
	IsComparable bool
}

// HourChange compares an hour of a weekday. Before is 0 if the weekday is not compared.
type HourChange struct {
	Weekday, Hour  int
	Visits, Before int64
}

const (
	hoursWeeks = 8
	hoursDays  = hoursWeeks * 7
)

// Hours compares the eight weeks up to yesterday with open days of the sixteen before, without visits entered for past
// days.
func (i *Insights) Hours(ctx context.Context, actor usecase.Actor) (HoursReport, error) {
	var report HoursReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		report, err = hoursReport(tx, business, business.DayOf(i.base.Now()))
		return err
	})
	return report, err
}

func hoursReport(tx *store.Tx, business loyalty.Business, today loyalty.Day) (HoursReport, error) {
	now := loyalty.Period{From: today.Plus(-hoursDays), To: today.Plus(-1)}
	before := loyalty.RangeRolling.Before(now, loyalty.CompareBefore)
	report := HoursReport{InsightPeriods: InsightPeriods{Now: now, Before: before}}
	visits, err := readOpenDays(tx, business, now)
	if err != nil {
		return report, err
	}
	earlier, err := readOpenDays(tx, business, before)
	if err != nil {
		return report, err
	}
	if earlier.areFewerThan(visits) {
		older, err := readOpenDays(tx, business, loyalty.RangeRolling.Before(before, loyalty.CompareBefore))
		if err != nil {
			return report, err
		}
		for weekday := range earlier {
			earlier[weekday] = append(earlier[weekday], older[weekday]...)
		}
	}
	for weekday := 1; weekday <= 7; weekday++ {
		report.compare(weekday, visits[weekday], earlier[weekday])
	}
	return report, nil
}

func (r *HoursReport) compare(weekday int, now, earlier []openDay) {
	if len(now) == 0 {
		return
	}
	days := OpenDays{Weekday: weekday, Open: len(now), Closed: hoursWeeks - len(now), IsComparable: len(earlier) >= len(now)}
	var before []openDay
	if days.IsComparable {
		before = earlier[:len(now)]
		weeks := r.Now.From.Plus(-1).Since(before[len(before)-1].day)/7 + 1
		days.ClosedBefore = weeks - len(before)
		r.Before.From = min(r.Before.From, r.Now.From.Plus(-7*weeks))
	}
	r.Weekdays = append(r.Weekdays, days)
	visits, visitsBefore := sumHours(now), sumHours(before)
	for hour := range visits {
		change := HourChange{Weekday: weekday, Hour: hour, Visits: visits[hour], Before: visitsBefore[hour]}
		r.Visits += change.Visits
		if days.IsComparable {
			r.ComparedVisits += change.Visits
			r.VisitsBefore += change.Before
		}
		if change.Visits > 0 || change.Before > 0 {
			r.Hours = append(r.Hours, change)
		}
	}
}

type openDay struct {
	day    loyalty.Day
	visits [24]int64
}

// openDays is indexed by weekday (1: Monday), latest first.
type openDays [8][]openDay

func readOpenDays(tx *store.Tx, business loyalty.Business, period loyalty.Period) (openDays, error) {
	quarters, err := tx.Reports().AllVisitsByQuarter(period)
	return newOpenDays(business, quarters), err
}

// newOpenDays returns the days with visits. It omits visits entered for past days, which have no hour.
func newOpenDays(business loyalty.Business, quarters []store.QuarterCount) (days openDays) {
	byDay := map[loyalty.Day]*openDay{}
	for _, quarter := range quarters {
		timedVisits := quarter.Visits - quarter.UntimedVisits
		if timedVisits == 0 {
			continue
		}
		if byDay[quarter.Day] == nil {
			byDay[quarter.Day] = &openDay{day: quarter.Day}
		}
		byDay[quarter.Day].visits[quarter.Begins.In(business.Zone).Hour()] += timedVisits
	}
	latestFirst := slices.Sorted(maps.Keys(byDay))
	slices.Reverse(latestFirst)
	for _, day := range latestFirst {
		days[day.Weekday()] = append(days[day.Weekday()], *byDay[day])
	}
	return days
}

func (d openDays) areFewerThan(others openDays) bool {
	for weekday := range d {
		if len(d[weekday]) < len(others[weekday]) {
			return true
		}
	}
	return false
}

func sumHours(days []openDay) (visits [24]int64) {
	for _, day := range days {
		for hour, count := range day.visits {
			visits[hour] += count
		}
	}
	return visits
}
