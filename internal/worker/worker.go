// Package worker runs background work: a loop polls a queue, tasks run concurrently, outcomes are recorded with
// retries, and shutdown drains the tasks.
package worker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"axioma/internal/logs"
)

// Worker polls for work until stopped. Set its fields before Run.
type Worker struct {
	Log        *slog.Logger
	Name       string // in the log
	Attributes []any  // in the log
	Limit      int
	// GracePeriod is how long tasks may run after Run's context has ended; 0: cancelled at once.
	GracePeriod time.Duration
	Wake        <-chan struct{} // ends a pause early; may be nil
}

// Round starts the due tasks and returns the pause before the next round.
type Round func(ctx context.Context, tasks *Tasks) (pause time.Duration, err error)

// Run calls round until the context ends, drains the tasks and cancels those that outlast the grace period. A failed
// round is repeated after its pause, and logged only when failures begin and end.
func (w *Worker) Run(ctx context.Context, round Round) {
	tasks, cancel := w.newTasks(ctx)
	defer cancel()
	var episode logs.Episode
	for ctx.Err() == nil {
		pause, err := round(ctx, tasks)
		episode.Record(ctx, w.Log, w.Name, err, w.Attributes...)
		w.rest(ctx, pause)
	}
	graceTimer := time.AfterFunc(w.GracePeriod, cancel)
	defer graceTimer.Stop()
	tasks.running.Wait()
}

func (w *Worker) newTasks(ctx context.Context) (*Tasks, context.CancelFunc) {
	if w.GracePeriod > 0 {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	return &Tasks{ctx: ctx, log: w.Log, slots: make(chan struct{}, w.Limit)}, cancel
}

func (w *Worker) rest(ctx context.Context, pause time.Duration) {
	if pause <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-w.Wake:
	case <-time.After(pause):
	}
}

// Tasks are running tasks. Each holds a slot (semaphore).
type Tasks struct {
	ctx     context.Context
	log     *slog.Logger
	slots   chan struct{}
	running sync.WaitGroup
}

// Acquire waits for a slot, takes further free ones up to limit, and returns how many; 0: the context ended first.
func (t *Tasks) Acquire(ctx context.Context, limit int) int {
	select {
	case t.slots <- struct{}{}:
	case <-ctx.Done():
		return 0
	}
	for acquiredCount := 1; ; acquiredCount++ {
		if acquiredCount >= limit {
			return acquiredCount
		}
		select {
		case t.slots <- struct{}{}:
		default:
			return acquiredCount
		}
	}
}

// Release returns unused slots.
func (t *Tasks) Release(count int) {
	for range count {
		<-t.slots
	}
}

// Go runs a task in an acquired slot, which it releases. The context ends after the grace period.
func (t *Tasks) Go(task func(ctx context.Context)) {
	t.running.Go(func() {
		defer logs.ExitOnPanic(t.log)
		defer t.Release(1)
		task(t.ctx)
	})
}
