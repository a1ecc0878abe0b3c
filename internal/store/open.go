package store

import (
	"context"
	"database/sql"
	"errors"

	"axioma/internal/database"
)

// DefaultConnections is the number of PostgreSQL connections per process; FewestConnections give each bulkhead a slot.
const (
	DefaultConnections = database.DefaultConnections
	FewestConnections  = database.MinConnections
)

// FileIn returns the database file. It has all data only while no process has it open.
func FileIn(folder string) string { return database.FilePath(folder) }

// Location is a folder (SQLite), or a PostgreSQL URL with its connection limit (zero: DefaultConnections).
type Location struct {
	Folder, URL string
	Connections int

	WithoutCopy bool // no copy before a migration
	isScratch   bool // see OpenScratch

	freeSpace func(folder string) (int64, error) // bytes; nil asks the system
}

// Open creates and migrates a server's database if necessary. It accepts PostgreSQL tables of a newer program that
// allows it (decision 0057).
func Open(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openServe) }

// OpenExisting opens a database for a command beside a server. It neither creates nor migrates, and refuses other
// versions.
func OpenExisting(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openExisting)
}

// OpenOrCreate opens a database like OpenExisting, and creates a missing one.
func OpenOrCreate(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openCreate) }

// OpenReadOnly opens for reading. It refuses a missing database and other versions.
func OpenReadOnly(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openReadOnly)
}

// OpenToInspect opens a database like OpenReadOnly, for a short read that leaves no files. The rows may be inconsistent
// if a server begins to write.
func OpenToInspect(ctx context.Context, at Location) (*Store, error) {
	return at.open(ctx, openInspect)
}

func (at Location) open(ctx context.Context, mode openMode) (*Store, error) {
	engine, err := database.Open(ctx, at.enginePlace(), database.Options{
		Mode:         mode.engineMode(),
		Prepare:      func(ctx context.Context, pool *sql.DB) error { return at.prepare(ctx, pool, mode) },
		Ping:         "SELECT count(*) FROM settings WHERE name = ''",
		CachedTables: cachedTables(),
		IsScratch:    at.isScratch,
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

// OpenSQLite opens a folder. Commits are flushed to disk, and one process writes at a time.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	return Open(ctx, Location{Folder: folder})
}

// OpenPostgres opens a database that several processes may share.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	return Open(ctx, Location{URL: address})
}

// DisplayName names the database without secrets.
func (at Location) DisplayName() string { return at.enginePlace().String() }

func (at Location) enginePlace() database.Location {
	return database.Location{Folder: at.Folder, URL: at.URL, Connections: at.Connections}
}

func (at Location) prepare(ctx context.Context, pool *sql.DB, mode openMode) error {
	if at.URL != "" {
		if err := migratePostgres(ctx, pool, at.URL, mode); err != nil {
			return err
		}
		return raiseEventPositions(ctx, pool, mode)
	}
	return migrateSQLite(ctx, pool, at, mode)
}

type openMode int

const (
	openServe    openMode = iota
	openCreate            // beside a server or before its first start
	openExisting          // beside a server
	openReadOnly
	openInspect
)

func (mode openMode) engineMode() database.Mode {
	switch mode {
	case openExisting:
		return database.ModeWrite
	case openReadOnly:
		return database.ModeRead
	case openInspect:
		return database.ModeInspect
	}
	return database.ModeCreate
}

func (mode openMode) createsDatabase() bool { return mode == openServe || mode == openCreate }

func (mode openMode) needsMigration(ctx context.Context, pool *sql.DB, dialect database.Dialect) (bool, error) {
	versions, err := readVersions(ctx, pool, dialect)
	if err != nil {
		return false, err
	}
	if mode == openServe && versions.servable() {
		return false, nil
	}
	if err := versions.refuseNewer(); err != nil {
		return false, err
	}
	switch {
	case !mode.createsDatabase() && versions.empty():
		return false, errors.New("there are no data of this program: it has no tables")
	case mode != openServe && !versions.empty():
		return false, versions.refuseOlder()
	}
	return versions.pending(), nil
}
