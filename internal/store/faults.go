package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"

	"axioma/internal/loyalty"
)

// awayFor is when to try again, where the database does not say.
const awayFor = 2 * time.Second

// errUncertain marks a transaction of which nobody knows whether it was
// committed.
var errUncertain = errors.New("the commit was not confirmed")

// told is an error as callers are to see it: that the database is busy, frozen,
// full or away is no fault of the program. A refusal stays what it is, and so
// does that the caller has gone.
func (s *Store) told(err error) error {
	var refusal *loyalty.Error
	switch {
	case err == nil, errors.As(err, &refusal):
		return err
	case errors.Is(err, errUncertain):
		return &outageError{refusal: loyalty.UncertainFor(awayFor), cause: err, isOutage: s.outages.underWay()}
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded), s.dialect.isAway(err):
		return &outageError{refusal: loyalty.BusyFor(awayFor), cause: err, isOutage: s.outages.underWay()}
	}
	return err
}

// learned is told, and learns of outages from what an act on the database has come to that
// was asked for after so many failures.
func (s *Store) learned(err error, asked uint64, writes bool) error {
	var refusal *loyalty.Error
	if err == nil || errors.As(err, &refusal) {
		s.outages.answered(asked, writes && err == nil)
	} else if away, writing := s.dialect.isOutage(err); away {
		s.outages.failed(err, writing)
	}
	return s.told(err)
}

// sqliteIsAway reports whether a file could not be used now: another program
// holds it, the disk is full or fails, or the folder may not be written.
func sqliteIsAway(err error) bool {
	return errors.Is(err, errDisk) || slices.Contains([]sqlite.ResultCode{
		sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultNoMem, sqlite.ResultReadOnly, sqlite.ResultInterrupt,
		sqlite.ResultIOErr, sqlite.ResultFull, sqlite.ResultCantOpen, sqlite.ResultProtocol,
	}, sqlite.ErrCode(err).ToPrimary())
}

// committingSQLite is the fault of a commit. One that could not be written to its
// end is undone; of one whose flush failed the disk may have kept all.
func committingSQLite(err error) error {
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultIOErr {
		return fmt.Errorf("%w: %w", errUncertain, err)
	}
	return fmt.Errorf("committing: %w", err)
}

// postgresIsAway reports whether the server could not be reached, or could not
// do what was asked now.
func postgresIsAway(err error) bool {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		return awayByCode(fault.Code)
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connecting) || errors.As(err, &network) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) {
		return true
	}
	return slices.ContainsFunc([]error{
		io.EOF, io.ErrUnexpectedEOF, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone,
	}, func(known error) bool { return errors.Is(err, known) })
}

// IsAway reports whether a database could not be opened because its server cannot be
// reached or is not ready, which passes; a refused password or a missing database does
// not.
func IsAway(err error) bool { return postgresIsAway(err) }

// awayByCode knows the codes of PostgreSQL, whole or by their class: connections,
// resources, the operator, the system; locks and transactions that waited too
// long; a server that is read only, as one that takes over is at first.
func awayByCode(code string) bool {
	return slices.Contains([]string{"08", "53", "57", "58"}, code[:min(2, len(code))]) ||
		slices.Contains([]string{"55P03", "25P03", "25006", "40001", "40P01"}, code)
}

// committingPostgres is the fault of a commit. A server that answered has undone the
// transaction; one that did not may have kept it.
func committingPostgres(err error) error {
	var answered *pgconn.PgError
	if errors.As(err, &answered) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrTxDone) || err == context.DeadlineExceeded {
		return fmt.Errorf("committing: %w", err)
	}
	return fmt.Errorf("%w: %w", errUncertain, err)
}
