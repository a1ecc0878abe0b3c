package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/database"
)

// Tx is a transaction of one business: each query includes the business id. It is for one goroutine, until its function
// returns.
type Tx struct {
	store      *Store
	ctx        context.Context // ends with the transaction
	q          database.Querier
	txCache    *database.TxCache
	businessID string
	readOnly   bool
	generation int64 // of cached rows; database.NoGeneration bypasses the cache
	hasQueued  *bool // set when a message is queued; nil when reading
}

type scanner = database.Scanner

// PlatformTx is a transaction across businesses.
type PlatformTx struct{ tx Tx }

// BusinessID returns the business's id.
func (tx *Tx) BusinessID() string { return tx.businessID }

// ContextOf returns the context with the caller's values.
func ContextOf(tx *Tx) context.Context { return tx.ctx }

func (tx *Tx) exec(query string, args ...any) (int64, error) {
	return tx.q.Exec(tx.ctx, query, args)
}

func (tx *Tx) execOne(query string, args ...any) error {
	rowCount, err := tx.exec(query, args...)
	if err == nil && rowCount != 1 {
		err = fmt.Errorf("changed %d rows instead of one", rowCount)
	}
	return err
}

// tryExecOne returns isTaken for a unique violation; the transaction continues.
func tryExecOne(tx *Tx, query string, args ...any) (isTaken bool, err error) {
	rowCount, stmtErr, err := tx.q.ExecInSavepoint(tx.ctx, query, args)
	switch err = cmp.Or(err, stmtErr); {
	case stmtErr != nil && tx.store.dialect.IsUnique(stmtErr):
		return true, nil
	case err == nil && rowCount != 1:
		err = fmt.Errorf("changed %d rows instead of one", rowCount)
	}
	return false, err
}

// acrossBusinesses runs fn without row-level security (decision 0048).
func acrossBusinesses(tx *Tx, fn func() error) error {
	statement := tx.store.dialect.SetTenant
	if statement == "" || tx.businessID == "" {
		return fn()
	}
	wrap := func(err error) error { return fmt.Errorf("setting the tenant of row-level security: %w", err) }
	if err := tx.execDeferred(wrap, statement, ""); err != nil {
		return err
	}
	return errors.Join(fn(), tx.execDeferred(wrap, statement, tx.businessID))
}

// execDeferred sends a statement that must change one row with the next query or at commit (PostgreSQL), where its
// error surfaces.
func (tx *Tx) execDeferred(wrap func(error) error, query string, args ...any) error {
	return tx.q.ExecDeferred(tx.ctx, query, args, func(rowCount int64, err error) error {
		if err == nil && rowCount != 1 {
			err = fmt.Errorf("changed %d rows instead of one", rowCount)
		}
		if err != nil {
			return wrap(err)
		}
		return nil
	})
}

func (tx *Tx) queryOne(query string, args []any, into ...any) (bool, error) {
	err := tx.queryRow(query, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (tx *Tx) queryRow(query string, args ...any) scanner {
	return database.QueryRow(tx.ctx, tx.q, query, args...)
}

func (tx *Tx) queryEach(query string, args []any, scan func(scanner) error) error {
	return database.Each(tx.ctx, tx.q, query, args, scan)
}

func (tx *Tx) queryStrings(query string, args ...any) ([]string, error) {
	texts := []string{}
	err := tx.queryEach(query, args, func(row scanner) error {
		var text string
		err := row.Scan(&text)
		texts = append(texts, text)
		return err
	})
	return texts, err
}

// queryPacked reads a column as one string, because SQLite finds rows faster than it returns them one by one. from is
// the query after FROM. Values are not NULL and have no semicolon.
func queryPacked(tx *Tx, column, from string, args ...any) ([]string, error) {
	var packedRows string
	err := tx.queryRow(`SELECT coalesce(string_agg(`+column+`, ';'), '') FROM `+from, args...).Scan(&packedRows)
	if err != nil || packedRows == "" {
		return nil, err
	}
	return strings.Split(packedRows, ";"), nil
}

func (tx *Tx) queryCount(query string, args []any) (int64, error) {
	var total int64
	_, err := tx.queryOne(query, args, &total)
	return total, err
}

func remove(tx *Tx, name, statement string, args ...any) (int, error) {
	rowCount, err := tx.exec(statement, args...)
	if err != nil {
		return 0, fmt.Errorf("removing old %s: %w", name, err)
	}
	return int(rowCount), nil
}

// In binds the transaction to a business.
func (p *PlatformTx) In(businessID string) *Tx { return p.tx.in(businessID) }

func (tx *Tx) in(businessID string) *Tx {
	businessTx := *tx
	businessTx.businessID = businessID
	return &businessTx
}

// lockClause is empty in reading transactions and where only one writer can run.
func (tx *Tx) lockClause() string {
	if tx.readOnly {
		return ""
	}
	return tx.store.dialect.ForUpdate
}

// millis stores the zero instant as NULL.
func millis(instant time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: instant.UnixMilli(), Valid: !instant.IsZero()}
}

func instant(millis sql.NullInt64) time.Time {
	if !millis.Valid {
		return time.Time{}
	}
	return time.UnixMilli(millis.Int64).UTC()
}

func duration(millis sql.NullInt64) time.Duration {
	return time.Duration(millis.Int64) * time.Millisecond
}

// text stores "" as NULL.
func text[T ~string](value T) sql.NullString {
	return sql.NullString{String: string(value), Valid: value != ""}
}
