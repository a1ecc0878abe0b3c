package service

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// UnverifiedRegistrations manages registrations without activity: no verified phone, visit, stamp entered by hand, sign-in, staff
// change or pass.
type UnverifiedRegistrations struct{ base *usecase.Base }

const maxUnverifiedPreview = 50

// discardBatchSize keeps transactions short for check-ins.
const discardBatchSize = 50

// UnverifiedOverview lists what can be discarded and restored, newest first.
type UnverifiedOverview struct {
	Days     []loyalty.UnverifiedDay
	Discards []store.Discard
}

// Overview covers the last loyalty.UnverifiedDays days.
func (u *UnverifiedRegistrations) Overview(ctx context.Context, actor usecase.Actor) (UnverifiedOverview, error) {
	var overview UnverifiedOverview
	err := u.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		now := u.base.Now()
		today := business.DayOf(now)
		creationTimes, err := tx.Phones().UnverifiedSince(business.StartOf(today.Plus(1-loyalty.UnverifiedDays)), business.StartOf(today.Plus(1)))
		if err != nil {
			return err
		}
		days := make([]loyalty.Day, 0, len(creationTimes))
		for _, instant := range creationTimes {
			days = append(days, business.DayOf(instant))
		}
		overview.Days = loyalty.UnverifiedByDay(days, today)
		overview.Discards, err = tx.Phones().Discards(now.Add(-loyalty.DiscardUndoPeriod))
		return err
	})
	return overview, err
}

// UnverifiedPreview has the customers to archive.
type UnverifiedPreview struct {
	Day       loyalty.Day
	AsOf      time.Time
	Total     int
	Customers []loyalty.Customer // oldest first, limited
}

// Preview returns the customers that a discard of a day would archive. An invalid day is a validation error.
func (u *UnverifiedRegistrations) Preview(ctx context.Context, actor usecase.Actor, day string) (UnverifiedPreview, error) {
	preview := UnverifiedPreview{AsOf: u.base.Now()}
	err := u.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		span, err := spanOf(tx, day, preview.AsOf)
		if err != nil {
			return err
		}
		creationTimes, err := tx.Phones().UnverifiedSince(span.from, span.before)
		if err != nil {
			return err
		}
		preview.Day, preview.Total = span.day, len(creationTimes)
		preview.Customers, err = tx.Phones().FirstUnverified(span.from, span.before, maxUnverifiedPreview)
		return err
	})
	return preview, err
}

type unverifiedSpan struct {
	day          loyalty.Day
	from, before time.Time
}

func spanOf(tx *store.Tx, text string, asOf time.Time) (unverifiedSpan, error) {
	day, ok := loyalty.ParseDay(text)
	if !ok {
		return unverifiedSpan{}, loyalty.InvalidField("day", "La fecha no es válida: usa AAAA-MM-DD.")
	}
	business, err := tx.Business().Get()
	if err != nil {
		return unverifiedSpan{}, err
	}
	span := unverifiedSpan{day: day, from: business.StartOf(day), before: business.StartOf(day.Plus(1))}
	if until := asOf.Add(time.Millisecond); until.Before(span.before) {
		span.before = until
	}
	return span, nil
}

// Discard archives a day's unverified customers up to an instant, with children, and returns how many. It skips those
// with activity, checked under the lock. After loyalty.DiscardUndoPeriod they are erased.
func (u *UnverifiedRegistrations) Discard(ctx context.Context, actor usecase.Actor, day string, asOf time.Time) (int, error) {
	at, total := u.base.Now(), 0
	for {
		foundCount, discardedCount, err := u.discardBatch(ctx, actor, day, asOf, at)
		total += discardedCount
		if err != nil || foundCount < discardBatchSize || discardedCount == 0 {
			return total, err
		}
	}
}

func (u *UnverifiedRegistrations) discardBatch(
	ctx context.Context, actor usecase.Actor, day string, asOf, at time.Time,
) (foundCount, discardedCount int, err error) {
	err = u.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		discardedCount = 0
		span, err := spanOf(tx, day, asOf)
		if err != nil {
			return err
		}
		customers, err := tx.Phones().FirstUnverified(span.from, span.before, discardBatchSize)
		if err != nil {
			return err
		}
		foundCount = len(customers)
		for _, customer := range customers {
			still, err := tx.Phones().LockUnverified(customer.ID, span.from, span.before)
			if err != nil {
				return err
			}
			if !still {
				continue
			}
			if err := u.discard(tx, actor, customer, at); err != nil {
				return err
			}
			discardedCount++
		}
		return nil
	})
	return foundCount, discardedCount, err
}

func (u *UnverifiedRegistrations) discard(tx *store.Tx, actor usecase.Actor, customer loyalty.Customer, at time.Time) error {
	leaving, err := withChildren(tx, customer)
	if err != nil {
		return err
	}
	for _, leaves := range leaving {
		if err := tx.Phones().Discard(leaves.ID, at); err != nil {
			return err
		}
		if err := u.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerArchived, leaves)); err != nil {
			return err
		}
		if err := u.base.Record(tx, actor.UserID, loyalty.ActionCustomerDiscarded, leaves.ID, ""); err != nil {
			return err
		}
	}
	return nil
}

// Restore returns how many customers it restored, and how many have a taken phone. Error: loyalty.ErrDiscardNotFound.
func (u *UnverifiedRegistrations) Restore(ctx context.Context, actor usecase.Actor, at time.Time) (restoredCount, remaining int, err error) {
	if !u.base.Now().Before(at.Add(loyalty.DiscardUndoPeriod)) {
		return 0, 0, loyalty.ErrDiscardNotFound
	}
	var ids []string
	err = u.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		ids, err = tx.Phones().CustomersOfDiscard(at)
		return err
	})
	if err == nil && len(ids) == 0 {
		err = loyalty.ErrDiscardNotFound
	}
	for begin := 0; err == nil && begin < len(ids); begin += discardBatchSize {
		batch, again := ids[begin:min(begin+discardBatchSize, len(ids))], 0
		again, err = u.restoreBatch(ctx, actor, batch, at)
		restoredCount, remaining = restoredCount+again, remaining+len(batch)-again
	}
	return restoredCount, remaining, err
}

func (u *UnverifiedRegistrations) restoreBatch(ctx context.Context, actor usecase.Actor, ids []string, at time.Time) (restoredCount int, err error) {
	err = u.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		restoredCount = 0
		for _, id := range ids {
			active, err := tx.Phones().Restore(id, at)
			if err != nil {
				return err
			}
			if !active {
				continue
			}
			restoredCount++
			if err := u.base.Append(tx, loyalty.Event{Kind: loyalty.EventCustomerRestored, CustomerID: id}); err != nil {
				return err
			}
			if err := u.base.Record(tx, actor.UserID, loyalty.ActionDiscardUndone, id, ""); err != nil {
				return err
			}
		}
		return nil
	})
	return restoredCount, err
}
