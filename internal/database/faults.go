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

// ErrUncertain marks a transaction of which nobody knows whether it was
// committed.
var ErrUncertain = errors.New("the commit was not confirmed")

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
		return fmt.Errorf("%w: %w", ErrUncertain, err)
	}
	return fmt.Errorf("committing: %w", err)
}

// IsPostgresAway reports whether the server could not be reached, or could not
// do what was asked now.
func IsPostgresAway(err error) bool {
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
	return fmt.Errorf("%w: %w", ErrUncertain, err)
}
