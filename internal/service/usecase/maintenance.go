package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/store"
	"axioma/internal/traces"
)

// BatchSize limits a maintenance transaction, for which check-ins may wait.
const BatchSize = 200

// RunInBatches repeats step until it finds less than a batch.
func RunInBatches(ctx context.Context, step func() (count int, err error)) error {
	for {
		count, err := step()
		if err != nil || count < BatchSize {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// RunRemovals runs removals, with a transaction per batch.
func (b *Base) RunRemovals(ctx context.Context, removals []Removal) (err error) {
	for _, r := range removals {
		err = errors.Join(err, RunInBatches(ctx, func() (count int, err error) {
			err = b.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
				count, err = r.Remove(tx, r.Before, BatchSize)
				return err
			})
			return count, err
		}))
	}
	return err
}

// Removal removes old records. Remove takes a maximum and returns the number.
type Removal struct {
	Remove func(*store.PlatformTx, time.Time, int) (int, error)
	Before time.Time
}

// MaintenanceTask may run on several servers at once.
type MaintenanceTask func(context.Context) error

// PeriodicTask runs after First, then at each interval.
type PeriodicTask struct {
	Name         string
	First, Every time.Duration
	Run          MaintenanceTask
	Woken        <-chan struct{} // runs it at once; nil: never
}

// RunPeriodically retries at the next interval; the log shows begin and end of failures.
func RunPeriodically(ctx context.Context, log *slog.Logger, routine PeriodicTask) {
	var episode logs.Episode
	for wait := routine.First; ; wait = routine.Every {
		select {
		case <-ctx.Done():
			return
		case <-routine.Woken:
		case <-time.After(wait):
		}
		routine.runOnce(ctx, log, &episode)
	}
}

func (r PeriodicTask) runOnce(ctx context.Context, log *slog.Logger, episode *logs.Episode) {
	ctx, span := traces.Start(ctx, r.Name)
	defer span.End()
	err := r.Run(ctx)
	if err != nil && ctx.Err() == nil {
		span.SetFailed()
	}
	episode.Record(ctx, log, "maintenance", err, "task", r.Name)
}

// RemoverOf adapts a store method to Removal.Remove.
func RemoverOf[R any](
	noun func(*store.PlatformTx) R, remove func(R, time.Time, int) (int, error),
) func(*store.PlatformTx, time.Time, int) (int, error) {
	return func(tx *store.PlatformTx, before time.Time, limit int) (int, error) {
		return remove(noun(tx), before, limit)
	}
}
