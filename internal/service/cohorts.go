package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// CohortReport shows whether and how often customers return.
type CohortReport struct {
	// IsCounting means that the first computation still runs.
	IsCounting bool
	Cohorts    []Cohort // of the last loyalty.CohortMonths, oldest first
	// Gaps are days between visits, imported last visits included.
	Gaps      loyalty.Quartiles
	GapPeriod loyalty.Period
	GapWeeks  []int64 // by gap in weeks, from one; the last has all longer gaps
}

// Cohort has the new customers of a month.
type Cohort struct {
	Month     string
	Customers int64
	Came      []int64 // by month; the last is not over
}

const longestGapWeeks = 9

// Cohorts reports when new customers returned.
func (i *Insights) Cohorts(ctx context.Context, actor usecase.Actor) (CohortReport, error) {
	var report CohortReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		today := business.DayOf(i.base.Now())
		report = CohortReport{
			GapPeriod: loyalty.Period{From: today.Plus(1 - cardDays), To: today}, GapWeeks: make([]int64, longestGapWeeks),
		}
		all, err := newCustomerSteps(tx)
		if report.IsCounting = all.isCounting; err != nil || all.isCounting {
			return err
		}
		if err := report.addCohorts(all, today); err != nil {
			return err
		}
		return report.addGaps(all)
	})
	return report, err
}

func (r *CohortReport) addCohorts(all customerSteps, today loyalty.Day) error {
	months := lastMonths(today, loyalty.CohortMonths)
	period := loyalty.Period{From: loyalty.Day(months[0] + "-01"), To: today}
	newcomers, err := all.cameFirstIn(period)
	if err != nil {
		return err
	}
	byMonth := map[string]*Cohort{}
	for n, month := range months {
		byMonth[month] = &Cohort{Month: month, Came: make([]int64, len(months)-n)}
	}
	for _, m := range newcomers {
		cohort := byMonth[m.First.Month()]
		cohort.Customers++
		for number := range cohort.Came {
			if m.Months.In(number) {
				cohort.Came[number]++
			}
		}
	}
	for _, month := range months {
		if byMonth[month].Customers > 0 {
			r.Cohorts = append(r.Cohorts, *byMonth[month])
		}
	}
	return nil
}

func lastMonths(today loyalty.Day, count int) []string {
	months := make([]string, count)
	for n, month := count-1, loyalty.WindowAround(today).Month; n >= 0; n-- {
		months[n] = month.From.Month()
		month = loyalty.WindowAround(month.From.Plus(-1)).Month
	}
	return months
}

func (r *CohortReport) addGaps(all customerSteps) error {
	recent, err := all.cameLastSince(r.GapPeriod.From)
	if err != nil {
		return err
	}
	var gaps []int
	for _, m := range recent {
		if m.Rhythm.Days < loyalty.MinRhythmDays {
			continue
		}
		gap := m.Rhythm.UsualGap()
		gaps = append(gaps, gap)
		const days = 7
		weeks := max(1, (2*gap+days)/(2*days))
		r.GapWeeks[min(weeks, longestGapWeeks)-1]++
	}
	r.Gaps = loyalty.QuartilesOf(gaps)
	return nil
}
