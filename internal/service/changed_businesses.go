package service

import (
	"context"
	"errors"
	"slices"
	"sync"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// changedBusinesses finds the businesses whose counts may be older than their rows. It is safe for concurrent use.
type changedBusinesses struct {
	base   *usecase.Base
	mutex  sync.Mutex
	upTo   int64    // position of the last event that was seen; 0 before the first call
	failed []string // businesses that the last call could not refresh
}

// each calls refresh for the businesses with events since the last call and for those that failed in it, one after the
// other. The first call has all businesses with events, and those that were never counted to the end.
func (c *changedBusinesses) each(ctx context.Context, refresh func(ctx context.Context, businessID string, upTo int64) error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	businesses, upTo, err := c.find(ctx)
	if err != nil {
		return err
	}
	var faults []error
	var failed []string
	for i, business := range businesses {
		if ctx.Err() != nil {
			failed = append(failed, businesses[i:]...)
			faults = append(faults, ctx.Err())
			break
		}
		if err := refresh(ctx, business, upTo); err != nil {
			failed, faults = append(failed, business), append(faults, err)
		}
	}
	c.upTo, c.failed = upTo, failed
	return errors.Join(faults...)
}

func (c *changedBusinesses) find(ctx context.Context) (businesses []string, upTo int64, err error) {
	err = c.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		upTo, err = tx.Events().Last()
		return err
	})
	if err != nil || upTo <= c.upTo {
		return c.failed, upTo, err
	}
	err = c.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) error {
		if businesses, err = tx.Events().Businesses(c.upTo, upTo); err != nil || c.upTo > 0 {
			return err
		}
		uncounted, err := tx.Businesses().Uncounted()
		businesses = append(businesses, uncounted...)
		return err
	})
	businesses = append(businesses, c.failed...)
	slices.Sort(businesses)
	return slices.Compact(businesses), upTo, err
}
