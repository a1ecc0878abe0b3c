package service

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// HoursReport compares two periods by weekday and hour.
type HoursReport struct {
	InsightPeriods
	// IdleWeeks and IdleBefore are the weeks of each period without a visit, as if the shop was closed. They are not
	// compared.
	IdleWeeks, IdleBefore int
	// IsComparable is false with fewer weeks of visits before than now. Before then is the plain period.
	IsComparable         bool
	Visits, VisitsBefore int64
	Hours                []HourChange // in order, without empty hours
}

// HourChange compares an hour of a weekday.
type HourChange struct {
	Weekday, Hour  int
	Visits, Before int64
}

const (
	hoursWeeks = 8
	hoursDays  = hoursWeeks * 7
)

// Hours compares the eight weeks up to yesterday with as many before, in local hours. Weeks without a visit are
// skipped, at most eight of those before. Visits entered for past days are omitted.
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
	visits, err := visitsByWeek(tx, now)
	if err != nil {
		return report, err
	}
	earlier, err := visitsByWeek(tx, before)
	if err != nil {
		return report, err
	}
	busy := visits.countBusy()
	report.IdleWeeks = hoursWeeks - busy
	if earlier.countBusy() < busy {
		older, err := visitsByWeek(tx, loyalty.RangeRolling.Before(before, loyalty.CompareBefore))
		if err != nil {
			return report, err
		}
		earlier = append(earlier, older...)
	}
	compared := report.choose(earlier, busy)
	report.compare(visits.byHour(business.Zone), compared.byHour(business.Zone))
	return report, nil
}

// choose returns the latest weeks with visits, as many as the current period has.
func (r *HoursReport) choose(earlier weeksOfVisits, busy int) (compared weeksOfVisits) {
	r.IsComparable = busy > 0 && earlier.countBusy() >= busy
	if !r.IsComparable {
		return earlier[:hoursWeeks]
	}
	for n := 0; len(compared) < busy; n++ {
		r.Before.From = r.Now.From.Plus(-7 * (n + 1))
		if isBusy(earlier[n]) {
			compared = append(compared, earlier[n])
		} else {
			r.IdleBefore++
		}
	}
	return compared
}

func (r *HoursReport) compare(now, before [8][24]int64) {
	for weekday := 1; weekday <= 7; weekday++ {
		for hour, visits := range now[weekday] {
			change := HourChange{Weekday: weekday, Hour: hour, Visits: visits, Before: before[weekday][hour]}
			r.Visits += change.Visits
			r.VisitsBefore += change.Before
			if change.Visits > 0 || change.Before > 0 {
				r.Hours = append(r.Hours, change)
			}
		}
	}
}

// weeksOfVisits has seven days per entry, the latest first.
type weeksOfVisits [][]store.QuarterCount

func visitsByWeek(tx *store.Tx, period loyalty.Period) (weeksOfVisits, error) {
	quarters, err := tx.Reports().AllVisitsByQuarter(period)
	weeks := make(weeksOfVisits, hoursWeeks)
	for _, quarter := range quarters {
		week := period.To.Since(quarter.Day) / 7
		weeks[week] = append(weeks[week], quarter)
	}
	return weeks, err
}

func isBusy(week []store.QuarterCount) bool {
	for _, quarter := range week {
		if quarter.Visits > quarter.Untimed {
			return true
		}
	}
	return false
}

func (w weeksOfVisits) countBusy() (count int) {
	for _, week := range w {
		if isBusy(week) {
			count++
		}
	}
	return count
}

// byHour omits visits entered for past days, which have no hour.
func (w weeksOfVisits) byHour(zone *time.Location) (visits [8][24]int64) {
	for _, week := range w {
		for _, quarter := range week {
			visits[quarter.Day.Weekday()][quarter.Begins.In(zone).Hour()] += quarter.Visits - quarter.Untimed
		}
	}
	return visits
}
