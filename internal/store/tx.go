package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/database"
)

// Tx is one transaction bound to one business. It hands out by noun what may be
// read and written: visits, customers, the queue. All of them work in this one
// transaction, and on that business's rows only: the id is part of every query,
// not an argument that could be forgotten. It is used by one goroutine and ends,
// with all that it handed out, with the function it was handed to.
type Tx struct {
	store      *Store
	ctx        context.Context // of this transaction alone, so it lives no longer than the Tx
	q          database.Querier
	memo       *database.TxCache
	businessID string
	reading    bool
	edition    int64 // to which what is remembered has to belong; noEdition: nothing is used of it
	queued     *bool // set by what queues a message; nil when reading
}

// scanner is a row, as the nouns read it.
type scanner = database.Scanner

// PlatformTx is a transaction across businesses: for signing in, for the
// control panel, and to find the business that a public id belongs to. Like Tx it
// hands out its nouns.
type PlatformTx struct{ tx Tx }

// BusinessID is the business that the transaction is bound to.
func (tx *Tx) BusinessID() string { return tx.businessID }

func (tx *Tx) exec(query string, args ...any) (int64, error) {
	return tx.q.Exec(tx.ctx, query, args)
}

// execOne runs a statement that has to change exactly one row.
func (tx *Tx) execOne(query string, args ...any) error {
	affected, err := tx.exec(query, args...)
	if err == nil && affected != 1 {
		err = fmt.Errorf("changed %d rows instead of one", affected)
	}
	return err
}

// tryOne is execOne for a statement whose unique violation is an answer: taken reports it,
// and the transaction goes on without the statement.
func tryOne(tx *Tx, query string, args ...any) (taken bool, err error) {
	affected, failed, err := tx.q.ExecInSavepoint(tx.ctx, query, args)
	switch err = cmp.Or(err, failed); {
	case failed != nil && tx.store.dialect.IsUnique(failed):
		return true, nil
	case err == nil && affected != 1:
		err = fmt.Errorf("changed %d rows instead of one", affected)
	}
	return false, err
}

// later is execOne for what nobody waits for: PostgreSQL runs it with the next question
// or when the transaction ends, and what fails then fails there.
func (tx *Tx) later(failed func(error) error, query string, args ...any) error {
	return tx.q.ExecDeferred(tx.ctx, query, args, func(changed int64, err error) error {
		if err == nil && changed != 1 {
			err = fmt.Errorf("changed %d rows instead of one", changed)
		}
		if err != nil {
			return failed(err)
		}
		return nil
	})
}

// one scans the only row of a query and reports whether there was one.
func (tx *Tx) one(query string, args []any, into ...any) (bool, error) {
	err := tx.row(query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// row asks for the only row of a query, or the first one. Whoever asks scans it.
func (tx *Tx) row(query string, args ...any) scanner {
	return database.QueryRow(tx.ctx, tx.q, query, args...)
}

// each calls scan for every row of a query.
func (tx *Tx) each(query string, args []any, scan func(scanner) error) error {
	return database.Each(tx.ctx, tx.q, query, args, scan)
}

// texts returns the only column of a query.
func (tx *Tx) texts(query string, args ...any) ([]string, error) {
	texts := []string{}
	err := tx.each(query, args, func(row scanner) error {
		var text string
		err := row.Scan(&text)
		texts = append(texts, text)
		return err
	})
	return texts, err
}

func (tx *Tx) count(query string, args []any) (int64, error) {
	var total int64
	_, err := tx.one(query, args, &total)
	return total, err
}

// remove runs a statement that removes old rows, and returns how many.
func remove(tx *Tx, what, statement string, args ...any) (int, error) {
	removed, err := tx.exec(statement, args...)
	if err != nil {
		return 0, fmt.Errorf("removing old %s: %w", what, err)
	}
	return int(removed), nil
}

// In returns the same transaction, bound to one business.
func (p *PlatformTx) In(businessID string) *Tx { return p.tx.in(businessID) }

// in is the transaction bound to a business.
func (tx *Tx) in(businessID string) *Tx {
	bound := *tx
	bound.businessID = businessID
	return &bound
}

// locking is the clause that keeps a row from changing until the transaction
// ends, where several may write at once.
func (tx *Tx) locking() string {
	if tx.reading {
		return ""
	}
	return tx.store.dialect.ForUpdate
}

// millis is how an instant is stored; the zero instant is NULL.
func millis(instant time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: instant.UnixMilli(), Valid: !instant.IsZero()}
}

func instant(stored sql.NullInt64) time.Time {
	if !stored.Valid {
		return time.Time{}
	}
	return time.UnixMilli(stored.Int64).UTC()
}

// duration is how a stored number of milliseconds is read; NULL is none.
func duration(stored sql.NullInt64) time.Duration {
	return time.Duration(stored.Int64) * time.Millisecond
}

// text is how an optional text is stored; the empty text is NULL.
func text[T ~string](value T) sql.NullString {
	return sql.NullString{String: string(value), Valid: value != ""}
}
