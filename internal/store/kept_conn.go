package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// keptConn is one SQLite connection that keeps its prepared statements: the
// program has some dozens of queries and asks them again and again. It is used
// by one goroutine at a time.
type keptConn struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
	broken     bool // is not to be used any more
}

// maxKeptStatements bounds what lists with changing filters leave behind.
const maxKeptStatements = 256

func (c *keptConn) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if statement, ok := c.statements[query]; ok {
		return statement, nil
	}
	if len(c.statements) >= maxKeptStatements {
		if err := c.forget(); err != nil {
			return nil, err
		}
	}
	statement, err := c.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("preparing a statement: %w", err)
	}
	c.statements[query] = statement
	return statement, nil
}

// ExecContext runs a kept statement.
func (c *keptConn) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

// QueryContext runs a kept statement.
func (c *keptConn) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := c.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

// QueryRowContext runs a kept statement. A statement that cannot be prepared
// is handed to the connection, whose row carries the error.
func (c *keptConn) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	statement, err := c.prepare(ctx, query)
	if err != nil {
		return c.conn.QueryRowContext(ctx, query, args...)
	}
	return statement.QueryRowContext(ctx, args...)
}

// snapshot runs fn on one state of the database, whatever is written meanwhile.
// When ctx ends the statement that runs is interrupted; the connection is left
// as it was found.
func (c *keptConn) snapshot(ctx context.Context, fn func(context.Context, querier, *memo) error) (err error) {
	whatever := context.WithoutCancel(ctx)
	if _, err := c.ExecContext(whatever, "BEGIN"); err != nil {
		return fmt.Errorf("beginning to read: %w", err)
	}
	defer func() {
		if _, fault := c.ExecContext(whatever, "ROLLBACK"); fault != nil {
			c.broken = true
			err = errors.Join(err, fmt.Errorf("ending to read: %w", fault))
		}
	}()
	return fn(ctx, c, newMemo())
}

func (c *keptConn) forget() error {
	var faults []error
	for query, statement := range c.statements {
		faults = append(faults, statement.Close())
		delete(c.statements, query)
	}
	return errors.Join(faults...)
}

func (c *keptConn) close() error { return errors.Join(c.forget(), c.conn.Close()) }
