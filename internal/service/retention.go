package service

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ApplyRetention blocks inactive customers, erases those blocked long enough, and removes expired records. Owed rewards
// of active customers stay.
func (u *Maintenance) ApplyRetention(ctx context.Context) error {
	return errors.Join(u.blockInactive(ctx), u.eraseDue(ctx), u.eraseDiscarded(ctx), u.removeExpired(ctx))
}

func (u *Maintenance) blockInactive(ctx context.Context) error {
	since := loyalty.NewRetention(u.base.Now()).Commercial
	return u.forEachCustomer(ctx, func(tx *store.PlatformTx) ([]store.CustomerRef, error) {
		return tx.Retention().Inactive(since, usecase.BatchSize)
	}, func(tx *store.Tx, id string) error {
		if inactive, err := tx.Customers().LockInactive(id, since); err != nil || !inactive {
			return err
		}
		if err := tx.Customers().Archive(id, u.base.Now()); err != nil {
			return err
		}
		if err := u.base.Append(tx, loyalty.Event{Kind: loyalty.EventCustomerArchived, CustomerID: id}); err != nil {
			return err
		}
		return u.base.Record(tx, "", loyalty.ActionCustomerBlocked, id, "")
	})
}

func (u *Maintenance) eraseDue(ctx context.Context) error {
	since := loyalty.NewRetention(u.base.Now()).BlockedRecords
	return u.forEachCustomer(ctx, func(tx *store.PlatformTx) ([]store.CustomerRef, error) {
		return tx.Retention().ListBlocked(since, usecase.BatchSize)
	}, func(tx *store.Tx, id string) error {
		blockedAt, due, err := tx.Customers().LockBlocked(id, since)
		if err != nil || !due {
			return err
		}
		records, err := tx.Customers().Records(id)
		if err != nil {
			return err
		}
		for _, record := range records {
			if err := eraseRecord(tx, loyalty.NewErasure(record, blockedAt), u.base.Now()); err != nil {
				return err
			}
		}
		return u.recordErased(tx, id)
	})
}

func eraseRecord(tx *store.Tx, erasure loyalty.Erasure, at time.Time) error {
	if err := tx.Erasures().Insert(erasure); err != nil {
		return err
	}
	return tx.Erasures().Erase(erasure.CustomerID, at)
}

func (u *Maintenance) recordErased(tx *store.Tx, id string) error {
	if err := u.base.Append(tx, loyalty.Event{Kind: loyalty.EventCustomerErased, CustomerID: id}); err != nil {
		return err
	}
	return u.base.Record(tx, "", loyalty.ActionCustomerErased, id, "")
}

func (u *Maintenance) eraseDiscarded(ctx context.Context) error {
	since := loyalty.NewRetention(u.base.Now()).DiscardedRegistrations
	return u.forEachCustomer(ctx, func(tx *store.PlatformTx) ([]store.CustomerRef, error) {
		return tx.Retention().ListDiscarded(since, usecase.BatchSize)
	}, func(tx *store.Tx, id string) error {
		discardedAt, due, err := tx.Phones().LockDiscarded(id, since)
		if err != nil || !due {
			return err
		}
		erasure := loyalty.Erasure{CustomerID: id, RequestedAt: discardedAt, DueAt: discardedAt.Add(loyalty.DiscardUndoPeriod)}
		if err := eraseRecord(tx, erasure, u.base.Now()); err != nil {
			return err
		}
		return u.recordErased(tx, id)
	})
}

// forEachCustomer processes customers until find returns none. It continues after failures, unless a whole batch has
// failed.
func (u *Maintenance) forEachCustomer(
	ctx context.Context, find func(*store.PlatformTx) ([]store.CustomerRef, error), process func(*store.Tx, string) error,
) error {
	failures := map[store.CustomerRef]error{}
	err := usecase.RunInBatches(ctx, func() (int, error) {
		var customers []store.CustomerRef
		err := u.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			customers, err = find(tx)
			return err
		})
		if err != nil || u.processCustomers(ctx, customers, failures, process) == 0 {
			return 0, err
		}
		return len(customers), nil
	})
	if err = errors.Join(append(slices.Collect(maps.Values(failures)), err)...); err != nil {
		return fmt.Errorf("applying the retention to customers: %w", err)
	}
	return nil
}

func (u *Maintenance) processCustomers(
	ctx context.Context, customers []store.CustomerRef, failures map[store.CustomerRef]error, process func(*store.Tx, string) error,
) (count int) {
	for _, customer := range customers {
		if failures[customer] != nil {
			continue
		}
		err := u.base.Store.InBusiness(ctx, customer.BusinessID, func(tx *store.Tx) error { return process(tx, customer.ID) })
		if err != nil {
			failures[customer] = fmt.Errorf("customer %s: %w", customer.ID, err)
			continue
		}
		count++
	}
	return count
}

func (u *Maintenance) removeExpired(ctx context.Context) error {
	retention := loyalty.NewRetention(u.base.Now())
	businesses := []string{}
	err := u.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.Trail().Businesses()
		return err
	})
	removals := []usecase.Removal{
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveNotes), Before: retention.Commercial},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveAdjustmentTexts), Before: retention.Commercial},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveMessages), Before: retention.Advertising},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveGreetings), Before: retention.Advertising},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveCustomerTexts), Before: retention.Texts},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveReplacedConsents), Before: retention.Advertising},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.ForgetMerges), Before: retention.Merges},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.EraseFamilies), Before: retention.BlockedRecords},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveSettledVisits), Before: retention.HandoverVisits},
		{Remove: usecase.RemoverOf((*store.PlatformTx).Retention, store.Retention.RemoveHandedVisits), Before: retention.BlockedRecords},
	}
	for _, id := range businesses {
		removals = append(removals, usecase.Removal{
			Remove: func(tx *store.PlatformTx, before time.Time, limit int) (int, error) {
				return tx.Trail().Remove(id, before, limit)
			},
			Before: retention.Commercial,
		})
	}
	return errors.Join(err, u.base.RunRemovals(ctx, removals), u.removeEvents(ctx, retention.Events))
}

// removeEvents removes sealed and counted events, and those of a business that cannot be sealed.
func (u *Maintenance) removeEvents(ctx context.Context, before time.Time) error {
	var faults error
	err := u.chains.seal(ctx, func(_ string, fault error) { faults = errors.Join(faults, fault) })
	if err != nil {
		return err
	}
	return errors.Join(faults, u.counts.removeEvents(ctx, before))
}
