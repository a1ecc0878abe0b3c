package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	connectPatience = 3 * time.Second
	// endingPatience is how long a statement may take to notice that it was
	// cancelled, and its transaction to end.
	endingPatience = 500 * time.Millisecond
)

// sessionLimits are what the server itself does for us: whoever waits for a locked
// row gives up soon, and a program that has stopped in the middle of a transaction
// does not hold its rows for long. Statements end with their callers; the limit is
// for callers that cannot tell any more.
func sessionLimits() map[string]string {
	return map[string]string{
		"lock_timeout":                        "2s",
		"idle_in_transaction_session_timeout": "5s",
		"statement_timeout":                   "90s",
	}
}

// limitsFor are sessionLimits, and for whoever reads that nothing is written.
func limitsFor(mode Mode) map[string]string {
	limits := sessionLimits()
	if mode.reads() {
		limits["default_transaction_read_only"] = "on"
	}
	return limits
}

// openPool connects to PostgreSQL, by so many connections at most. A context that ends ends its statement in the
// server too.
func openPool(ctx context.Context, address string, connections int, mode Mode) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("reading the database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectPatience
	}
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: endingPatience}
	}
	pool := withLimits(*config, limitsFor(mode), connections)
	err = pool.PingContext(ctx)
	if !refusesParameters(err) {
		return pool, nil // whether it answers is asked by whoever needs it
	}
	// A pooler between us and the server lets no such settings pass; docs/operate/postgresql.md
	// says where they are made then.
	if err := pool.Close(); err != nil {
		return nil, fmt.Errorf("connecting to the database: %w", err)
	}
	return withLimits(*config, nil, connections), nil
}

func withLimits(config pgx.ConnConfig, limits map[string]string, connections int) *sql.DB {
	config.Config = *config.Config.Copy()
	for name, value := range limits {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	pool := stdlib.OpenDB(config)
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool
}

// refusesParameters reports whether a connection failed because of what it was
// to be set to: a protocol violation, as poolers call it.
func refusesParameters(err error) bool {
	var fault *pgconn.PgError
	return errors.As(err, &fault) && fault.Code == "08P01"
}
