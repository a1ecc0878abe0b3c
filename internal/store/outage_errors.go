package store

import (
	"context"
	"errors"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// defaultRetryAfter is when to try again if the database does not say.
const defaultRetryAfter = 2 * time.Second

// outageError is an error of an unavailable database. Its text is for operators; the refusal for users is in its chain.
type outageError struct {
	refusal, cause error
	isOutage       bool
}

// Error returns the cause without the text of the refusal.
func (e *outageError) Error() string { return e.cause.Error() }

// Unwrap returns the refusal and the cause.
func (e *outageError) Unwrap() []error { return []error{e.refusal, e.cause} }

// Outage reports whether the error belongs to an outage that the watcher is notified of.
func (e *outageError) Outage() bool { return e.isOutage }

// WatchOutages notifies a watcher when an outage begins and ends.
func (s *Store) WatchOutages(watcher database.OutageWatcher) { s.outages.Watch(watcher) }

// translateError turns a busy, frozen, full or unavailable database into the error for callers. Refusals and
// cancellations stay as they are.
func (s *Store) translateError(err error) error {
	var refusal *loyalty.Error
	switch {
	case err == nil, errors.As(err, &refusal):
		return err
	case errors.Is(err, database.ErrUncertain):
		return &outageError{refusal: loyalty.OutcomeUnknownFor(defaultRetryAfter), cause: err, isOutage: s.outages.IsActive()}
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), s.dialect.IsUnavailable(err):
		return &outageError{refusal: loyalty.BusyFor(defaultRetryAfter), cause: err, isOutage: s.outages.IsActive()}
	}
	return err
}

// translateAndTrack is translateError and updates the outage tracker. The argument asked is the number of failures when
// the act began.
func (s *Store) translateAndTrack(err error, asked uint64, writes bool) error {
	var refusal *loyalty.Error
	if err == nil || errors.As(err, &refusal) {
		s.outages.RecordSuccess(asked, writes && err == nil)
	} else if away, writing := s.dialect.IsOutage(err); away {
		s.outages.RecordFailure(err, writing)
	}
	return s.translateError(err)
}

// IsAway reports whether opening failed because the server is unreachable or not ready, which passes. A refused
// password or a missing database is not an outage.
func IsAway(err error) bool { return database.IsPostgresUnavailable(err) }

// IsFull reports whether an error means a full disk or a file that may not grow.
func IsFull(err error) bool { return database.IsDiskFull(err) }
