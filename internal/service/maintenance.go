package service

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Maintenance removes what is not needed any more.
type Maintenance struct {
	base  *usecase.Base
	tasks []usecase.MaintenanceTask // what else is not needed any more
}

const (
	responsesKeptFor    = 30 * 24 * time.Hour
	maintenanceInterval = 6 * time.Hour
	// keyBatchSize are the idempotency keys that are found by going through them
	// all once.
	keyBatchSize = 10_000
	// firstMaintenanceDelay lets a server begin in peace, and yet do its upkeep where it is
	// started anew more often than every six hours.
	firstMaintenanceDelay = 3 * time.Minute
)

// RunPeriodically removes what is not needed any more, from time to time until the
// context ends. Any number of programs on one database may do it.
func (u *Maintenance) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "upkeep", First: firstMaintenanceDelay, Every: maintenanceInterval, Run: u.Run})
}

// Run does once what Keep does from time to time. A chore that fails
// keeps none of the others from being done.
func (u *Maintenance) Run(ctx context.Context) error {
	var failed error
	for _, chore := range append(slices.Clone(u.tasks), u.removeOldResponses, u.ApplyRetention, u.base.Store.KeepStatistics) {
		failed = errors.Join(failed, chore(ctx))
	}
	return failed
}

// removeOldResponses removes idempotency keys that nobody retries with any more.
func (u *Maintenance) removeOldResponses(ctx context.Context) error {
	before := u.base.Now().Add(-responsesKeptFor)
	for {
		var keys []store.KeyOf
		err := u.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			keys, err = tx.Answers().Old(before, keyBatchSize)
			return err
		})
		if err != nil {
			return err
		}
		for some := range slices.Chunk(keys, usecase.BatchSize) {
			if err := u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Answers().Remove(some) }); err != nil {
				return err
			}
		}
		if len(keys) < keyBatchSize {
			return u.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Openings, store.Openings.Remove), Before: before}})
		}
	}
}
