package store

import (
	"context"
	"database/sql"
	"errors"

	"axioma/internal/database"
)

// DefaultConnections is the default number of PostgreSQL connections of a process, FewestConnections the minimum with
// which each bulkhead has a slot.
const (
	DefaultConnections = database.DefaultConnections
	FewestConnections  = database.MinConnections
)

// FileIn returns the path of the database file of a data folder. It holds all data while no process has it open.
func FileIn(folder string) string { return database.FilePath(folder) }

// Location says where a database is: in a folder (SQLite) or at the URL of a PostgreSQL server. Connections limits the
// connections to the server; zero: DefaultConnections.
type Location struct {
	Folder, URL string
	Connections int

	// WithoutCopy skips the copy before a migration.
	WithoutCopy bool

	freeSpace func(folder string) (int64, error) // bytes free on the disk; nil asks the system, tests override it
}

// Open opens the database for a server. It creates and migrates the database. On PostgreSQL it accepts tables that a
// newer program has migrated, if they still suit this one (decision 0057).
func Open(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openServe) }

// OpenExisting opens a database for a command that writes beside a server, maybe of an older version. It neither
// creates nor migrates. It refuses a database with other tables and names both versions.
func OpenExisting(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openExisting)
}

// OpenOrCreate is OpenExisting for a command that may run before the first start: it creates a missing database and its
// tables.
func OpenOrCreate(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openCreate) }

// OpenReadOnly opens a database for reading. It refuses a missing database or one of another version.
func OpenReadOnly(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openReadOnly)
}

// OpenToInspect is OpenReadOnly for a moment. It leaves no files beside an unused database. If a server starts to write
// meanwhile, the rows may be wrong.
func OpenToInspect(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openInspect)
}

func (at Location) open(ctx context.Context, how openMode) (*Store, error) {
	engine, err := database.Open(ctx, at.enginePlace(), database.Options{
		Mode:         how.engineMode(),
		Prepare:      func(ctx context.Context, pool *sql.DB) error { return at.prepare(ctx, pool, how) },
		Ping:         "SELECT count(*) FROM settings WHERE name = ''",
		CachedTables: cachedTables(),
	})
	if err != nil {
		return nil, err
	}
	st, err := newStore(engine)
	if err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return st, nil
}

// OpenSQLite opens the file in a folder, creates both if missing and migrates the tables. Each commit is flushed to
// disk. Other processes may have the file open: writers wait for each other.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	return Open(ctx, Location{Folder: folder})
}

// OpenPostgres connects to a PostgreSQL server and migrates the tables. Several processes may share a database.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	return Open(ctx, Location{URL: address})
}

// DisplayName returns the name of a database for operators, without secrets.
func (at Location) DisplayName() string { return at.enginePlace().String() }

func (at Location) enginePlace() database.Location {
	return database.Location{Folder: at.Folder, URL: at.URL, Connections: at.Connections}
}

// prepare migrates the tables, or refuses a database that must not be used as it is.
func (at Location) prepare(ctx context.Context, pool *sql.DB, how openMode) error {
	if at.URL != "" {
		if err := migratePostgres(ctx, pool, at.URL, how); err != nil {
			return err
		}
		return raiseEventPositions(ctx, pool, how)
	}
	return migrateSQLite(ctx, pool, at, how)
}

// openMode is what a database is opened for.
type openMode int

const (
	openServe    openMode = iota
	openCreate            // by a command, before the first start or beside a server
	openExisting          // by a command, beside a server
	openReadOnly
	openInspect // for a moment
)

func (how openMode) engineMode() database.Mode {
	switch how {
	case openExisting:
		return database.ModeWrite
	case openReadOnly:
		return database.ModeRead
	case openInspect:
		return database.ModeInspect
	}
	return database.ModeCreate
}

// createsDatabase reports whether a missing database is created.
func (how openMode) createsDatabase() bool { return how == openServe || how == openCreate }

// needsMigration reports whether the tables must migrate first. It refuses a database that must not be used as it is.
func (how openMode) needsMigration(ctx context.Context, pool *sql.DB, dialect database.Dialect) (bool, error) {
	found, err := readVersions(ctx, pool, dialect)
	if err != nil {
		return false, err
	}
	if how == openServe && found.servable() {
		return false, nil
	}
	if err := found.refuseNewer(); err != nil {
		return false, err
	}
	switch {
	case !how.createsDatabase() && found.empty():
		return false, errors.New("there are no data of this program: it has no tables")
	case how != openServe && !found.empty():
		return false, found.refuseOlder()
	}
	return found.pending(), nil
}
