package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
)

const (
	sqliteFile = "axioma.db"
	lockFile   = "axioma.lock"
)

// sqliteEngine writes through one connection, whose transactions carry the
// changes of many callers (see groupWriter), and reads through several others.
type sqliteEngine struct {
	pool    *sql.DB
	writer  *groupWriter
	readers chan *keptConn
}

// OpenSQLite opens the database file in a folder, creating both when missing,
// and brings its tables up to date. Every commit is flushed to disk. Another
// program may have the file open too: writers wait for each other.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	path := filepath.Join(folder, sqliteFile)
	pool, err := sql.Open("sqlite", sqliteDSN(path))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	engine := &sqliteEngine{pool: pool}
	if err := migrateLocked(ctx, pool, filepath.Join(folder, lockFile)); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	if err := engine.connect(ctx); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return newStore(engine, sqliteDialect()), nil
}

// migrateLocked lets one of several starting programs migrate while the others
// wait: SQLite's own locks do not span the steps of a migration.
func migrateLocked(ctx context.Context, pool *sql.DB, lockPath string) error {
	lock, err := takeLock(lockPath)
	if err != nil {
		return err
	}
	return errors.Join(migrateSQLite(ctx, pool), lock.Close())
}

// sqliteDSN carries the pragmas: set there, they hold on every connection of
// the pool; executed once, they would reach one of them.
func sqliteDSN(path string) string {
	options := url.Values{"_pragma": {
		"busy_timeout(5000)", // first: the switch to WAL already waits for a lock
		"journal_mode(WAL)",
		"synchronous(FULL)",
		"foreign_keys(1)",
		"cache_size(-3000)",
		"temp_store(MEMORY)",
		// Pages that many visits touch are copied into the file once for many commits; 4,000 pages are the 16 MiB below.
		"wal_autocheckpoint(4000)",
		"journal_size_limit(16777216)",
	}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options.Encode()}).String()
}

func (e *sqliteEngine) connect(ctx context.Context) error {
	readers := 2 * runtime.GOMAXPROCS(0)
	e.readers = make(chan *keptConn, readers)
	for range readers {
		conn, err := e.open(ctx, "PRAGMA query_only(1)", "PRAGMA cache_size(-600)")
		if err != nil {
			return err
		}
		e.readers <- conn
	}
	conn, err := e.open(ctx)
	if err != nil {
		return err
	}
	e.writer = startGroupWriter(conn)
	return nil
}

func (e *sqliteEngine) open(ctx context.Context, setup ...string) (*keptConn, error) {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database file: %w", err)
	}
	for _, statement := range setup {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("preparing a connection: %w", err)
		}
	}
	return &keptConn{conn: conn, statements: map[string]*sql.Stmt{}}, nil
}

func (e *sqliteEngine) write(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return e.writer.run(ctx, fn)
}

func (e *sqliteEngine) read(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return e.withReader(ctx, func(ctx context.Context, conn *keptConn) error { return conn.snapshot(ctx, fn) })
}

func (e *sqliteEngine) look(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return e.withReader(ctx, func(ctx context.Context, conn *keptConn) error { return fn(ctx, conn, newMemo()) })
}

func (e *sqliteEngine) withReader(ctx context.Context, fn func(context.Context, *keptConn) error) error {
	select {
	case conn := <-e.readers:
		defer func() { e.readers <- conn }()
		return fn(context.WithoutCancel(ctx), conn)
	case <-ctx.Done():
		return fmt.Errorf("waiting for a reading connection: %w", ctx.Err())
	}
}

func (e *sqliteEngine) ping(ctx context.Context) error {
	return e.look(ctx, func(ctx context.Context, q querier, _ *memo) error {
		var one int
		return q.QueryRowContext(ctx, "SELECT 1").Scan(&one)
	})
}

func (e *sqliteEngine) close() error {
	faults := []error{e.writer.close()}
	for range cap(e.readers) {
		faults = append(faults, (<-e.readers).close())
	}
	return errors.Join(append(faults, e.pool.Close())...)
}
