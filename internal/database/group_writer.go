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

// groupWriter commits the changes of concurrent callers together. Flushing to
// disk is what a commit costs, so whatever is waiting runs in one transaction,
// each caller in a savepoint of its own, and nobody is answered before the one
// flush after it. A caller whose function fails is undone alone. A lone
// caller commits at once.
//
// While one group is being flushed the next one runs already; it commits when that is
// over, so that it holds whoever came meanwhile, and what is on disk is always all that
// was committed up to some commit.
type groupWriter struct {
	using       sync.Mutex // the connection
	conn        *SQLiteConn
	generations *Generations // of what the connection watches
	disk        disk
	jobs        chan *writeJob
	stop        chan struct{} // closed by who closes the writer
	done        chan struct{}
	groups      int
	wait        *tally // of the callers, until their turn
	sizes       *tally // of the groups
	grown       func() // told from time to time that commits were made
	flusher     flusher
	fault       atomic.Pointer[error] // of the disk, while it fails
}

// disk is where commits go: SQLite's journal.
type disk interface {
	// flush returns when all that was committed is on disk.
	flush() error
	// rewrite hands all of it to the system again, after a flush that failed.
	rewrite() error
	close() error
}

// maxGroup bounds the callers of one transaction, and so how long the first
// of them waits for the last.
const maxGroup = 64

// mendEvery is how long the disk is left alone after it has failed.
const mendEvery = 100 * time.Millisecond

var (
	errClosed = errors.New("the database is closed")
	// errDisk: the disk did not take what was committed before. What came after it was undone.
	errDisk = errors.New("the disk does not flush")
)

func startGroupWriter(conn *SQLiteConn, generations *Generations, on disk, grown func()) *groupWriter {
	w := &groupWriter{
		conn: conn, generations: generations, disk: on, grown: grown,
		wait: newWaits(), sizes: newSizes(),
		jobs: make(chan *writeJob, maxGroup), stop: make(chan struct{}), done: make(chan struct{}),
		flusher: startFlusher(on),
	}
	generations.ask = w.listen
	go w.loop()
	return w
}

// loop runs group after group, and hears of each flush when it is over.
func (w *groupWriter) loop() {
	defer close(w.done)
	defer w.flusher.end()
	for last := false; !last; {
		select {
		case fault := <-w.flusher.over:
			w.flushed(fault)
		case first := <-w.jobs:
			last = w.serve(first)
		}
	}
	if w.flusher.busy() {
		w.flushed(<-w.flusher.over)
	}
}

// group is what runs in one transaction.
type group struct {
	jobs []*writeJob
	memo *TxCache
	last bool // the writer is asked to stop after it
}

// serve runs the first job and all that wait behind it in one transaction, and has it
// flushed. It returns whether the writer is asked to stop after them.
func (w *groupWriter) serve(first *writeJob) (last bool) {
	g := w.gather(first)
	if len(g.jobs) == 0 {
		return g.last
	}
	if fault := w.write(&g); fault != nil {
		answer(g.jobs, fault)
		if w.flusher.failed {
			w.mend()
		}
		return g.last
	}
	w.sizes.add(int64(len(g.jobs)))
	w.flusher.take(g.jobs)
	if w.groups++; w.groups%groupsPerLook == 0 {
		w.grown()
	}
	return g.last
}

// gather returns the first job and all that wait behind it.
func (w *groupWriter) gather(first *writeJob) group {
	g := group{memo: &TxCache{}}
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
	g.last = true
	return g
}

// write commits a group, or undoes it.
func (w *groupWriter) write(g *group) error {
	w.using.Lock()
	defer w.using.Unlock()
	defer w.generations.begin()
	fault := w.runAll(g)
	if fault != nil {
		fault = errors.Join(fault, w.abandon())
	}
	return fault
}

// runAll runs a group, which grows until the flush of the one before is over, and
// commits.
func (w *groupWriter) runAll(g *group) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.conn.changed = false
	for _, job := range g.jobs {
		if err := w.runOne(job, g.memo); err != nil {
			return err
		}
	}
	for w.flusher.busy() {
		if err := w.meanwhile(g); err != nil {
			return err
		}
	}
	w.hear() // since the transaction began nobody else could
	if w.conn.changed {
		w.generations.end()
	}
	if err := w.conn.Run("COMMIT"); err != nil {
		return committingSQLite(err)
	}
	return nil
}

// meanwhile waits for the flush under way, and takes one more job into the group
// if one comes before it is over.
func (w *groupWriter) meanwhile(g *group) error {
	more := w.jobs
	if g.last || len(g.jobs) == maxGroup {
		more = nil
	}
	select {
	case fault := <-w.flusher.over:
		return w.ended(fault)
	case job := <-more:
		if job == nil {
			g.last = true
			return nil
		}
		g.jobs = append(g.jobs, job)
		return w.runOne(job, g.memo)
	}
}

// listen is hear for who does not write, and does not wait for who does.
func (w *groupWriter) listen() bool {
	if !w.using.TryLock() {
		return false
	}
	defer w.using.Unlock()
	return w.conn.conn.AutocommitEnabled() && w.hear()
}

// hear asks whether other programs have committed something. It reports whether SQLite has
// answered.
func (w *groupWriter) hear() bool {
	now := w.generations.clock()
	var others int64
	if err := QueryRow(context.Background(), w.conn, "PRAGMA data_version").Scan(&others); err != nil {
		return false
	}
	w.generations.hear(others, now)
	return true
}

// flushed hears that a flush is over while no transaction is open.
func (w *groupWriter) flushed(fault error) {
	if w.ended(fault) != nil {
		w.mend()
	}
}

// ended hears how a flush went. Its fault is that of whoever waits for it too long.
func (w *groupWriter) ended(fault error) error {
	err := w.flusher.ended(fault)
	if err != nil {
		w.fault.Store(&err)
	}
	return err
}

// cause is what the disk said, while it fails.
func (w *groupWriter) cause() error {
	if fault := w.fault.Load(); fault != nil {
		return *fault
	}
	return nil
}

// mend brings to disk what a flush could not, as often as it takes: those who wait for
// it are answered then, unless their time is up before. Nobody writes meanwhile. A
// writer that is closed gives up.
func (w *groupWriter) mend() {
	defer w.fault.Store(nil)
	for {
		fault := w.flushAnew()
		if fault == nil {
			w.flusher.mended(nil)
			return
		}
		select {
		case <-w.stop:
			w.flusher.mended(fmt.Errorf("%w: %w", ErrUncertain, fault))
			return
		case <-time.After(mendEvery):
		}
	}
}

func (w *groupWriter) flushAnew() error {
	w.using.Lock()
	defer w.using.Unlock()
	if err := w.begin(); err != nil { // keeps other programs from writing
		return err
	}
	fault := w.disk.rewrite()
	if fault == nil {
		fault = w.disk.flush()
	}
	return errors.Join(fault, w.abandon())
}

func (w *groupWriter) begin() error {
	if err := w.conn.Run("BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	return nil
}

// runOne runs one job in a savepoint. Its own error stays with the job; the
// returned one ends the whole transaction. No caller's context interrupts a statement:
// SQLite would undo the whole transaction, and with it the others' changes.
func (w *groupWriter) runOne(job *writeJob, m *TxCache) error {
	defer close(job.ran)
	w.wait.since(job.asked)
	if err := job.ctx.Err(); err != nil || !job.taken.CompareAndSwap(false, true) {
		job.err = fmt.Errorf("waiting to write: %w", cmp.Or(err, context.Canceled))
		return nil
	}
	if err := w.conn.Run("SAVEPOINT job"); err != nil {
		return fmt.Errorf("setting a savepoint: %w", err)
	}
	if job.err = guarded(context.WithoutCancel(job.ctx), w.conn, m, job.fn); job.err != nil {
		if err := w.conn.Run("ROLLBACK TO job"); err != nil {
			return errors.Join(causeOf(job.err), fmt.Errorf("undoing a savepoint: %w", err))
		}
	}
	if err := w.conn.Run("RELEASE job"); err != nil {
		return fmt.Errorf("releasing a savepoint: %w", err)
	}
	return nil
}

// abandon ends a failed transaction. Some faults (a full disk) have ended it
// already; then there is nothing to undo, which the error says besides.
func (w *groupWriter) abandon() error {
	if err := w.conn.Run("ROLLBACK"); err != nil {
		return fmt.Errorf("undoing a transaction: %w", err)
	}
	return nil
}

// close lets the jobs that wait finish and releases the connection.
func (w *groupWriter) close() error {
	close(w.stop)
	w.jobs <- nil
	<-w.done
	w.using.Lock() // for good
	return errors.Join(w.conn.Close(), w.disk.close())
}
