// Package database opens SQLite and PostgreSQL and runs functions in their transactions: it
// commits many callers of SQLite at once, keeps kinds of work and tenants from taking each
// other's connections, and says which errors pass. It knows no table and no noun of ours:
// README.md says where to look.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/jackc/pgx/v5"
)

// Engine runs functions in transactions. The two implementations differ in how
// many may write at once.
type Engine interface {
	// Write runs fn in a transaction and returns when it is durable. fn may
	// run more than once, so it changes nothing but the database. Waiting for
	// the turn of the tenant ends with ctx; what has begun is finished.
	Write(ctx context.Context, tenant string, fn TxFunc) error
	// Read runs fn on one consistent state of the database, until ctx ends.
	Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error
	// Look runs fn without a transaction around its queries, until ctx ends.
	Look(ctx context.Context, fn TxFunc) error
	// Ping asks for something small of all that reading and writing need.
	Ping(ctx context.Context) error
	// Exclusively runs work of a first start that must not run twice at once, whichever of the
	// programs on this database begins it; the others wait. On SQLite one program alone serves a
	// folder, and nothing is waited for.
	Exclusively(ctx context.Context, work func() error) error
	// Dialect returns what the engine's SQL and errors differ in from the other's.
	Dialect() Dialect
	// Generations returns what the validity of a Cache depends on; nil: nothing may be cached.
	Generations() *Generations
	// Stats returns how the database is being used. It asks it nothing.
	Stats() (Stats, error)
	// Close finishes what has begun and releases the database.
	Close() error
}

// TxFunc is what runs in a transaction: on its statements, with what it has cached so far.
// Its context is that of the transaction alone.
type TxFunc = func(context.Context, Querier, *TxCache) error

// Place says where a database is: in a folder, as a file of SQLite, or at the
// address of a PostgreSQL server, to which there are so many connections at most;
// zero: DefaultConnections.
type Place struct {
	Folder, URL string
	Connections int
}

// String is what an operator calls the database, with nothing secret in it.
func (p Place) String() string {
	if p.URL == "" {
		file, err := filepath.Abs(FileIn(p.Folder))
		if err != nil {
			file = FileIn(p.Folder)
		}
		return "SQLite, file " + file
	}
	known, err := pgx.ParseConfig(p.URL)
	if err != nil {
		return "PostgreSQL, at an address that cannot be read"
	}
	return fmt.Sprintf("PostgreSQL, database %s at %s, port %d", known.Database, known.Host, known.Port)
}

// Mode is what a database is opened for.
type Mode int

// The modes of opening a database.
const (
	ModeCreate  Mode = iota // to write, and made where it is missing
	ModeWrite               // to write what is there
	ModeRead                // to read
	ModeInspect             // to read for a moment: of a file that no program has open, nothing is left beside it
)

// reads reports whether nothing is to be written.
func (m Mode) reads() bool { return m == ModeRead || m == ModeInspect }

// Options are what an engine is told of the tables, which it does not know.
type Options struct {
	Mode Mode
	// Prepare is run before the database is used, and brings its tables up to date; nil: nothing
	// is done. Of the programs that open a file of SQLite to write, one prepares it at a time.
	Prepare func(context.Context, *sql.DB) error
	// Ping is a query that finds one number, without going through many rows.
	Ping string
	// Watched are the tables of SQLite of which a Cache keeps rows.
	Watched []string
}

func (o Options) prepare(ctx context.Context, pool *sql.DB) error {
	if o.Prepare == nil {
		return nil
	}
	return o.Prepare(ctx, pool)
}

// Open opens a database.
func Open(ctx context.Context, place Place, options Options) (Engine, error) {
	if place.URL != "" {
		return openPostgres(ctx, place, options)
	}
	return openSQLite(ctx, place.Folder, options)
}

// OpenPool opens connections to a database for what runs before an Engine, or without one.
func OpenPool(ctx context.Context, place Place, mode Mode) (*sql.DB, error) {
	if place.URL != "" {
		return openPool(ctx, place.URL, place.connections(), mode)
	}
	return openFilePool(place.Folder, mode)
}

// errReadOnly is returned where something is to be written that was opened for
// reading.
var errReadOnly = errors.New("the database was opened for reading only")
