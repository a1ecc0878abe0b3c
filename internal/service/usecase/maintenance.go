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

// BatchSize bounds what one transaction of a chore changes, so that
// no counter waits for it.
const BatchSize = 200

// RunInBatches calls step until it finds less to do than fits into one.
func RunInBatches(ctx context.Context, step func() (found int, err error)) error {
	for {
		found, err := step()
		if err != nil || found < BatchSize {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// RunRemovals does removals batch by batch, each in a transaction of its own.
func (b *Base) RunRemovals(ctx context.Context, removals []Removal) (err error) {
	for _, r := range removals {
		err = errors.Join(err, RunInBatches(ctx, func() (removed int, err error) {
			err = b.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
				removed, err = r.Remove(tx, r.Before, BatchSize)
				return err
			})
			return removed, err
		}))
	}
	return err
}

// Removal removes records from before an instant, or gives up on them, at most
// so many, and says how many there were.
type Removal struct {
	Remove func(*store.PlatformTx, time.Time, int) (int, error)
	Before time.Time
}

// MaintenanceTask is something that is done from time to time, by any number of programs.
type MaintenanceTask func(context.Context) error

// PeriodicTask is a chore and when it is done: a first time after a while, and then from
// time to time.
type PeriodicTask struct {
	Name         string // in traces
	First, Every time.Duration
	Run          MaintenanceTask
}

// RunPeriodically does a routine until the context ends. What fails is tried again the next time, and
// has a line in the log when it begins to fail and when it works again.
func RunPeriodically(ctx context.Context, log *slog.Logger, routine PeriodicTask) {
	var episode logs.Episode
	for wait := routine.First; ; wait = routine.Every {
		select {
		case <-ctx.Done():
			return
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
	episode.Record(ctx, log, "upkeep", err, "of", r.Name)
}

// RemoverOf is the Remove of what a noun of the store removes.
func RemoverOf[R any](
	noun func(*store.PlatformTx) R, remove func(R, time.Time, int) (int, error),
) func(*store.PlatformTx, time.Time, int) (int, error) {
	return func(tx *store.PlatformTx, before time.Time, most int) (int, error) {
		return remove(noun(tx), before, most)
	}
}
