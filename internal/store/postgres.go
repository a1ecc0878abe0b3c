package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// postgresEngine gives every function a transaction of its own.
type postgresEngine struct {
	pool    *sql.DB
	dialect dialect
}

const (
	maxPostgresConns = 24
	maxAttempts      = 10
)

// OpenPostgres connects to a PostgreSQL server and brings its tables up to
// date. Any number of programs may use one database.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	pool, err := sql.Open("pgx", address)
	if err != nil {
		return nil, fmt.Errorf("reading the database address: %w", err)
	}
	pool.SetMaxOpenConns(maxPostgresConns)
	pool.SetMaxIdleConns(maxPostgresConns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := migratePostgres(ctx, pool); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	engine := &postgresEngine{pool: pool, dialect: postgresDialect()}
	return newStore(engine, engine.dialect), nil
}

// write runs fn in a transaction, again when PostgreSQL asks for it. Rows are
// locked by the queries themselves, so READ COMMITTED is enough.
func (e *postgresEngine) write(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	for attempt := 1; ; attempt++ {
		err := e.transaction(ctx, nil, fn)
		if err == nil || attempt == maxAttempts || !(e.dialect.isRetryable(err) || errors.Is(err, errAgain)) {
			return err
		}
		select {
		case <-time.After(time.Duration(attempt) * (time.Millisecond + rand.N(4*time.Millisecond))):
		case <-ctx.Done():
			return err
		}
	}
}

func (e *postgresEngine) read(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return e.transaction(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, fn)
}

func (e *postgresEngine) look(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return guarded(ctx, e.pool, newMemo(), fn)
}

func (e *postgresEngine) transaction(ctx context.Context, options *sql.TxOptions, fn func(context.Context, querier, *memo) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting for the database: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	tx, err := e.pool.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	if err := guarded(ctx, tx, newMemo(), fn); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

func (e *postgresEngine) ping(ctx context.Context) error { return e.pool.PingContext(ctx) }

func (e *postgresEngine) close() error { return e.pool.Close() }

// errAgain is returned inside a transaction that lost a race which only a new
// transaction can see the outcome of.
var errAgain = errors.New("another transaction was first")
