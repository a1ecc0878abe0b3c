package database

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// OutageWatcher is told of an outage of the database when it begins and when it ends.
type OutageWatcher interface {
	Began(cause error)
	Ended(after time.Duration)
}

// OutageTracker knows whether the database is away. An answer ends an outage where it was asked
// for after the last failure: others are late news of before. Where nothing can be written,
// reading proves nothing.
type OutageTracker struct {
	mutex    sync.Mutex
	watcher  OutageWatcher
	since    time.Time // zero: there is none
	failures uint64
	writes   bool // it is writing that fails
}

// Watch has outages told, which others but the first caller are not.
func (o *OutageTracker) Watch(watcher OutageWatcher) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.watcher = watcher
}

// Failures is how many there were before something is asked.
func (o *OutageTracker) Failures() uint64 {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.failures
}

// Failed notes that the database is away.
func (o *OutageTracker) Failed(cause error, writes bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures++
	if !o.since.IsZero() {
		return
	}
	o.since, o.writes = time.Now(), writes
	if o.watcher != nil {
		o.watcher.Began(cause)
	}
}

// Answered notes that something was read or written which was asked after so many failures.
func (o *OutageTracker) Answered(asked uint64, written bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.since.IsZero() || asked != o.failures || o.writes && !written {
		return
	}
	after := time.Since(o.since)
	o.since = time.Time{}
	if o.watcher != nil {
		o.watcher.Ended(after)
	}
}

// UnderWay reports whether there is an outage now.
func (o *OutageTracker) UnderWay() bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return !o.since.IsZero()
}

// isPostgresOutage reports whether a server is away for everybody, and whether it is writing
// that it refuses. A row that is locked, or a statement that took too long, is none.
func isPostgresOutage(err error) (away, writes bool) {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		writes = fault.Code == "25006" || fault.Code == "53100"
		away = writes || slices.Contains([]string{"08", "53", "58"}, fault.Code[:min(2, len(fault.Code))]) || strings.HasPrefix(fault.Code, "57P")
		return away, writes
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return true, false
	}
	return IsPostgresAway(err) && !pgconn.Timeout(err), false
}

// isSQLiteOutage is isPostgresOutage of a file: its disk is full, broken or not there. That
// another program holds it is none.
func isSQLiteOutage(err error) (away, writes bool) {
	if errors.Is(err, errDisk) {
		return true, true
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultReadOnly:
		return true, true
	case sqlite.ResultIOErr, sqlite.ResultCantOpen:
		return true, false
	}
	return false, false
}
