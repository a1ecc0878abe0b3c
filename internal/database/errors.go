package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// ErrUncertain means that a commit may be durable or not.
var ErrUncertain = errors.New("the commit was not confirmed")

// isSQLiteUnavailable reports whether the file is locked by another process, full, failing or read only.
func isSQLiteUnavailable(err error) bool {
	return errors.Is(err, errFlush) || slices.Contains([]sqlite.ResultCode{
		sqlite.ResultBusy, sqlite.ResultLocked, sqlite.ResultNoMem, sqlite.ResultReadOnly, sqlite.ResultInterrupt,
		sqlite.ResultIOErr, sqlite.ResultFull, sqlite.ResultCantOpen, sqlite.ResultProtocol,
	}, sqlite.ErrCode(err).ToPrimary())
}

// sqliteCommitError returns a commit's error, with ErrUncertain for an I/O error: after a failed fsync the commit may
// be durable. Other errors roll back.
func sqliteCommitError(err error) error {
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultIOErr {
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	}
	return fmt.Errorf("committing: %w", err)
}

// IsPostgresUnavailable reports whether the server was unreachable or could not serve the request.
func IsPostgresUnavailable(err error) bool {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		return isUnavailableCode(fault.Code)
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connecting) || errors.As(err, &network) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) {
		return true
	}
	return slices.ContainsFunc([]error{
		io.EOF, io.ErrUnexpectedEOF, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone,
	}, func(target error) bool { return errors.Is(err, target) })
}

// isUnavailableCode reports whether code is an SQLSTATE of connection, resources, operator intervention, system error,
// timeout, serialization failure or read-only server (failover).
func isUnavailableCode(code string) bool {
	return slices.Contains([]string{"08", "53", "57", "58"}, code[:min(2, len(code))]) ||
		slices.Contains([]string{"55P03", "25P03", "25006", "40001", "40P01"}, code)
}

// postgresCommitError returns a commit's error, with ErrUncertain unless the server has refused the commit or never
// received it: then it is rolled back.
func postgresCommitError(err error) error {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrTxDone) || err == context.DeadlineExceeded {
		return fmt.Errorf("committing: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrUncertain, err)
}

// IsConstraintViolation reports whether a key, foreign key, NOT NULL or CHECK was violated.
func IsConstraintViolation(err error) bool {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		return fault.Code[:min(2, len(fault.Code))] == "23"
	}
	return sqlite.ErrCode(err).ToPrimary() == sqlite.ResultConstraint
}
