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
	connectTimeout = 3 * time.Second
	// cancelGrace is how long a cancelled statement and its transaction may take to end.
	cancelGrace = 500 * time.Millisecond
)

// sessionTimeouts are enforced by the server: waits for locked rows end soon, and a stalled process does not hold rows.
// Statements end with their callers' contexts; statement_timeout is for callers that crashed.
func sessionTimeouts() map[string]string {
	return map[string]string{
		"lock_timeout":                        "2s",
		"idle_in_transaction_session_timeout": "5s",
		"statement_timeout":                   "90s",
	}
}

// sessionSettings returns the timeouts, and the read-only setting for a read-only mode.
func sessionSettings(mode Mode) map[string]string {
	limits := sessionTimeouts()
	if mode.isReadOnly() {
		limits["default_transaction_read_only"] = "on"
	}
	return limits
}

// openPool connects to PostgreSQL. A cancelled context cancels its statement on the server too.
func openPool(ctx context.Context, address string, connections int, mode Mode) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("reading the database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelGrace}
	}
	pool := openWithSettings(*config, sessionSettings(mode), connections)
	err = pool.PingContext(ctx)
	if !rejectsSettings(err) {
		return pool, nil // the caller finds out whether the server answers
	}
	// A connection pooler rejects these startup parameters; docs/operate/postgresql.md says where to set them instead.
	if err := pool.Close(); err != nil {
		return nil, fmt.Errorf("connecting to the database: %w", err)
	}
	return openWithSettings(*config, nil, connections), nil
}

func openWithSettings(config pgx.ConnConfig, limits map[string]string, connections int) *sql.DB {
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

// rejectsSettings reports whether a connection failed because of its startup parameters: poolers answer with a protocol
// violation.
func rejectsSettings(err error) bool {
	var fault *pgconn.PgError
	return errors.As(err, &fault) && fault.Code == "08P01"
}
