package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// CardReport counts steps reached by customers registered in a period.
type CardReport struct {
	InsightPeriods
	// IsCounting means that the first computation still runs.
	IsCounting  bool
	Steps       []StepCount
	FirstReward loyalty.Quartiles // days from first visit to first reward
	// Customers who did not begin with an empty card. Steps omits them.
	ImportedCount, WithPaperCard int64

	VisitTarget       int64
	HalfRewardEnabled bool
}

// IsSlow reports whether the first reward takes too long; false for too few customers.
func (r CardReport) IsSlow() bool {
	return r.FirstReward.Count >= loyalty.MinForShare && r.FirstReward.Median > loyalty.SlowRewardDays
}

// StepCount counts customers at a step.
type StepCount struct {
	Step        loyalty.CardStep
	Now, Before StepFigures
}

// StepFigures are a step's counts.
type StepFigures struct {
	ReachedShare loyalty.Share
	Took         loyalty.Quartiles // days since the previous step
}

func (r InsightRequest) cardPeriods(today loyalty.Day) (InsightPeriods, error) {
	if r.hasDays() {
		return r.periods(today)
	}
	now := loyalty.Period{From: today.Plus(1 - cardDays), To: today}
	return InsightPeriods{Now: now, Before: loyalty.RangeRolling.Before(now, r.Compare)}, nil
}

const cardDays = 52 * 7

// Card reports the steps that new customers reached. Steps of the period before count only up to the same age of the
// registration.
func (i *Insights) Card(ctx context.Context, actor usecase.Actor, request InsightRequest) (CardReport, error) {
	var report CardReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		report = CardReport{VisitTarget: business.VisitTarget, HalfRewardEnabled: business.HalfRewardEnabled}
		today := business.DayOf(i.base.Now())
		if report.InsightPeriods, err = request.cardPeriods(today); err != nil {
			return err
		}
		all, err := newCustomerSteps(tx)
		if report.IsCounting = all.isCounting; err != nil || all.isCounting {
			return err
		}
		return report.fill(all, business, today)
	})
	return report, err
}

func (r *CardReport) fill(all customerSteps, business loyalty.Business, today loyalty.Day) error {
	now, err := all.registeredIn(business, r.Now)
	if err != nil {
		return err
	}
	before, err := all.registeredIn(business, r.Before)
	if err != nil {
		return err
	}
	for _, m := range now {
		switch m.Origin {
		case loyalty.OriginImported:
			r.ImportedCount++
		case loyalty.OriginPaperCard:
			r.WithPaperCard++
		}
	}
	steps := stepsOf(business, now, today)
	former := stepsOf(business, before, today.Plus(-r.Now.From.Since(r.Before.From)))
	for _, step := range loyalty.CardSteps() {
		r.Steps = append(r.Steps, StepCount{Step: step, Now: figuresOf(step, steps), Before: figuresOf(step, former)})
	}
	var took []int
	for _, days := range steps {
		if after, ok := days.TookToReward(); ok {
			took = append(took, after)
		}
	}
	r.FirstReward = loyalty.QuartilesOf(took)
	return nil
}

func stepsOf(business loyalty.Business, cohort []loyalty.CustomerSteps, upTo loyalty.Day) []loyalty.StepDays {
	var steps []loyalty.StepDays
	for _, m := range cohort {
		if m.Origin == loyalty.OriginRegistered {
			steps = append(steps, m.StepDays(business, upTo))
		}
	}
	return steps
}

func figuresOf(step loyalty.CardStep, cohort []loyalty.StepDays) StepFigures {
	figures := StepFigures{}
	var took []int
	for _, days := range cohort {
		count := int64(0)
		if _, has := days[step]; has {
			count = 1
		}
		figures.ReachedShare.Count(count, 1)
		if after, ok := days.Took(step); ok {
			took = append(took, after)
		}
	}
	figures.Took = loyalty.QuartilesOf(took)
	return figures
}

// StepCustomer is a customer with their steps.
type StepCustomer struct {
	store.NamedCustomerSteps
	RegisteredOn loyalty.Day
}

// StepRequest asks for customers by last step.
type StepRequest struct {
	InsightRequest
	Step loyalty.CardStep
	usecase.ListRequest
}

// ListStep returns active customers whose last step this is, latest registration first.
func (i *Insights) ListStep(ctx context.Context, actor usecase.Actor, request StepRequest) (usecase.List[StepCustomer], error) {
	list := usecase.List[StepCustomer]{Items: []StepCustomer{}}
	page, err := store.NewStepPage(request.Limit, request.Cursor)
	if err != nil {
		return list, err
	}
	err = i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		today := business.DayOf(i.base.Now())
		periods, err := request.cardPeriods(today)
		if err != nil {
			return err
		}
		all, err := newCustomerSteps(tx)
		if err != nil || all.isCounting {
			return err
		}
		if page.IsFirst {
			if page.Total, err = all.countStoppedAt(business, periods.Now, request.Step); err != nil {
				return err
			}
		}
		steps, err := all.stoppedAt(business, periods.Now, request.Step, page)
		if err != nil {
			return err
		}
		customers, err := store.CustomerStepsIn(tx).AddNames(steps, page)
		list.Total, list.Next = customers.Total, customers.Next
		for _, m := range customers.Items {
			list.Items = append(list.Items, StepCustomer{NamedCustomerSteps: m, RegisteredOn: business.DayOf(m.RegisteredAt)})
		}
		return err
	})
	return list, err
}
