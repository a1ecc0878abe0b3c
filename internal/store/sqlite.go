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
	"sync"
)

const (
	sqliteFile = "axioma.db"
	lockFile   = "axioma.lock" // held while the tables are brought up to date
	// held while a server runs
	servingFile = "axioma.serving"

	// Another program that holds the file is waited for so long: whoever wants to
	// write is told in time.
	writerPatience = "PRAGMA busy_timeout(2000)"
)

// sqliteEngine writes through one connection, whose transactions carry the
// changes of many callers (see groupWriter), and reads through others, which
// each lane has for itself.
type sqliteEngine struct {
	pool   *sql.DB
	writer *groupWriter
	keeper *checkpointer
	lanes  lanes
	idle   map[*lane]*readers
}

// OpenSQLite opens the database file in a folder, creating both when missing,
// and brings its tables up to date. Every commit is flushed to disk. Another
// program may have the file open too: writers wait for each other.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	return openSQLite(ctx, folder, toServe)
}

func openSQLite(ctx context.Context, folder string, how opening) (*Store, error) {
	path := filepath.Join(folder, sqliteFile)
	address, err := sqliteAddress(folder, how)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	engine := &sqliteEngine{pool: pool, lanes: sqliteLanes(), idle: map[*lane]*readers{}}
	if err := migrateLocked(ctx, pool, folder, how); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), pool.Close())
	}
	if err := engine.connect(ctx, how); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return newStore(engine, sqliteDialect()), nil
}

// sqliteAddress is how the file in a folder is opened. Both are made, unless it
// is to be read only.
func sqliteAddress(folder string, how opening) (string, error) {
	path := filepath.Join(folder, sqliteFile)
	if how == toRead {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("there are no data in %s: %w", folder, err)
		}
		return readingDSN(path), nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("creating the data folder: %w", err)
	}
	return sqliteDSN(path), private(folder)
}

// migrateLocked lets one of several starting programs migrate while the others
// wait: SQLite's own locks do not span the steps of a migration.
func migrateLocked(ctx context.Context, pool *sql.DB, folder string, how opening) error {
	if how == toRead {
		_, err := how.wants(ctx, pool, sqliteDialect())
		return err
	}
	lock, err := takeLock(filepath.Join(folder, lockFile))
	if err != nil {
		return err
	}
	return errors.Join(migrateSQLite(ctx, pool, how), lock.Close())
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
		"wal_autocheckpoint(0)", // see checkpointer
		"journal_size_limit(16777216)",
	}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options.Encode()}).String()
}

// sqliteLanes share the cores, for it is there that SQLite works. Where writes
// wait, they wait for each other and not for long: a business may have all places
// while no other one asks.
func sqliteLanes() lanes {
	cores := runtime.GOMAXPROCS(0)
	return lanes{
		look:   newLane("to look something up", cores+1, atMost(cores+1)),
		list:   gate("to list", spareCores(), listPace()),
		read:   newLane("to read", 2*cores, atMost(spareCores())),
		count:  gate("to count", spareCores(), countPace()),
		report: newLane("to count", spareCores(), atMost(spareCores())),
		export: newLane("to read everything", 1, atMost(1)),
		write:  newLane("to write", maxGroup, atMost(maxGroup)),
	}
}

func (l lanes) readers() []*lane { return []*lane{l.look, l.read, l.report, l.export} }

func (e *sqliteEngine) connect(ctx context.Context, how opening) error {
	for _, lane := range e.lanes.readers() {
		e.idle[lane] = &readers{}
	}
	if how == toRead {
		return nil
	}
	conn, err := e.open(ctx, writerPatience)
	if err != nil {
		return err
	}
	e.keeper = startCheckpointer(e)
	e.writer = startGroupWriter(conn, e.keeper.look)
	return nil
}

// readingDSN opens a file that is not to be changed, whatever is run on it.
func readingDSN(path string) string {
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "query_only(1)", "temp_store(MEMORY)"}}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options.Encode()}).String()
}

func (e *sqliteEngine) open(ctx context.Context, setup ...string) (*keptConn, error) {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database file: %w", err)
	}
	for _, statement := range setup {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("preparing a connection: %w", err), conn.Close())
		}
	}
	return &keptConn{conn: conn, statements: map[string]*sql.Stmt{}}, nil
}

func (e *sqliteEngine) write(ctx context.Context, businessID string, fn func(context.Context, querier, *memo) error) error {
	if e.writer == nil {
		return errReading
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := e.lanes.write.enter(ctx, businessID); err != nil {
		return err
	}
	defer e.lanes.write.leave(businessID)
	return e.writer.run(ctx, fn)
}

func (e *sqliteEngine) read(ctx context.Context, kind reading, businessID string, fn func(context.Context, querier, *memo) error) error {
	return e.withReader(ctx, kind, businessID, func(ctx context.Context, conn *keptConn) error { return conn.snapshot(ctx, fn) })
}

func (e *sqliteEngine) look(ctx context.Context, fn func(context.Context, querier, *memo) error) error {
	return e.withReader(ctx, looking, "", func(ctx context.Context, conn *keptConn) error { return fn(ctx, conn, newMemo()) })
}

func (e *sqliteEngine) withReader(ctx context.Context, kind reading, businessID string, fn func(context.Context, *keptConn) error) (err error) {
	waiting, cancel := bounded(ctx)
	defer cancel()
	lane, leave, err := e.lanes.enter(waiting, kind, businessID)
	if err != nil {
		return err
	}
	defer leave()
	idle := e.idle[lane]
	conn := idle.take()
	if conn == nil {
		if conn, err = e.open(waiting, "PRAGMA query_only(1)", "PRAGMA cache_size(-600)"); err != nil {
			return err
		}
	}
	if kind != whole {
		ctx = waiting
	}
	defer func() { err = errors.Join(err, idle.giveBack(conn)) }()
	return fn(ctx, conn)
}

// ping begins to write, but writes nothing: nothing is flushed.
func (e *sqliteEngine) ping(ctx context.Context) error {
	ask := func(ctx context.Context, q querier, _ *memo) error {
		var rows int
		return q.QueryRowContext(ctx, "SELECT count(*) FROM settings WHERE name = ''").Scan(&rows)
	}
	if err := e.look(ctx, ask); err != nil {
		return err
	}
	return e.write(ctx, "", ask)
}

func (e *sqliteEngine) close() error {
	var faults []error
	if e.writer != nil {
		faults = append(faults, e.writer.close(), e.keeper.close())
	}
	for _, lane := range e.lanes.readers() {
		lane.shut(context.Background())
		faults = append(faults, e.idle[lane].close())
	}
	return errors.Join(append(faults, e.pool.Close())...)
}

// readers are the connections of a lane that nobody uses now. They are opened
// when they are first needed.
type readers struct {
	mutex sync.Mutex
	conns []*keptConn
}

// take returns the one that was used last, whose pages are still at hand.
func (r *readers) take() *keptConn {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	last := len(r.conns) - 1
	if last < 0 {
		return nil
	}
	conn := r.conns[last]
	r.conns = r.conns[:last]
	return conn
}

func (r *readers) giveBack(conn *keptConn) error {
	if conn.broken {
		return conn.close()
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.conns = append(r.conns, conn)
	return nil
}

func (r *readers) close() error {
	var faults []error
	for conn := r.take(); conn != nil; conn = r.take() {
		faults = append(faults, conn.close())
	}
	return errors.Join(faults...)
}
