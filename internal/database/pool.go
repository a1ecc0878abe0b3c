package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	connectTimeout = 3 * time.Second
	// cancelGrace is the time for a cancelled statement to end.
	cancelGrace = 500 * time.Millisecond
	// unacknowledgedLimit is how long the server's machine may acknowledge no data.
	unacknowledgedLimit = 4 * time.Second
)

var writableAttribute = regexp.MustCompile(`\btarget_session_attrs\s*=\s*'?([\w-]+)`)

// sessionTimeouts returns timeouts that end lock waits soon and keep stalled processes from holding rows.
// statement_timeout is for crashed callers; others end with their contexts.
func sessionTimeouts() map[string]string {
	return map[string]string{
		"lock_timeout":                        "2s",
		"idle_in_transaction_session_timeout": "5s",
		"statement_timeout":                   "90s",
	}
}

func sessionSettings(mode Mode) map[string]string {
	limits := sessionTimeouts()
	if mode.isReadOnly() {
		limits["default_transaction_read_only"] = "on"
	}
	return limits
}

// openPool opens connections that cancel a statement on the server with its context.
func openPool(ctx context.Context, address string, connections int, mode Mode) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("reading the database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	if mode.isReadOnly() && asksForWritable(address) {
		// A read-only session never counts as writable: check for a primary.
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	dialer := net.Dialer{
		Control:         limitUnacknowledged,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: unacknowledgedLimit, Interval: time.Second, Count: 3},
	}
	config.DialFunc = dialer.DialContext
	config.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: cancelGrace}
	}
	pool := openWithSettings(*config, sessionSettings(mode), connections)
	err = pool.PingContext(ctx)
	if !rejectsSettings(err) {
		return pool, nil // the first use shows whether the server answers
	}
	// Poolers reject these startup parameters. docs/operate/postgresql.md says where to set them.
	if err := pool.Close(); err != nil {
		return nil, fmt.Errorf("connecting to the database: %w", err)
	}
	return openWithSettings(*config, nil, connections), nil
}

// asksForWritable reports whether the address asks for the writable one of several hosts (libpq: target_session_attrs).
func asksForWritable(address string) bool {
	if attributes := writableAttribute.FindStringSubmatch(address); attributes != nil {
		return attributes[1] == "read-write"
	}
	return os.Getenv("PGTARGETSESSIONATTRS") == "read-write"
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

func rejectsSettings(err error) bool {
	var fault *pgconn.PgError
	return errors.As(err, &fault) && fault.Code == "08P01"
}
