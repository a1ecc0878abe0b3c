package database

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// writeJob is what one caller wants written.
type writeJob struct {
	ctx    context.Context
	asked  time.Time // when she came
	fn     TxFunc
	taken  atomic.Bool   // by the writer, which will run it, or by its caller, who has dropped it
	ran    chan struct{} // closed when fn has returned for good
	answer chan error
	err    error
}

// run hands fn to the writer and waits until it is durable or undone. Its caller came
// at the instant of asked. When ctx
// ends before fn has begun, it is dropped. Once begun it is waited for; but when
// the deadline of ctx has passed and the commit does not end, nobody knows.
func (w *groupWriter) run(ctx context.Context, asked time.Time, fn TxFunc) error {
	job := &writeJob{ctx: ctx, asked: asked, fn: fn, ran: make(chan struct{}), answer: make(chan error, 1)}
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
	case err := <-job.answer:
		return err
	case <-w.done:
		return w.last(job)
	case <-ctx.Done():
	}
	if job.taken.CompareAndSwap(false, true) {
		return fmt.Errorf("waiting to write: %w", ctx.Err())
	}
	late, cancel := begun(ctx)
	defer cancel()
	select {
	case err := <-job.answer:
		return err
	case <-w.done:
		return w.last(job)
	case <-late.Done():
	}
	select {
	case err := <-job.answer:
		return err
	case <-job.ran: // fn is not run behind the back of who has its results
		return fmt.Errorf("%w: %w", ErrUncertain, errors.Join(late.Err(), w.cause()))
	}
}

// last is a job's answer when the writer has stopped, perhaps before it came to
// the job.
func (w *groupWriter) last(job *writeJob) error {
	select {
	case err := <-job.answer:
		return err
	default:
		return errClosed
	}
}

// causeOf is the fault of the database, if it was one, that a job met. Some of
// them (a full disk) end the transaction of the others too.
func causeOf(err error) error {
	if sqliteIsAway(err) {
		return err
	}
	return nil
}

// guarded turns a panic of one caller's function into that caller's error: the
// writer serves all the others too.
func guarded(ctx context.Context, q Querier, m *TxCache, fn TxFunc) error {
	return catchPanic(func() error { return fn(ctx, q, m) })
}
