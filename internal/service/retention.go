package service

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// retainedAtATime bounds what one transaction of the retention changes, so that
// no counter waits for it.
const retainedAtATime = 200

// ApplyRetention does what the retention periods ask for: it blocks customers
// who have not been there for long, destroys the personal data of those who
// have been blocked for long, and removes records that are too old. What a
// customer is owed stays as long as she is one. Any number of programs may do it
// at once.
func (s *Service) ApplyRetention(ctx context.Context) error {
	return errors.Join(s.blockInactive(ctx), s.eraseDue(ctx), s.removeOld(ctx))
}

// inBatches calls step until it finds less to do than fits into one.
func inBatches(ctx context.Context, step func() (found int, err error)) error {
	for {
		found, err := step()
		if err != nil || found < retainedAtATime {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// blockInactive archives the customers who have given no sign of life for the
// longest period for which anything is kept.
func (s *Service) blockInactive(ctx context.Context) error {
	since := loyalty.RetentionAt(s.now()).Commercial
	return s.ofCustomers(ctx, func(tx *store.PlatformTx) ([]store.CustomerOf, error) {
		return tx.InactiveCustomers(since, retainedAtATime)
	}, func(tx *store.Tx, id string) error {
		if inactive, err := tx.LockInactive(id, since); err != nil || !inactive {
			return err
		}
		if err := tx.ArchiveCustomer(id, s.now()); err != nil {
			return err
		}
		return s.record(tx, "", loyalty.ActionCustomerBlocked, id, "")
	})
}

// eraseDue removes the personal data of customers who have been blocked long
// enough, whoever archived them.
func (s *Service) eraseDue(ctx context.Context) error {
	since := loyalty.RetentionAt(s.now()).Blocked
	return s.ofCustomers(ctx, func(tx *store.PlatformTx) ([]store.CustomerOf, error) {
		return tx.BlockedCustomers(since, retainedAtATime)
	}, func(tx *store.Tx, id string) error {
		blocked, due, err := tx.LockBlocked(id, since)
		if err != nil || !due {
			return err
		}
		if err := tx.InsertErasure(loyalty.NewErasure(id, blocked)); err != nil {
			return err
		}
		if err := tx.Erase(id, s.now()); err != nil {
			return err
		}
		return s.record(tx, "", loyalty.ActionCustomerErased, id, "")
	})
}

// ofCustomers finds customers and deals with each in a transaction of its own,
// in which it is looked at again. One that fails keeps none of the others from
// being dealt with; she is found again, and left, until a batch has nobody else.
func (s *Service) ofCustomers(
	ctx context.Context, find func(*store.PlatformTx) ([]store.CustomerOf, error), deal func(*store.Tx, string) error,
) error {
	failed := map[store.CustomerOf]error{}
	err := inBatches(ctx, func() (int, error) {
		var found []store.CustomerOf
		err := s.store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			found, err = find(tx)
			return err
		})
		if err != nil || s.dealWith(ctx, found, failed, deal) == 0 {
			return 0, err
		}
		return len(found), nil
	})
	if err = errors.Join(append(slices.Collect(maps.Values(failed)), err)...); err != nil {
		return fmt.Errorf("applying the retention to customers: %w", err)
	}
	return nil
}

// dealWith deals with those customers with whom it has not failed before, notes
// with whom it fails, and says with how many it did not.
func (s *Service) dealWith(
	ctx context.Context, found []store.CustomerOf, failed map[store.CustomerOf]error, deal func(*store.Tx, string) error,
) (dealt int) {
	for _, customer := range found {
		if failed[customer] != nil {
			continue
		}
		err := s.store.InBusiness(ctx, customer.BusinessID, func(tx *store.Tx) error { return deal(tx, customer.ID) })
		if err != nil {
			failed[customer] = fmt.Errorf("customer %s: %w", customer.ID, err)
			continue
		}
		dealt++
	}
	return dealt
}

// removeOld removes records that are older than their period.
func (s *Service) removeOld(ctx context.Context) error {
	kept := loyalty.RetentionAt(s.now())
	businesses := []string{}
	err := s.store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.AuditedBusinesses()
		return err
	})
	removals := []removal{
		{(*store.PlatformTx).RemoveNotes, kept.Commercial},
		{(*store.PlatformTx).RemoveMessages, kept.Advertising},
		{(*store.PlatformTx).RemoveReplacedConsents, kept.Advertising},
		{(*store.PlatformTx).ForgetMerges, kept.Merges},
		{(*store.PlatformTx).EraseFamilies, kept.Blocked},
		{(*store.PlatformTx).RemoveSettledVisits, kept.Handed},
		{(*store.PlatformTx).RemoveHandedVisits, kept.Blocked},
	}
	for _, id := range businesses {
		removals = append(removals, removal{
			func(tx *store.PlatformTx, before time.Time, most int) (int, error) {
				return tx.RemoveEvents(id, before, most)
			},
			kept.Commercial,
		})
	}
	return errors.Join(err, s.removeAll(ctx, removals))
}

// removeAll does removals batch by batch, each in a transaction of its own.
func (s *Service) removeAll(ctx context.Context, removals []removal) (err error) {
	for _, r := range removals {
		err = errors.Join(err, inBatches(ctx, func() (removed int, err error) {
			err = s.store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
				removed, err = r.remove(tx, r.before, retainedAtATime)
				return err
			})
			return removed, err
		}))
	}
	return err
}

// removal removes records from before an instant, or gives up on them, at most
// so many, and says how many there were.
type removal struct {
	remove func(*store.PlatformTx, time.Time, int) (int, error)
	before time.Time
}
