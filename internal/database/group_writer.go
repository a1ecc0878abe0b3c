package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// groupWriter implements group commit, because a commit costs an fsync: callers share a transaction, each with a
// savepoint, and get replies after the fsync. A lone caller commits at once. The next group runs during the fsync but
// commits after it: the disk always has a prefix of the commits (decision 0009).
type groupWriter struct {
	connMutex   sync.Mutex
	conn        *SQLiteConn
	generations *Generations
	disk        disk
	jobs        chan *writeJob
	stop        chan struct{}
	done        chan struct{}
	groups      int
	waits       *histogram
	sizes       *histogram
	onCommits   func() // after every groupsPerCheck commits
	flusher     flusher
	diskFault   atomic.Pointer[error] // while fsync fails
}

// disk is SQLite's WAL.
type disk interface {
	// flush makes all commits durable by fsync.
	flush() error
	// rewrite writes the WAL again after a failed fsync.
	rewrite() error
	close() error
}

// maxGroup limits how long the first caller waits.
const maxGroup = 64

const flushRetryInterval = 100 * time.Millisecond

var (
	errClosed = errors.New("the database is closed")
	// errFlush rolls back a group that ran while the fsync before it failed.
	errFlush = errors.New("fsync of the disk failed")
)

func startGroupWriter(conn *SQLiteConn, generations *Generations, target disk, onCommits func()) *groupWriter {
	w := &groupWriter{
		conn: conn, generations: generations, disk: target, onCommits: onCommits,
		waits: newWaitHistogram(), sizes: newSizeHistogram(),
		jobs: make(chan *writeJob, maxGroup), stop: make(chan struct{}), done: make(chan struct{}),
		flusher: startFlusher(target),
	}
	generations.check = w.tryCheckOtherCommits
	go w.loop()
	return w
}

func (w *groupWriter) loop() {
	defer close(w.done)
	defer w.flusher.close()
	for stop := false; !stop; {
		select {
		case fault := <-w.flusher.results:
			w.handleFlush(fault)
		case first := <-w.jobs:
			stop = w.runGroup(first)
		}
	}
	if w.flusher.isBusy() {
		w.handleFlush(<-w.flusher.results)
	}
}

type group struct {
	jobs  []*writeJob
	cache *TxCache
	stop  bool
}

// runGroup runs and commits the queued jobs, and starts the fsync. stop is true if the writer must end.
func (w *groupWriter) runGroup(first *writeJob) (stop bool) {
	g := w.collect(first)
	if len(g.jobs) == 0 {
		return g.stop
	}
	if fault := w.commitGroup(&g); fault != nil {
		reply(g.jobs, fault)
		if w.flusher.failed {
			w.retryFlush()
		}
		return g.stop
	}
	w.sizes.observe(int64(len(g.jobs)))
	w.flusher.start(g.jobs)
	if w.groups++; w.groups%groupsPerCheck == 0 {
		w.onCommits()
	}
	return g.stop
}

func (w *groupWriter) collect(first *writeJob) group {
	g := group{cache: &TxCache{}}
	for next := first; next != nil; {
		g.jobs = append(g.jobs, next)
		if len(g.jobs) == maxGroup {
			return g
		}
		select {
		case next = <-w.jobs:
		default:
			return g
		}
	}
	g.stop = true
	return g
}

func (w *groupWriter) commitGroup(g *group) error {
	w.connMutex.Lock()
	defer w.connMutex.Unlock()
	defer w.generations.startNext()
	fault := w.runJobs(g)
	if fault != nil {
		fault = errors.Join(fault, w.rollback())
	}
	return fault
}

func (w *groupWriter) runJobs(g *group) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.conn.changed = false
	for _, job := range g.jobs {
		if err := w.runJob(job, g.cache); err != nil {
			return err
		}
	}
	for w.flusher.isBusy() {
		if err := w.extendGroup(g); err != nil {
			return err
		}
	}
	w.checkOtherCommits() // no other process can commit since BEGIN IMMEDIATE
	if w.conn.changed {
		w.generations.invalidate()
	}
	if err := w.conn.Run("COMMIT"); err != nil {
		return sqliteCommitError(err)
	}
	return nil
}

func (w *groupWriter) extendGroup(g *group) error {
	more := w.jobs
	if g.stop || len(g.jobs) == maxGroup {
		more = nil
	}
	select {
	case fault := <-w.flusher.results:
		return w.finishFlush(fault)
	case job := <-more:
		if job == nil {
			g.stop = true
			return nil
		}
		g.jobs = append(g.jobs, job)
		return w.runJob(job, g.cache)
	}
}

func (w *groupWriter) tryCheckOtherCommits() bool {
	if !w.connMutex.TryLock() {
		return false
	}
	defer w.connMutex.Unlock()
	return w.conn.conn.AutocommitEnabled() && w.checkOtherCommits()
}

// checkOtherCommits reads data_version, which other processes' commits change. It returns false if it could not.
func (w *groupWriter) checkOtherCommits() bool {
	now := w.generations.elapsed()
	var version int64
	if err := QueryRow(context.Background(), w.conn, "PRAGMA data_version").Scan(&version); err != nil {
		return false
	}
	w.generations.recordDataVersion(version, now)
	return true
}

// handleFlush processes the result of a group's fsync. Do not call it in a transaction.
func (w *groupWriter) handleFlush(fault error) {
	if w.finishFlush(fault) != nil {
		w.retryFlush()
	}
}

// finishFlush records the result of an fsync. It keeps an error for callers that stop waiting.
func (w *groupWriter) finishFlush(fault error) error {
	err := w.flusher.finish(fault)
	if err != nil {
		w.diskFault.Store(&err)
	}
	return err
}

func (w *groupWriter) flushFault() error {
	if fault := w.diskFault.Load(); fault != nil {
		return *fault
	}
	return nil
}

// retryFlush repeats the fsync until it succeeds or the writer closes, then replies to the group. No job runs
// meanwhile.
func (w *groupWriter) retryFlush() {
	defer w.diskFault.Store(nil)
	for {
		fault := w.rewriteAndFlush()
		if fault == nil {
			w.flusher.resolve(nil)
			return
		}
		select {
		case <-w.stop:
			w.flusher.resolve(fmt.Errorf("%w: %w", ErrUncertain, fault))
			return
		case <-time.After(flushRetryInterval):
		}
	}
}

func (w *groupWriter) rewriteAndFlush() error {
	w.connMutex.Lock()
	defer w.connMutex.Unlock()
	if err := w.begin(); err != nil { // locks out writers of other processes
		return err
	}
	fault := w.disk.rewrite()
	if fault == nil {
		fault = w.disk.flush()
	}
	return errors.Join(fault, w.rollback())
}

func (w *groupWriter) begin() error {
	if err := w.conn.Run("BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	return nil
}

// runJob gives a job's error to its caller; a returned error ends the group. The caller's context interrupts no
// statement: SQLite would roll back the whole transaction.
func (w *groupWriter) runJob(job *writeJob, cache *TxCache) error {
	defer close(job.finished)
	w.waits.observeSince(job.enqueuedAt)
	if err := job.ctx.Err(); err != nil || !job.isClaimed.CompareAndSwap(false, true) {
		job.err = fmt.Errorf("waiting to write: %w", cmp.Or(err, context.Canceled))
		return nil
	}
	if err := w.conn.Run("SAVEPOINT job"); err != nil {
		return fmt.Errorf("setting a savepoint: %w", err)
	}
	if job.err = runRecovering(context.WithoutCancel(job.ctx), w.conn, cache, job.fn); job.err != nil {
		if err := w.conn.Run("ROLLBACK TO job"); err != nil {
			return errors.Join(unavailableCause(job.err), fmt.Errorf("rolling back to a savepoint: %w", err))
		}
	}
	if err := w.conn.Run("RELEASE job"); err != nil {
		return fmt.Errorf("releasing a savepoint: %w", err)
	}
	return nil
}

// rollback also fails if SQLite has rolled back itself, as on a full disk.
func (w *groupWriter) rollback() error {
	if err := w.conn.Run("ROLLBACK"); err != nil {
		return fmt.Errorf("rolling back a transaction: %w", err)
	}
	return nil
}

func (w *groupWriter) close() error {
	close(w.stop)
	w.jobs <- nil
	<-w.done
	w.connMutex.Lock() // never unlocked
	return errors.Join(w.conn.Close(), w.disk.close())
}
