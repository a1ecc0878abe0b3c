package database

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// OutageWatcher is notified when an outage begins and ends.
type OutageWatcher interface {
	OutageStarted(cause error)
	OutageEnded(after time.Duration)
}

// OutageTracker tracks outages. A success that began after the last failure ends an outage; if only writing failed, it
// must be a write.
type OutageTracker struct {
	mutex      sync.Mutex
	watcher    OutageWatcher
	since      time.Time // zero: no outage
	failures   uint64
	writesOnly bool
}

// Watch sets the watcher.
func (o *OutageTracker) Watch(watcher OutageWatcher) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.watcher = watcher
}

// FailureCount returns the number of failures so far, for RecordSuccess.
func (o *OutageTracker) FailureCount() uint64 {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.failures
}

// RecordFailure records that all access, or only writing, fails.
func (o *OutageTracker) RecordFailure(cause error, writes bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures++
	if !o.since.IsZero() {
		return
	}
	o.since, o.writesOnly = time.Now(), writes
	if o.watcher != nil {
		o.watcher.OutageStarted(cause)
	}
}

// RecordSuccess records a success that began after failuresBefore failures.
func (o *OutageTracker) RecordSuccess(failuresBefore uint64, written bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.since.IsZero() || failuresBefore != o.failures || o.writesOnly && !written {
		return
	}
	after := time.Since(o.since)
	o.since = time.Time{}
	if o.watcher != nil {
		o.watcher.OutageEnded(after)
	}
}

// IsActive reports whether there is an outage.
func (o *OutageTracker) IsActive() bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return !o.since.IsZero()
}

// isPostgresOutage excludes a locked row, a slow statement and a caller that gave up connecting. writes: only writing
// failed.
func isPostgresOutage(err error) (isOutage, writes bool) {
	if errors.Is(err, context.Canceled) {
		return false, false
	}
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		writes = fault.Code == "25006" || fault.Code == "53100"
		isOutage = writes || slices.Contains([]string{"08", "53", "58"}, fault.Code[:min(2, len(fault.Code))]) || strings.HasPrefix(fault.Code, "57P")
		return isOutage, writes
	}
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return true, false
	}
	return IsPostgresUnavailable(err) && !pgconn.Timeout(err), false
}

func isSQLiteOutage(err error) (isOutage, writes bool) {
	if errors.Is(err, errFlush) {
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
