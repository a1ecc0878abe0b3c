package store

import (
	"cmp"
	"context"
	"database/sql"
)

// querier is what statements run on: a connection to SQLite, or a transaction of
// PostgreSQL. One goroutine uses it at a time, and goes through the rows of a query
// before it asks the next one.
type querier interface {
	// exec runs a statement to its end and returns how many rows it changed.
	exec(ctx context.Context, query string, args []any) (int64, error)
	// try is exec for a statement that may fail. After failed, which is of the statement
	// itself, the transaction goes on as if it had not been run; err ends the transaction.
	try(ctx context.Context, query string, args []any) (changed int64, failed, err error)
	// later runs a statement before the next question is answered, or before the end, and
	// then has done say what of it, if anything, is an error; nil: what failed is one.
	later(ctx context.Context, query string, args []any, done func(changed int64, err error) error) error
	// foresee tells of a query that will be asked, with these arguments, before anything
	// else is written.
	foresee(query string, args []any)
	// query runs a query, whose rows the caller closes.
	query(ctx context.Context, query string, args []any) (rows, error)
}

// rows are what a query finds, one after the other.
type rows interface {
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

// row asks for the only row of a query, or the first one. Whoever asks scans it.
func row(ctx context.Context, q querier, query string, args ...any) found {
	rows, err := q.query(ctx, query, args)
	return found{rows, err}
}

type found struct {
	rows rows
	err  error
}

// Scan implements Scanner.
func (f found) Scan(into ...any) (err error) {
	if f.err != nil {
		return f.err
	}
	defer func() { err = cmp.Or(err, f.rows.Close()) }()
	if !f.rows.Next() {
		return cmp.Or(f.rows.Close(), sql.ErrNoRows)
	}
	return f.rows.Scan(into...)
}

// each calls scan for every row of a query.
func each(ctx context.Context, q querier, query string, args []any, scan func(Scanner) error) (err error) {
	found, err := q.query(ctx, query, args)
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
