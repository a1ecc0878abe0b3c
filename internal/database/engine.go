// Package database opens SQLite or PostgreSQL and runs functions in transactions, without knowing tables or domain
// terms. See README.md.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Engine runs functions in transactions.
type Engine interface {
	// Write returns when fn is durable. fn may run again: it must have no other effects. Cancelling ctx ends the wait
	// in the queue, not a transaction that has begun.
	Write(ctx context.Context, tenant string, fn TxFunc) error
	// Read runs fn on one snapshot, until ctx ends.
	Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error
	// Lookup runs fn without a transaction until the deadline of ctx; on SQLite it is like Read.
	Lookup(ctx context.Context, fn TxFunc) error
	// Ping checks reading, on SQLite also writing.
	Ping(ctx context.Context) error
	// RunExclusive runs work that must not run twice at once; other processes wait. SQLite needs no lock: one process
	// serves a folder.
	RunExclusive(ctx context.Context, work func() error) error
	Dialect() Dialect
	// Generations returns nil if rows must not be cached.
	Generations() *Generations
	Stats() (Stats, error)
	// Close waits for running transactions.
	Close() error
}

// TxFunc runs in a transaction, whose context it gets.
type TxFunc = func(context.Context, Querier, *TxCache) error

// Location is a SQLite folder, or a PostgreSQL URL with its connection limit (0: DefaultConnections).
type Location struct {
	Folder, URL string
	Connections int
}

// String names the database for operators, without secrets.
func (p Location) String() string {
	if p.URL == "" {
		file, err := filepath.Abs(FilePath(p.Folder))
		if err != nil {
			file = FilePath(p.Folder)
		}
		return "SQLite, file " + file
	}
	config, err := pgx.ParseConfig(p.URL)
	if err != nil {
		return "PostgreSQL, at an address that cannot be read"
	}
	return fmt.Sprintf("PostgreSQL, database %s at %s, port %d", config.Database, config.Host, config.Port)
}

// Mode is how a database is opened.
type Mode int

// Modes.
const (
	ModeCreate Mode = iota // creates if missing
	ModeWrite              // must exist
	ModeRead
	ModeInspect // read briefly; leaves no file beside an unused SQLite file
)

func (m Mode) isReadOnly() bool { return m == ModeRead || m == ModeInspect }

// Options configure an engine.
type Options struct {
	Mode Mode
	// Prepare migrates the tables; nil: nothing to do. On SQLite one process at a time runs it.
	Prepare      func(context.Context, *sql.DB) error
	Ping         string // cheap query of one number
	CachedTables []string
	// IsScratch marks a SQLite file that nothing reads after a crash: no fsync, and a larger cache.
	IsScratch bool
}

func (o Options) prepare(ctx context.Context, pool *sql.DB) error {
	if o.Prepare == nil {
		return nil
	}
	return o.Prepare(ctx, pool)
}

// Open opens a database.
func Open(ctx context.Context, place Location, options Options) (Engine, error) {
	if place.URL != "" {
		return openPostgres(ctx, place, options)
	}
	return openSQLite(ctx, place.Folder, options)
}

// OpenPool opens a pool for work without an Engine.
func OpenPool(ctx context.Context, place Location, mode Mode) (*sql.DB, error) {
	if place.URL != "" {
		return openPool(ctx, place.URL, place.maxConnections(), mode)
	}
	return openFilePool(place.Folder, mode)
}

var errReadOnly = errors.New("the database was opened for reading only")
