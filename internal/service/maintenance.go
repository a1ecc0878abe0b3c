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

// Maintenance removes expired data.
type Maintenance struct {
	base   *usecase.Base
	tasks  []usecase.MaintenanceTask
	counts *Counts // must read events before their removal
	chains *Chains // must seal events before their removal
}

const (
	responsesKeptFor    = 30 * 24 * time.Hour
	maintenanceInterval = 6 * time.Hour
	keyBatchSize        = 10_000
	// firstMaintenanceDelay lets a server start. It is short for servers that restart within six hours.
	firstMaintenanceDelay = 3 * time.Minute
)

// RunPeriodically runs Run unless the clock is in doubt. Several servers may run it.
func (u *Maintenance) RunPeriodically(ctx context.Context, log *slog.Logger) {
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance", First: firstMaintenanceDelay, Every: maintenanceInterval, Run: u.runUnlessInDoubt})
}

// Run runs all tasks, even if some fail.
func (u *Maintenance) Run(ctx context.Context) error {
	var faults error
	for _, chore := range append(slices.Clone(u.tasks), u.removeOldResponses, u.ApplyRetention, u.base.Store.UpdateStatistics) {
		faults = errors.Join(faults, chore(ctx))
	}
	return faults
}

func (u *Maintenance) removeOldResponses(ctx context.Context) error {
	before := u.base.Now().Add(-responsesKeptFor)
	for {
		var keys []store.IdempotencyKey
		err := u.base.Store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			keys, err = tx.StoredResponses().KeysBefore(before, keyBatchSize)
			return err
		})
		if err != nil {
			return err
		}
		for batch := range slices.Chunk(keys, usecase.BatchSize) {
			if err := u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.StoredResponses().Remove(batch) }); err != nil {
				return err
			}
		}
		if len(keys) < keyBatchSize {
			return u.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).BusinessKeys, store.BusinessKeys.Remove), Before: before}})
		}
	}
}
