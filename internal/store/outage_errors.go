package store

import (
	"context"
	"errors"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

const defaultRetryAfter = 2 * time.Second

// outageError has a cause for operators and a refusal for users.
type outageError struct {
	refusal, cause error
	isOutage       bool
}

func (e *outageError) Error() string { return e.cause.Error() }

func (e *outageError) Unwrap() []error { return []error{e.refusal, e.cause} }

func (e *outageError) Outage() bool { return e.isOutage }

// WatchOutages notifies watcher when an outage begins and ends.
func (s *Store) WatchOutages(watcher database.OutageWatcher) { s.outages.Watch(watcher) }

// translateError returns the refusal of a database error, with its cause. It does not change refusals and
// cancellations.
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

// translateAndTrack translates an error, and records the outcome. failuresBefore is the count before the transaction.
func (s *Store) translateAndTrack(err error, failuresBefore uint64, writes bool) error {
	var refusal *loyalty.Error
	if err == nil || errors.As(err, &refusal) {
		s.outages.RecordSuccess(failuresBefore, writes && err == nil)
	} else if isOutage, writing := s.dialect.IsOutage(err); isOutage {
		s.outages.RecordFailure(err, writing)
	}
	return s.translateError(err)
}

// IsUnreachable reports whether the server is temporarily unreachable, not for a refused password or missing database.
func IsUnreachable(err error) bool { return database.IsPostgresUnavailable(err) }

// IsFull reports whether the disk is full or a file may not grow.
func IsFull(err error) bool { return database.IsDiskFull(err) }
