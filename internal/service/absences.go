package service

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// AbsentCustomer is a customer silent for longer than usual.
type AbsentCustomer struct {
	store.Regular
	Absence    loyalty.Absence
	SilentDays int
	State      loyalty.GreetingState
}

func (a AbsentCustomer) isUndoable(now time.Time) bool {
	return a.State == loyalty.GreetRecent && now.Before(loyalty.GreetingUndoableUntil(a.GreetedAt))
}

// RecoveredCustomer is a customer who came again after having been lost.
type RecoveredCustomer struct {
	loyalty.RecoveredVisit
	store.CustomerName
	UserID string
	Day    loyalty.Day
}

// SentGreeting is an invitation with names.
type SentGreeting = store.ListedGreeting

// AbsentCounts counts absent customers by state.
type AbsentCounts map[loyalty.GreetingState]int64

// All sums up the states.
func (c AbsentCounts) All() (all int64) {
	for _, count := range c {
		all += count
	}
	return all
}

// AbsenceReport has absent customers and the effect of invitations.
type AbsenceReport struct {
	AtRiskCounts, LostCounts AbsentCounts
	RecoveredCount           int64
	RecoveredPeriod          loyalty.Period
	HoldsBack                bool
	// InvitedShare and HeldBackShare are the shares that came within loyalty.EffectDays, of those invited or held back in
	// EffectPeriod.
	InvitedShare, HeldBackShare loyalty.Share
	EffectPeriod                loyalty.Period
}

// Absences reports absent customers and whether invitations help.
func (i *Insights) Absences(ctx context.Context, actor usecase.Actor) (AbsenceReport, error) {
	var report AbsenceReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		today := business.DayOf(i.base.Now())
		report = AbsenceReport{
			AtRiskCounts: AbsentCounts{}, LostCounts: AbsentCounts{}, RecoveredPeriod: loyalty.Rolling(today), HoldsBack: business.HoldBack,
			EffectPeriod: loyalty.Period{From: today.Plus(-loyalty.MaxInsightDays), To: today.Plus(-loyalty.EffectDays - 1)},
		}
		absent, err := absentCustomers(i.base, tx, business)
		if err != nil {
			return err
		}
		report.count(absent)
		if report.RecoveredCount, err = countRecovered(tx, report.RecoveredPeriod); err != nil {
			return err
		}
		report.InvitedShare, report.HeldBackShare, err = tx.Marketing().GreetingEffect(
			business.StartOf(report.EffectPeriod.From), business.StartOf(report.EffectPeriod.To.Plus(1)))
		return err
	})
	return report, err
}

func (r *AbsenceReport) count(absent []AbsentCustomer) {
	for _, customer := range absent {
		if customer.Absence == loyalty.AbsenceLost {
			r.LostCounts[customer.State]++
		} else {
			r.AtRiskCounts[customer.State]++
		}
	}
}

func absentCustomers(base *usecase.Base, tx *store.Tx, business loyalty.Business) ([]AbsentCustomer, error) {
	today := business.DayOf(base.Now())
	silent, err := tx.Week().Silent(silentSince(business, today))
	if err != nil {
		return nil, err
	}
	silent = slices.DeleteFunc(silent, func(r store.Regular) bool { return r.Rhythm.Absence(today) == "" })
	if err := tx.Week().ReadConsents(silent); err != nil {
		return nil, err
	}
	absent := make([]AbsentCustomer, len(silent))
	for n, regular := range silent {
		absence := regular.Rhythm.Absence(today)
		absent[n] = AbsentCustomer{
			Regular: regular, Absence: absence, SilentDays: today.Since(regular.Rhythm.Last),
			State: invitationState(business, regular, absence, marketingOf(regular), base.Now()),
		}
	}
	return absent, nil
}

func silentSince(business loyalty.Business, today loyalty.Day) time.Time {
	return business.StartOf(today.Plus(1 - loyalty.MinRiskDays + loyalty.ZoneDays))
}

func marketingOf(regular store.Regular) loyalty.MessagingConsents {
	return loyalty.MessagingConsents{WhatsApp: regular.AcceptsMarketing, Marketing: regular.AcceptsMarketing}
}

func invitationState(
	business loyalty.Business, regular store.Regular, absence loyalty.Absence, accepts loyalty.MessagingConsents, now time.Time,
) loyalty.GreetingState {
	to := loyalty.Greetee{
		Customer: loyalty.Customer{
			ID: regular.CustomerID, Phone: regular.Phone, PhoneUnverified: regular.PhoneUnverified,
			Birthday: regular.Birthday, GreetedAt: regular.GreetedAt,
		},
		Absence: absence, Accepts: accepts,
	}
	return loyalty.Greeting{Invites: true}.State(to, business, now)
}

// AbsentRequest asks for absent customers.
type AbsentRequest struct {
	Absence loyalty.Absence
	IsWhole bool // also those who cannot be invited
	usecase.ListRequest
}

// ListAbsent returns absent customers, latest visit first. Without limit it returns all.
func (i *Insights) ListAbsent(ctx context.Context, actor usecase.Actor, request AbsentRequest) (usecase.List[AbsentCustomer], error) {
	var absentPage usecase.List[AbsentCustomer]
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		absent, err := absentCustomers(i.base, tx, business)
		if err != nil {
			return err
		}
		if absentPage, err = pageOfAbsent(absent, request, i.base.Now()); err != nil {
			return err
		}
		return nameRegulars(tx, absentPage.Items, func(a *AbsentCustomer) *store.Regular { return &a.Regular })
	})
	return absentPage, err
}

func sortAbsent(absent []AbsentCustomer) {
	slices.SortFunc(absent, func(a, b AbsentCustomer) int {
		return cmp.Or(b.LastVisitAt.Compare(a.LastVisitAt), strings.Compare(a.CustomerID, b.CustomerID))
	})
}

func pageOfAbsent(absent []AbsentCustomer, request AbsentRequest, now time.Time) (usecase.List[AbsentCustomer], error) {
	absent = slices.DeleteFunc(absent, func(a AbsentCustomer) bool {
		return a.Absence != request.Absence || !request.IsWhole && a.State != loyalty.GreetNow && !a.isUndoable(now)
	})
	if request.Limit == 0 {
		request.Limit = len(absent)
	}
	return store.PageOfLatest(absent, request.Limit, request.Cursor, func(a *AbsentCustomer) (time.Time, string) { return a.LastVisitAt, a.CustomerID })
}

// ListRecovered returns the recovered customers, latest first. The cursor is the previous page's last day.
func (i *Insights) ListRecovered(ctx context.Context, actor usecase.Actor, list usecase.ListRequest) (usecase.List[RecoveredCustomer], error) {
	var recoveredPage usecase.List[RecoveredCustomer]
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customers, err := recoveredIn(tx, loyalty.Rolling(business.DayOf(i.base.Now())))
		if err != nil {
			return err
		}
		if recoveredPage, err = pageOfRecovered(customers, list); err != nil {
			return err
		}
		return nameRecovered(tx, recoveredPage.Items)
	})
	return recoveredPage, err
}

func recoveredIn(tx *store.Tx, period loyalty.Period) ([]RecoveredCustomer, error) {
	all, err := newStaffDays(tx, period.To)
	if err != nil {
		return nil, err
	}
	days, err := all.daysOf(period, false)
	customers := []RecoveredCustomer{}
	for _, day := range days {
		for _, visit := range day.RecoveredCustomers.Visits() {
			customers = append(customers, RecoveredCustomer{RecoveredVisit: visit, UserID: day.UserID, Day: day.Day})
		}
	}
	slices.SortFunc(customers, func(a, b RecoveredCustomer) int {
		return cmp.Or(strings.Compare(string(b.Day), string(a.Day)), strings.Compare(a.CustomerID, b.CustomerID))
	})
	return customers, err
}

func pageOfRecovered(customers []RecoveredCustomer, list usecase.ListRequest) (usecase.List[RecoveredCustomer], error) {
	recoveredPage := usecase.List[RecoveredCustomer]{Items: []RecoveredCustomer{}, Total: int64(len(customers))}
	before, ok := loyalty.ParseDay(list.Cursor)
	if list.Cursor != "" && !ok {
		return recoveredPage, loyalty.InvalidField("cursor", "El cursor de la lista no es válido.")
	}
	for _, customer := range customers {
		last := len(recoveredPage.Items) - 1
		switch {
		case list.Cursor != "" && customer.Day >= before:
		case last+1 < list.Limit || recoveredPage.Items[last].Day == customer.Day:
			recoveredPage.Items = append(recoveredPage.Items, customer)
		default:
			recoveredPage.Next = string(recoveredPage.Items[last].Day)
			return recoveredPage, nil
		}
	}
	return recoveredPage, nil
}

func nameRecovered(tx *store.Tx, customers []RecoveredCustomer) error {
	names, err := tx.Reports().CustomerNames(idsOf(customers, func(c RecoveredCustomer) string { return c.CustomerID }))
	for n := range customers {
		customers[n].CustomerName = names[customers[n].CustomerID]
	}
	return err
}

func countRecovered(tx *store.Tx, period loyalty.Period) (sum int64, err error) {
	all, err := newStaffDays(tx, period.To)
	if err != nil {
		return 0, err
	}
	days, err := all.daysOf(period, false)
	for _, day := range days {
		sum += day.RecoveredCount
	}
	return sum, err
}

// ListGreetings returns the last year's invitations, newest first.
func (i *Insights) ListGreetings(ctx context.Context, actor usecase.Actor, list usecase.ListRequest) (usecase.List[SentGreeting], error) {
	var greetingPage usecase.List[SentGreeting]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return greetingPage, err
	}
	err = i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		greetingPage, err = tx.Marketing().Greetings(i.base.Now().AddDate(0, 0, -loyalty.MaxInsightDays), page)
		return err
	})
	return greetingPage, err
}
