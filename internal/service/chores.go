package service

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"axioma/internal/store"
)

// retainedAtATime bounds what one transaction of the retention changes, so that
// no counter waits for it.
const retainedAtATime = 200

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

// removeAll does removals batch by batch, each in a transaction of its own.
func (b *Base) removeAll(ctx context.Context, removals []removal) (err error) {
	for _, r := range removals {
		err = errors.Join(err, inBatches(ctx, func() (removed int, err error) {
			err = b.store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
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

// Chore is something that is done from time to time, by any number of programs.
type Chore func(context.Context) error

// repeat does a chore a first time after a while, and then from time to time
// until the context ends. What fails is tried again the next time.
func repeat(ctx context.Context, log *slog.Logger, first, every time.Duration, chore Chore) {
	for wait := first; ; wait = every {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := chore(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "upkeep", "error", err)
		}
	}
}
