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

// At says where a database is: in a folder, as a file of SQLite, or at the
// address of a PostgreSQL server, to which there are so many connections at most;
// zero: DefaultConnections.
type At struct {
	Folder, URL string
	Connections int

	// WithoutCopy brings the tables of a file up to date without a copy of before.
	WithoutCopy bool

	free func(folder string) (int64, error) // nil asks the system (Free); tests have other disks
}

// Open opens the database for a server: it is created when missing, and its
// tables are brought up to date.
func Open(ctx context.Context, at At) (*Store, error) { return at.open(ctx, toServe) }

// OpenAsItIs opens a database for a command that writes beside a server, which
// may be an older program: nothing is created, and tables are not changed. One that has
// none, or not those of this program, is refused, with both versions.
func OpenAsItIs(ctx context.Context, at At) (*Store, error) { return at.open(ctx, toManage) }

// OpenToBegin is OpenAsItIs for a command that may come before the first start: an
// empty database, or none, gets its tables.
func OpenToBegin(ctx context.Context, at At) (*Store, error) { return at.open(ctx, toBegin) }

// OpenToRead opens a database for looking at it: nothing is created, brought up to
// date or written. What is none, or is none of this program's version, is refused.
func OpenToRead(ctx context.Context, at At) (*Store, error) { return at.open(ctx, toRead) }

// OpenToLook is OpenToRead for a moment: of a file that nobody has open it leaves nothing
// beside it. Where a server begins to write at that moment, what is read may be wrong.
func OpenToLook(ctx context.Context, at At) (*Store, error) { return at.open(ctx, toLook) }

func (at At) open(ctx context.Context, how opening) (*Store, error) {
	engine, err := database.Open(ctx, at.place(), database.Options{
		Mode:         how.mode(),
		Prepare:      func(ctx context.Context, pool *sql.DB) error { return at.prepare(ctx, pool, how) },
		Ping:         "SELECT count(*) FROM settings WHERE name = ''",
		CachedTables: rememberedTables(),
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
	return Open(ctx, At{Folder: folder})
}

// OpenPostgres connects to a PostgreSQL server and brings its tables up to
// date. Any number of programs may use one database.
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	return Open(ctx, At{URL: address})
}

// Place is what an operator calls a database, with nothing secret in it.
func (at At) Place() string { return at.place().String() }

// place is where the engine finds the database.
func (at At) place() database.Location {
	return database.Location{Folder: at.Folder, URL: at.URL, Connections: at.Connections}
}

// prepare brings the tables up to date, or refuses a database that is not to be used as it is.
func (at At) prepare(ctx context.Context, pool *sql.DB, how opening) error {
	if at.URL != "" {
		if err := migratePostgres(ctx, pool, at.URL, how); err != nil {
			return err
		}
		return raiseEvents(ctx, pool, how)
	}
	return migrateSQLite(ctx, pool, at, how)
}

// opening is what a database is opened for.
type opening int

const (
	toServe  opening = iota
	toBegin          // by a command, before the first start or beside a server
	toManage         // by a command, beside a server
	toRead
	toLook // for a moment
)

// mode is what the engine is opened for.
func (how opening) mode() database.Mode {
	switch how {
	case toManage:
		return database.ModeWrite
	case toRead:
		return database.ModeRead
	case toLook:
		return database.ModeInspect
	}
	return database.ModeCreate
}

// creates reports whether a database that is not there is made.
func (how opening) creates() bool { return how == toServe || how == toBegin }

// wants reports whether the tables are to be brought up to date first. It refuses
// a database that is not to be used as it is.
func (how opening) wants(ctx context.Context, pool *sql.DB, dialect database.Dialect) (bool, error) {
	found, err := readVersions(ctx, pool, dialect)
	if err != nil {
		return false, err
	}
	if err := found.newer(); err != nil {
		return false, err
	}
	switch {
	case !how.creates() && found.empty():
		return false, errors.New("there are no data of this program: it has no tables")
	case how != toServe && !found.empty():
		return false, found.older()
	}
	return found.pending(), nil
}
