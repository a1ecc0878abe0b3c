package service

import (
	"cmp"
	"context"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// VisitorCounts counts visits and customers in a period.
type VisitorCounts struct {
	Period       loyalty.Period
	Visits       int64
	Customers    int64
	NewCustomers int64
}

// VisitCount counts visits in a period.
type VisitCount struct {
	Period loyalty.Period
	Visits int64
}

// Week is the owner's weekly overview.
type Week struct {
	Today            VisitorCounts
	RedemptionsToday int64
	ThisWeek         VisitorCounts
	LastWeek         VisitorCounts
	// Rolling are the last loyalty.RollingDays days, RollingBefore as many before.
	Rolling, RollingBefore VisitCount
	LostCustomers          []LostCustomer
	LostTotal              int
	Owed                   OwedRewards
	OwedValue              int64 // cents; 0: unknown
	Overrides              []store.Overrides
}

// LostCustomer is a customer who has stopped coming.
type LostCustomer struct {
	store.Regular
	SilentDays int
	State      loyalty.GreetingState
}

const maxLostInWeek = 20

// Week returns the overview, with the numbers of the services report.
func (r *Reports) Week(ctx context.Context, actor usecase.Actor) (Week, error) {
	var week Week
	err := r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		week = Week{}
		today := business.DayOf(r.base.Now())
		period := loyalty.RangeWeek.Around(today, today)
		visitors, err := countVisitors(tx, loyalty.Period{From: today, To: today}, period, loyalty.RangeWeek.Before(period, loyalty.CompareBefore))
		if err != nil {
			return err
		}
		week.Today, week.ThisWeek, week.LastWeek = visitors[0], visitors[1], visitors[2]
		if week.RedemptionsToday, err = tx.Reports().CountRedeemed(loyalty.Period{From: today, To: today}); err != nil {
			return err
		}
		if week.Rolling, week.RollingBefore, err = countRolling(tx, today); err != nil {
			return err
		}
		lostPage, err := r.listLost(tx, business, usecase.ListRequest{Limit: maxLostInWeek})
		if err != nil {
			return err
		}
		week.LostCustomers, week.LostTotal = lostPage.Items, int(lostPage.Total)
		if week.Owed, err = owedNow(tx, business, today); err != nil {
			return err
		}
		week.OwedValue, _ = business.ValueOf(week.Owed.Free, week.Owed.Half)
		week.Overrides, err = tx.Week().OverridesSince(business.StartOf(period.From))
		return err
	})
	return week, err
}

// Today counts today's visits.
type Today struct {
	Day    loyalty.Day
	Visits int64 // without deleted ones
}

// Today counts today's visits, for the counter.
func (r *Reports) Today(ctx context.Context, actor usecase.Actor) (Today, error) {
	var today Today
	err := r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		day := business.DayOf(r.base.Now())
		visits, err := tx.Reports().CountVisits(loyalty.Period{From: day, To: day})
		today = Today{Day: day, Visits: visits}
		return err
	})
	return today, err
}

func countRolling(tx *store.Tx, today loyalty.Day) (now, before VisitCount, err error) {
	now.Period = loyalty.RangeRolling.Around(today, today)
	before.Period = loyalty.RangeRolling.Before(now.Period, loyalty.CompareBefore)
	counts, err := newStaffDays(tx, today)
	if err != nil {
		return now, before, err
	}
	days, err := counts.visitsByDay(loyalty.Period{From: before.Period.From, To: now.Period.To})
	now.Visits, before.Visits = sumOf(days, now.Period), sumOf(days, before.Period)
	return now, before, err
}

func countVisitors(tx *store.Tx, periods ...loyalty.Period) ([]VisitorCounts, error) {
	visitors, err := tx.Reports().CountVisitors(periods...)
	if err != nil {
		return nil, err
	}
	span := periods[0]
	for _, p := range periods {
		span = loyalty.Period{From: min(span.From, p.From), To: max(span.To, p.To)}
	}
	fresh, err := tx.Reports().NewCustomers(span)
	counts := make([]VisitorCounts, len(periods))
	for n, p := range periods {
		counts[n] = newVisitorCounts(p, visitors[n], fresh)
	}
	return counts, err
}

func newVisitorCounts(period loyalty.Period, visitors store.Visitors, fresh map[loyalty.Day]int64) VisitorCounts {
	return VisitorCounts{Period: period, Visits: visitors.Visits, Customers: visitors.Customers, NewCustomers: sumOf(fresh, period)}
}

// ListLost returns lost customers, latest visit first.
func (r *Reports) ListLost(ctx context.Context, actor usecase.Actor, list usecase.ListRequest) (usecase.List[LostCustomer], error) {
	var lostPage usecase.List[LostCustomer]
	err := r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		lostPage, err = r.listLost(tx, business, list)
		return err
	})
	return lostPage, err
}

func (r *Reports) listLost(tx *store.Tx, business loyalty.Business, list usecase.ListRequest) (lostPage usecase.List[LostCustomer], err error) {
	now := r.base.Now()
	today := business.DayOf(now)
	page, err := pageOfLost(tx, business, today, list)
	if err != nil {
		return lostPage, err
	}
	ids := idsOf(page.Items, func(s store.Silence) string { return s.CustomerID })
	regulars, err := lostOf(tx, business, today, ids)
	if err != nil {
		return lostPage, err
	}
	accepts, err := tx.Consents().AcceptsOf(ids)
	if err != nil {
		return lostPage, err
	}
	lostPage = usecase.List[LostCustomer]{Total: page.Total, Next: page.Next, Items: make([]LostCustomer, len(regulars))}
	for i, regular := range regulars {
		lostPage.Items[i] = LostCustomer{
			Regular:    regular,
			SilentDays: today.Since(regular.Rhythm.Last),
			State:      invitationState(business, regular, regular.Rhythm.Absence(today), accepts[regular.CustomerID], now),
		}
	}
	return lostPage, nil
}

// pageOfLost returns a page of lost customers with only the data that order them. The caller reads the rest for the
// page alone.
func pageOfLost(tx *store.Tx, business loyalty.Business, today loyalty.Day, list usecase.ListRequest) (store.List[store.Silence], error) {
	silences, err := tx.Week().Silences(lostSince(business, today))
	if err != nil {
		return store.List[store.Silence]{}, err
	}
	silences = slices.DeleteFunc(silences, func(s store.Silence) bool { return !s.Rhythm.IsBroken(today) })
	return store.PageOfLatest(silences, list.Limit, list.Cursor, func(s *store.Silence) (time.Time, string) { return s.LastVisitAt, s.CustomerID })
}

// lostOf returns customers in the order of their ids.
func lostOf(tx *store.Tx, business loyalty.Business, today loyalty.Day, ids []string) ([]store.Regular, error) {
	regulars, err := tx.Week().SilentOf(ids, lostSince(business, today))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(regulars, func(a, b store.Regular) int {
		return cmp.Compare(slices.Index(ids, a.CustomerID), slices.Index(ids, b.CustomerID))
	})
	return regulars, nameRegulars(tx, regulars, func(r *store.Regular) *store.Regular { return r })
}

func nameRegulars[T any](tx *store.Tx, items []T, regularOf func(*T) *store.Regular) error {
	regulars := make([]*store.Regular, len(items))
	for n := range items {
		regulars[n] = regularOf(&items[n])
	}
	return tx.Week().ReadNames(regulars)
}

func (r *Reports) allLost(tx *store.Tx, business loyalty.Business) ([]store.Regular, error) {
	today := business.DayOf(r.base.Now())
	silent, err := tx.Week().Silent(lostSince(business, today))
	return slices.DeleteFunc(silent, func(r store.Regular) bool { return !r.Rhythm.IsBroken(today) }), err
}

func lostSince(business loyalty.Business, today loyalty.Day) time.Time {
	return business.StartOf(today.Plus(-loyalty.MaxSilenceDays + loyalty.ZoneDays))
}

func (r *Reports) countInvitable(business loyalty.Business, lostCustomers []store.Regular) (count int64) {
	now := r.base.Now()
	today := business.DayOf(now)
	for _, regular := range lostCustomers {
		if invitationState(business, regular, regular.Rhythm.Absence(today), marketingOf(regular), now) == loyalty.GreetNow {
			count++
		}
	}
	return count
}

func idsOf[T any](items []T, idOf func(T) string) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = idOf(item)
	}
	return ids
}

const (
	// rhythmScanSize customers are read per scan, rhythmBatchSize updated per transaction.
	rhythmScanSize  = 1000
	rhythmBatchSize = 50
)

// UpdateRhythms stores rhythms of long absent customers, so that the week need not read their visits.
func (r *Reports) UpdateRhythms(ctx context.Context) error {
	since := r.base.Now().AddDate(0, 0, -loyalty.StoredRhythmDays)
	for last := (store.CustomerRef{}); ctx.Err() == nil; {
		var customers []store.CustomerRef
		after := last
		err := r.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			customers, last, err = tx.Customers().WithoutRhythm(since, after, rhythmScanSize)
			return err
		})
		if err != nil || last == (store.CustomerRef{}) {
			return err
		}
		if err := r.updateRhythms(ctx, customers); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (r *Reports) updateRhythms(ctx context.Context, customers []store.CustomerRef) error {
	for len(customers) > 0 {
		business := customers[0].BusinessID
		var ids []string
		for len(customers) > 0 && len(ids) < rhythmBatchSize && customers[0].BusinessID == business {
			ids, customers = append(ids, customers[0].ID), customers[1:]
		}
		if err := r.base.Store.InBusiness(ctx, business, func(tx *store.Tx) error { return tx.Week().StoreRhythms(ids) }); err != nil {
			return err
		}
	}
	return nil
}
