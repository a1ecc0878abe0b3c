package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// groupWriter commits the changes of concurrent callers together. Flushing to
// disk is what a commit costs, so whatever is waiting runs in one transaction,
// each caller in a savepoint of its own, and nobody is answered before the one
// flush at the end. A caller whose function fails is undone alone. A lone
// caller commits at once.
type groupWriter struct {
	conn   *keptConn
	jobs   chan *writeJob
	done   chan struct{}
	groups int
	grown  func() // told from time to time that commits were made
}

type writeJob struct {
	ctx    context.Context
	fn     func(context.Context, querier, *memo) error
	taken  atomic.Bool   // by the writer, which will run it, or by its caller, who has dropped it
	ran    chan struct{} // closed when fn has returned for good
	answer chan error
	err    error
}

// maxGroup bounds the callers of one transaction, and so how long the first
// of them waits for the last.
const maxGroup = 64

var errClosed = errors.New("the database is closed")

func startGroupWriter(conn *keptConn, grown func()) *groupWriter {
	w := &groupWriter{conn: conn, grown: grown, jobs: make(chan *writeJob, maxGroup), done: make(chan struct{})}
	go w.loop()
	return w
}

// run hands fn to the writer and waits until it is durable or undone. When ctx
// ends before fn has begun, it is dropped. Once begun it is waited for; but when
// the deadline of ctx has passed and the commit does not end, nobody knows.
func (w *groupWriter) run(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	job := &writeJob{ctx: ctx, fn: fn, ran: make(chan struct{}), answer: make(chan error, 1)}
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
		return fmt.Errorf("%w: %w", errUncertain, late.Err())
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

func (w *groupWriter) loop() {
	defer close(w.done)
	for first := range w.jobs {
		if first == nil {
			return
		}
		group, last := w.gather(first)
		w.commit(group)
		if w.groups++; w.groups%groupsPerLook == 0 {
			w.grown()
		}
		if last {
			return
		}
	}
}

// gather returns the first job and all that wait behind it, and whether the
// writer is asked to stop after them.
func (w *groupWriter) gather(first *writeJob) (group []*writeJob, last bool) {
	group = append(group, first)
	for len(group) < maxGroup {
		select {
		case next := <-w.jobs:
			if next == nil {
				return group, true
			}
			group = append(group, next)
		default:
			return group, false
		}
	}
	return group, false
}

// commit runs a group in one transaction and answers every caller. No caller's context
// interrupts a statement: SQLite would undo the whole transaction, and with it the
// others' changes.
func (w *groupWriter) commit(group []*writeJob) {
	fault := w.runAll(group)
	if fault != nil {
		fault = errors.Join(fault, w.abandon())
	}
	for _, job := range group {
		if job.err == nil {
			job.err = fault
		}
		job.answer <- job.err
	}
}

func (w *groupWriter) runAll(group []*writeJob) error {
	if err := w.conn.run("BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	m := newMemo()
	for _, job := range group {
		if err := w.runOne(job, m); err != nil {
			return err
		}
	}
	if err := w.conn.run("COMMIT"); err != nil {
		return committingSQLite(err)
	}
	return nil
}

// runOne runs one job in a savepoint. Its own error stays with the job; the
// returned one ends the whole transaction.
func (w *groupWriter) runOne(job *writeJob, m *memo) error {
	defer close(job.ran)
	if err := job.ctx.Err(); err != nil || !job.taken.CompareAndSwap(false, true) {
		job.err = fmt.Errorf("waiting to write: %w", cmp.Or(err, context.Canceled))
		return nil
	}
	if err := w.conn.run("SAVEPOINT job"); err != nil {
		return fmt.Errorf("setting a savepoint: %w", err)
	}
	if job.err = guarded(context.WithoutCancel(job.ctx), w.conn, m, job.fn); job.err != nil {
		if err := w.conn.run("ROLLBACK TO job"); err != nil {
			return errors.Join(causeOf(job.err), fmt.Errorf("undoing a savepoint: %w", err))
		}
	}
	if err := w.conn.run("RELEASE job"); err != nil {
		return fmt.Errorf("releasing a savepoint: %w", err)
	}
	return nil
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
func guarded(ctx context.Context, q querier, m *memo, fn func(context.Context, querier, *memo) error) error {
	return caught(func() error { return fn(ctx, q, m) })
}

// abandon ends a failed transaction. Some faults (a full disk) have ended it
// already; then there is nothing to undo, which the error says besides.
func (w *groupWriter) abandon() error {
	if err := w.conn.run("ROLLBACK"); err != nil {
		return fmt.Errorf("undoing a transaction: %w", err)
	}
	return nil
}

// close lets the jobs that wait finish and releases the connection.
func (w *groupWriter) close() error {
	w.jobs <- nil
	<-w.done
	return w.conn.close()
}
