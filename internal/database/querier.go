package database

import (
	"cmp"
	"context"
	"database/sql"
)

// Querier is not safe for concurrent use. Read all rows before the next statement.
type Querier interface {
	// Exec returns the number of changed rows.
	Exec(ctx context.Context, query string, args []any) (int64, error)
	// ExecInSavepoint returns the statement's error as stmtErr, and the transaction continues without it. err ends the
	// transaction.
	ExecInSavepoint(ctx context.Context, query string, args []any) (rowCount int64, stmtErr, err error)
	// ExecDeferred sends a statement with the next query or at commit, where its error surfaces. handle, if not nil, gets
	// the result and returns the error to report.
	ExecDeferred(ctx context.Context, query string, args []any, handle func(rowCount int64, err error) error) error
	// Prefetch sends a query with the next statement, after it if that is an Exec. The identical later Query gets the rows
	// once. A further Exec or ExecDeferred discards them; a Query that writes does not.
	Prefetch(query string, args []any)
	// Query returns rows, which the caller must close.
	Query(ctx context.Context, query string, args []any) (Rows, error)
}

// Rows are a query's rows, in order.
type Rows interface {
	Scanner
	// Next advances. Close returns an error that ended the rows early.
	Next() bool
	// Close may be called twice.
	Close() error
}

// Scanner scans a row, or returns sql.ErrNoRows.
type Scanner interface{ Scan(into ...any) error }

// QueryRow returns a query's first row.
func QueryRow(ctx context.Context, q Querier, query string, args ...any) Scanner {
	rows, err := q.Query(ctx, query, args)
	return singleRow{rows, err}
}

type singleRow struct {
	rows Rows
	err  error
}

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

// Each calls scan for each row.
func Each(ctx context.Context, q Querier, query string, args []any, scan func(Scanner) error) (err error) {
	rows, err := q.Query(ctx, query, args)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return nil
}
