package database

import (
	"cmp"
	"context"
	"database/sql"
)

// Querier runs statements: on a connection to SQLite, or a transaction of
// PostgreSQL. One goroutine uses it at a time, and goes through the rows of a query
// before it asks the next one.
type Querier interface {
	// Exec runs a statement to its end and returns how many rows it changed.
	Exec(ctx context.Context, query string, args []any) (int64, error)
	// Try is Exec in a savepoint. After failed, which is the error of the statement itself, the
	// transaction goes on as if it had not been run; err ends the transaction.
	Try(ctx context.Context, query string, args []any) (changed int64, failed, err error)
	// ExecDeferred queues a statement. It is sent with the next query or at commit, and its error
	// surfaces there: done says what of the outcome is an error; nil: what failed is one.
	ExecDeferred(ctx context.Context, query string, args []any, done func(changed int64, err error) error) error
	// Prefetch sends a query with the next statement and serves the identical later call of
	// Query, once, from its rows. A write in between drops the rows that have come.
	Prefetch(query string, args []any)
	// Query runs a query, whose rows the caller closes.
	Query(ctx context.Context, query string, args []any) (Rows, error)
}

// Rows are what a query finds, one after the other.
type Rows interface {
	Scanner
	// Next goes to the next row, the first time to the first one, and reports whether
	// there is one. Close tells what kept it from going on.
	Next() bool
	// Close may be called again, and then does nothing.
	Close() error
}

// Scanner is a row. Where a query found none Scan returns
// sql.ErrNoRows.
type Scanner interface{ Scan(into ...any) error }

// QueryRow asks for the only row of a query, or the first one. The caller scans it.
func QueryRow(ctx context.Context, q Querier, query string, args ...any) Scanner {
	rows, err := q.Query(ctx, query, args)
	return singleRow{rows, err}
}

type singleRow struct {
	rows Rows
	err  error
}

// Scan implements Scanner.
func (f singleRow) Scan(into ...any) (err error) {
	if f.err != nil {
		return f.err
	}
	defer func() { err = cmp.Or(err, f.rows.Close()) }()
	if !f.rows.Next() {
		return cmp.Or(f.rows.Close(), sql.ErrNoRows)
	}
	return f.rows.Scan(into...)
}

// Each calls scan for every row of a query.
func Each(ctx context.Context, q Querier, query string, args []any, scan func(Scanner) error) (err error) {
	found, err := q.Query(ctx, query, args)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, found.Close()) }()
	for found.Next() {
		if err := scan(found); err != nil {
			return err
		}
	}
	return nil
}
