package store

import (
	"context"
	"errors"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// awayFor is when to try again, where the database does not say.
const awayFor = 2 * time.Second

// outageError is an error of a database that is away. Its words are for operators; the
// refusal that people are told is in its chain.
type outageError struct {
	refusal, cause error
	isOutage       bool
}

// Error implements error, without the sentence of the refusal.
func (e *outageError) Error() string { return e.cause.Error() }

// Unwrap returns the refusal and the cause.
func (e *outageError) Unwrap() []error { return []error{e.refusal, e.cause} }

// Outage reports whether the error belongs to an outage that Outages tells of.
func (e *outageError) Outage() bool { return e.isOutage }

// WatchOutages has outages told, which others but the first caller are not.
func (s *Store) WatchOutages(watcher database.OutageWatcher) { s.outages.Watch(watcher) }

// told is an error as callers are to see it: that the database is busy, frozen,
// full or away is no fault of the program. A refusal stays what it is, and so
// does that the caller has gone.
func (s *Store) told(err error) error {
	var refusal *loyalty.Error
	switch {
	case err == nil, errors.As(err, &refusal):
		return err
	case errors.Is(err, database.ErrUncertain):
		return &outageError{refusal: loyalty.OutcomeUnknownFor(awayFor), cause: err, isOutage: s.outages.IsActive()}
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), s.dialect.IsUnavailable(err):
		return &outageError{refusal: loyalty.BusyFor(awayFor), cause: err, isOutage: s.outages.IsActive()}
	}
	return err
}

// learned is told, and learns of outages from what an act on the database has come to that
// was asked for after so many failures.
func (s *Store) learned(err error, asked uint64, writes bool) error {
	var refusal *loyalty.Error
	if err == nil || errors.As(err, &refusal) {
		s.outages.RecordSuccess(asked, writes && err == nil)
	} else if away, writing := s.dialect.IsOutage(err); away {
		s.outages.RecordFailure(err, writing)
	}
	return s.told(err)
}

// IsAway reports whether a database could not be opened because its server cannot be
// reached or is not ready, which passes; a refused password or a missing database does
// not.
func IsAway(err error) bool { return database.IsPostgresUnavailable(err) }

// IsFull reports whether something failed because a disk is full, or because a file may
// not grow any more.
func IsFull(err error) bool { return database.IsDiskFull(err) }
