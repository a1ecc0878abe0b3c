package store

import (
	"context"
	"database/sql"
	"errors"

	"axioma/internal/database"
)

// The connections of one program to PostgreSQL, where no other number is set, and
// the fewest with which every kind of work has places.
const (
	DefaultConnections = database.DefaultConnections
	FewestConnections  = database.MinConnections
)

// FileIn is the path of the file of a data folder that has all of its data while no
// program has it open.
func FileIn(folder string) string { return database.FilePath(folder) }

// Location says where a database is: in a folder, as a file of SQLite, or at the
// address of a PostgreSQL server, to which there are so many connections at most;
// zero: DefaultConnections.
type Location struct {
	Folder, URL string
	Connections int

	// WithoutCopy brings the tables of a file up to date without a copy of before.
	WithoutCopy bool

	freeSpace func(folder string) (int64, error) // nil asks the system (Free); tests have other disks
}

// Open opens the database for a server: it is created when missing, and its
// tables are brought up to date.
func Open(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openServe) }

// OpenExisting opens a database for a command that writes beside a server, which
// may be an older program: nothing is created, and tables are not changed. One that has
// none, or not those of this program, is refused, with both versions.
func OpenExisting(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openExisting) }

// OpenOrCreate is OpenAsItIs for a command that may come before the first start: an
// empty database, or none, gets its tables.
func OpenOrCreate(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openCreate) }

// OpenReadOnly opens a database for looking at it: nothing is created, brought up to
// date or written. What is none, or is none of this program's version, is refused.
func OpenReadOnly(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openReadOnly) }

// OpenToInspect is OpenToRead for a moment: of a file that nobody has open it leaves nothing
// beside it. Where a server begins to write at that moment, what is read may be wrong.
func OpenToInspect(ctx context.Context, at Location) (*Store, error) { return at.open(ctx, openInspect) }

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

// OpenSQLite opens the database file in a folder, creating both when missing,
// and brings its tables up to date. Every commit is flushed to disk. Another
// program may have the file open too: writers wait for each other.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	return Open(ctx, Location{Folder: folder})
}

// OpenPostgres connects to a PostgreSQL server and brings its tables up to
// date. Any number of programs may use one database.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	return Open(ctx, Location{URL: address})
}

// DisplayName is what an operator calls a database, with nothing secret in it.
func (at Location) DisplayName() string { return at.enginePlace().String() }

// enginePlace is where the engine finds the database.
func (at Location) enginePlace() database.Location {
	return database.Location{Folder: at.Folder, URL: at.URL, Connections: at.Connections}
}

// prepare brings the tables up to date, or refuses a database that is not to be used as it is.
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
	openServe  openMode = iota
	openCreate          // by a command, before the first start or beside a server
	openExisting         // by a command, beside a server
	openReadOnly
	openInspect // for a moment
)

// engineMode is what the engine is opened for.
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

// createsDatabase reports whether a database that is not there is made.
func (how openMode) createsDatabase() bool { return how == openServe || how == openCreate }

// needsMigration reports whether the tables are to be brought up to date first. It refuses
// a database that is not to be used as it is.
func (how openMode) needsMigration(ctx context.Context, pool *sql.DB, dialect database.Dialect) (bool, error) {
	found, err := readVersions(ctx, pool, dialect)
	if err != nil {
		return false, err
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
