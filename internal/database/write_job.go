package database

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

type writeJob struct {
	ctx        context.Context
	enqueuedAt time.Time
	fn         TxFunc
	isClaimed  atomic.Bool   // by the writer to run it, or by its caller to drop it
	finished   chan struct{} // closed when fn will not run again
	result     chan error
	err        error
}

// submit waits until fn is durable or rolled back. If ctx ends first, an unstarted job is dropped. A started one is
// awaited until the deadline, then submit returns ErrUncertain.
func (w *groupWriter) submit(ctx context.Context, enqueuedAt time.Time, fn TxFunc) error {
	job := &writeJob{ctx: ctx, enqueuedAt: enqueuedAt, fn: fn, finished: make(chan struct{}), result: make(chan error, 1)}
	select {
	case w.jobs <- job:
		return w.await(ctx, job)
	case <-ctx.Done():
		return fmt.Errorf("waiting to write: %w", ctx.Err())
	case <-w.done:
		return errClosed
	}
}

func (w *groupWriter) await(ctx context.Context, job *writeJob) error {
	select {
	case err := <-job.result:
		return err
	case <-w.done:
		return w.resultAfterStop(job)
	case <-ctx.Done():
	}
	if job.isClaimed.CompareAndSwap(false, true) {
		return fmt.Errorf("waiting to write: %w", ctx.Err())
	}
	deadline, cancel := ignoreCancel(ctx)
	defer cancel()
	select {
	case err := <-job.result:
		return err
	case <-w.done:
		return w.resultAfterStop(job)
	case <-deadline.Done():
	}
	select {
	case err := <-job.result:
		return err
	case <-job.finished: // the caller may use the results from here
		return fmt.Errorf("%w: %w", ErrUncertain, errors.Join(deadline.Err(), w.flushFault()))
	}
}

func (w *groupWriter) resultAfterStop(job *writeJob) error {
	select {
	case err := <-job.result:
		return err
	default:
		return errClosed
	}
}

// unavailableCause returns an error of the database, such as a full disk, which may have ended the group's transaction.
func unavailableCause(err error) error {
	if isSQLiteUnavailable(err) {
		return err
	}
	return nil
}

// runRecovering runs a job and converts a panic to an error: the writer serves other callers too.
func runRecovering(ctx context.Context, q Querier, cache *TxCache, fn TxFunc) error {
	return catchPanic(func() error { return fn(ctx, q, cache) })
}
