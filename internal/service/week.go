package service

import (
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// VisitorCounts is who came in a period.
type VisitorCounts struct {
	Period       loyalty.Period
	Visits       int64
	Customers    int64
	NewCustomers int64 // of them, who had never been here before
}

// Week is what the owner wants to know once a week.
type Week struct {
	ThisWeek  VisitorCounts // from Monday to today
	LastWeek  VisitorCounts // the same days of the week before
	Lost      []LostCustomer
	LostTotal int
	Owed      store.Owed
	Overrides []store.Overrides // of this week
}

// LostCustomer is a customer who used to come and has stopped.
type LostCustomer struct {
	store.Regular
	SilentDays int
	MayGreet   bool // an invitation to come back may be sent now
}

// maxLostInWeek is how many of those who stopped coming the week names.
const maxLostInWeek = 20

// Week returns how this week goes: its numbers are those of the services
// report.
func (r *Reports) Week(ctx context.Context, actor usecase.Actor) (Week, error) {
	var week Week
	err := r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		week = Week{}
		today := business.DayOf(r.base.Now())
		period := loyalty.Period{From: loyalty.WindowAround(today).Week.From, To: today}
		if week.ThisWeek, err = countVisitors(tx, period); err != nil {
			return err
		}
		if week.LastWeek, err = countVisitors(tx, period.Shift(-7)); err != nil {
			return err
		}
		lost, err := r.lost(tx, business, usecase.ListRequest{Limit: maxLostInWeek})
		if err != nil {
			return err
		}
		week.Lost, week.LostTotal = lost.Items, int(lost.Total)
		if week.Owed, err = tx.Week().Owed(); err != nil {
			return err
		}
		week.Overrides, err = tx.Week().OverridesSince(business.StartOf(period.From))
		return err
	})
	return week, err
}

// Today is how the day goes, so far.
type Today struct {
	Day    loyalty.Day // of the business's time zone
	Visits int64       // further ones of one customer too; deleted ones do not count
}

// Today returns how the day goes, for the counter.
func (r *Reports) Today(ctx context.Context, actor usecase.Actor) (Today, error) {
	var today Today
	err := r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		day := business.DayOf(r.base.Now())
		visits, _, err := tx.Reports().CountCame(loyalty.Period{From: day, To: day})
		today = Today{Day: day, Visits: visits}
		return err
	})
	return today, err
}

func countVisitors(tx *store.Tx, period loyalty.Period) (VisitorCounts, error) {
	fresh, err := tx.Reports().NewCustomers(period)
	if err != nil {
		return VisitorCounts{}, err
	}
	visits, customers, err := tx.Reports().CountCame(period)
	return newVisitorCounts(period, visits, customers, fresh), err
}

// newVisitorCounts adds up the new customers of each day of a period.
func newVisitorCounts(period loyalty.Period, visits, customers int64, fresh map[loyalty.Day]int64) VisitorCounts {
	c := VisitorCounts{Period: period, Visits: visits, Customers: customers}
	for _, customers := range fresh {
		c.NewCustomers += customers
	}
	return c
}

// ListLost returns a page of the customers who used to come and have stopped. Those who came
// last are first.
func (r *Reports) ListLost(ctx context.Context, actor usecase.Actor, list usecase.ListRequest) (usecase.Listed[LostCustomer], error) {
	var lost usecase.Listed[LostCustomer]
	err := r.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		lost, err = r.lost(tx, business, list)
		return err
	})
	return lost, err
}

func (r *Reports) lost(tx *store.Tx, business loyalty.Business, list usecase.ListRequest) (usecase.Listed[LostCustomer], error) {
	today := business.DayOf(r.base.Now())
	silent, err := tx.Week().Silent(business.StartOf(today.Plus(-loyalty.MaxSilenceDays)))
	if err != nil {
		return usecase.Listed[LostCustomer]{}, err
	}
	regulars := slices.DeleteFunc(silent, func(r store.Regular) bool { return !r.Rhythm.IsBroken(today) })
	page, err := store.PageOfRegulars(regulars, list.Limit, list.Cursor)
	if err != nil {
		return usecase.Listed[LostCustomer]{}, err
	}
	lost := usecase.Listed[LostCustomer]{Total: page.Total, Next: page.Next, Items: make([]LostCustomer, len(page.Items))}
	accepts, err := tx.Consents().AcceptsOf(idsOf(page.Items))
	if err != nil {
		return usecase.Listed[LostCustomer]{}, err
	}
	for i, regular := range page.Items {
		lost.Items[i] = LostCustomer{
			Regular:    regular,
			SilentDays: today.Since(regular.Rhythm.Last),
			MayGreet:   r.mayInvite(regular, accepts[regular.CustomerID], today),
		}
	}
	return lost, nil
}

// idsOf returns the ids of the customers.
func idsOf(regulars []store.Regular) []string {
	ids := make([]string, len(regulars))
	for i, regular := range regulars {
		ids[i] = regular.CustomerID
	}
	return ids
}

// mayInvite reports whether a customer may be invited to come back.
func (r *Reports) mayInvite(regular store.Regular, accepts loyalty.MessagingConsents, today loyalty.Day) bool {
	customer := loyalty.Customer{Phone: regular.Phone, Birthday: regular.Birthday, GreetedAt: regular.GreetedAt}
	return loyalty.Greeting{Invites: true}.Refusal(customer, accepts, today, r.base.Now()) == nil
}

const (
	// rhythmScanSize are the customers among whom those without a rhythm are looked
	// for at a time, and keptAtATime those whose rhythms one transaction keeps.
	rhythmScanSize  = 1000
	rhythmBatchSize = 50
)

// UpdateRhythms keeps the rhythms of those who have not come for long, so that the
// week need not read their visits. Nobody else's are of use, and they change with
// each visit. Any number of programs may do it at once.
func (r *Reports) UpdateRhythms(ctx context.Context) error {
	since := r.base.Now().AddDate(0, 0, -loyalty.MaxSilenceDays)
	for last := (store.CustomerOf{}); ctx.Err() == nil; {
		var found []store.CustomerOf
		after := last
		err := r.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			found, last, err = tx.Customers().WithoutRhythm(since, after, rhythmScanSize)
			return err
		})
		if err != nil || last == (store.CustomerOf{}) {
			return err
		}
		if err := r.updateRhythms(ctx, found); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// updateRhythms keeps the rhythms of customers who stand in the order of their
// businesses.
func (r *Reports) updateRhythms(ctx context.Context, customers []store.CustomerOf) error {
	for len(customers) > 0 {
		business := customers[0].BusinessID
		var ids []string
		for len(customers) > 0 && len(ids) < rhythmBatchSize && customers[0].BusinessID == business {
			ids, customers = append(ids, customers[0].ID), customers[1:]
		}
		if err := r.base.Store.InBusiness(ctx, business, func(tx *store.Tx) error { return tx.Week().KeepRhythms(ids) }); err != nil {
			return err
		}
	}
	return nil
}
