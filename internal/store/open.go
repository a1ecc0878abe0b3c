package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"axioma/internal/files"
)

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
	if at.URL != "" {
		return openPostgres(ctx, at, how)
	}
	return openSQLite(ctx, at, how)
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

// reads reports whether nothing is to be written.
func (how opening) reads() bool { return how == toRead || how == toLook }

// creates reports whether a database that is not there is made.
func (how opening) creates() bool { return how == toServe || how == toBegin }

// wants reports whether the tables are to be brought up to date first. It refuses
// a database that is not to be used as it is.
func (how opening) wants(ctx context.Context, pool *sql.DB, dialect dialect) (bool, error) {
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

// errReading is returned where something is to be written that was opened for
// reading.
var errReading = errors.New("the database was opened for reading only")

// private takes the files of a folder away from everybody but its owner: they
// have the phones of customers and the key that sessions are signed with. What
// SQLite adds beside its file gets the file's mode.
func private(folder string) error {
	file, err := files.OpenPrivate(FileIn(folder), 0)
	if err != nil {
		return fmt.Errorf("creating the database file: %w", err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("creating the database file: %w", err)
	}
	for _, name := range []string{sqliteFile, sqliteFile + "-wal", sqliteFile + "-shm", lockFile, servingFile} {
		path := filepath.Join(folder, name)
		if err := files.Adopt(path); err != nil {
			return err
		}
		known, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) || err == nil && known.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err == nil {
			err = os.Chmod(path, 0o600)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("keeping other accounts of the machine from %s: %w", path, err)
		}
	}
	return nil
}
