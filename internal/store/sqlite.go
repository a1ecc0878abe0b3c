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
	"slices"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite", for migrations
	"zombiezen.com/go/sqlite"

	"axioma/internal/files"
)

const (
	sqliteFile = "axioma.db"
	lockFile   = "axioma.lock" // held while the tables are brought up to date
	// held while a server runs
	servingFile = "axioma.serving"

	// Another program that holds the file is waited for so long: whoever wants to
	// write is told in time.
	writerPatience = 2 * time.Second
	readerPatience = 5 * time.Second
)

// sqliteEngine writes through one connection, whose transactions carry the
// changes of many callers (see groupWriter), and reads through others, which
// each lane has for itself.
type sqliteEngine struct {
	path   string
	how    opening
	writer *groupWriter
	keeper *checkpointer
	lanes  lanes
	idle   map[*lane]*readers

	editions *editions // of rememberedTables
}

// OpenSQLite opens the database file in a folder, creating both when missing,
// and brings its tables up to date. Every commit is flushed to disk. Another
// program may have the file open too: writers wait for each other.
func OpenSQLite(ctx context.Context, folder string) (*Store, error) {
	return openSQLite(ctx, At{Folder: folder}, toServe)
}

func openSQLite(ctx context.Context, at At, how opening) (*Store, error) {
	path := FileIn(at.Folder)
	known, err := newRemembered()
	if err != nil {
		return nil, err
	}
	address, err := sqliteAddress(at.Folder, how)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	engine := &sqliteEngine{path: path, how: how, lanes: sqliteLanes(), idle: map[*lane]*readers{}, editions: known.editions}
	if err := migrateLocked(ctx, pool, at, how); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), pool.Close())
	}
	// The pool is closed last: whoever closes the file last copies its journal, which the next one opens anew.
	if err := errors.Join(engine.connect(), pool.Close()); err != nil {
		return nil, err
	}
	st := newStore(engine, sqliteDialect())
	st.known = known
	return st, nil
}

// sqliteAddress is how the file in a folder is opened. Both are made, unless it
// is to be read only.
func sqliteAddress(folder string, how opening) (string, error) {
	path := filepath.Join(folder, sqliteFile)
	if !how.creates() {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("there are no data in %s: %w", folder, err)
		}
	}
	if how.reads() {
		return readingDSN(path, how), nil
	}
	if err := files.MakeFolder(folder); err != nil {
		return "", fmt.Errorf("creating the data folder: %w", err)
	}
	return sqliteDSN(path), private(folder)
}

// migrateLocked lets one of several starting programs migrate while the others
// wait: SQLite's own locks do not span the steps of a migration.
func migrateLocked(ctx context.Context, pool *sql.DB, at At, how opening) error {
	if how.reads() {
		_, err := how.wants(ctx, pool, sqliteDialect())
		return err
	}
	lock, err := files.Lock(filepath.Join(at.Folder, lockFile))
	if err != nil {
		return err
	}
	return errors.Join(migrateSQLite(ctx, pool, at, how), lock.Close())
}

// connectionPragmas hold on one connection: each begins with them.
func connectionPragmas(how opening) []string {
	if how.reads() {
		return []string{"query_only(1)", "temp_store(MEMORY)"}
	}
	return []string{
		"synchronous(FULL)", // but for the writing connection: see connect
		"foreign_keys(1)",
		"cache_size(-3000)",
		"temp_store(MEMORY)",
		"wal_autocheckpoint(0)",         // see checkpointer
		"journal_size_limit(100000000)", // more than it usually has when it begins anew: what is overwritten is flushed in half the time
	}
}

// sqliteDSN is how the file is opened to bring its tables up to date, and is given its
// journal, which it keeps.
func sqliteDSN(path string) string {
	// The switch to WAL already waits for a lock.
	pragmas := append([]string{"busy_timeout(5000)", "journal_mode(WAL)"}, connectionPragmas(toServe)...)
	return fileURL(path, url.Values{"_pragma": pragmas})
}

// readingDSN opens a file that is not to be changed, whatever is run on it.
func readingDSN(path string, how opening) string {
	pragmas := append([]string{"busy_timeout(5000)"}, connectionPragmas(toRead)...)
	options := readingOptions(path, how)
	options["_pragma"] = pragmas
	return fileURL(path, options)
}

// readingOptions keep SQLite from changing a file, and where nobody has it open from making
// a journal beside it to read by.
func readingOptions(path string, how opening) url.Values {
	options := url.Values{"mode": {"ro"}}
	if how == toLook && unused(path) {
		options.Set("immutable", "1")
	}
	return options
}

// unused reports whether nobody has a file open: whoever has keeps a journal beside it.
func unused(path string) bool {
	_, err := os.Stat(path + "-wal")
	return errors.Is(err, os.ErrNotExist)
}

func fileURL(path string, options url.Values) string {
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

func (e *sqliteEngine) connect() error {
	for _, lane := range e.lanes.readers() {
		e.idle[lane] = &readers{}
	}
	if e.how.reads() {
		return nil
	}
	conn, err := watching(e.path, rememberedTables()...)
	if err != nil {
		return fmt.Errorf("connecting to the database file: %w", err)
	}
	// What it commits is flushed by the group writer itself, beside the next group.
	if err := e.ready(conn, writerPatience, "synchronous(NORMAL)"); err != nil {
		return err
	}
	e.keeper = startCheckpointer(e)
	e.writer = startGroupWriter(conn, e.editions, &journal{path: e.path + "-wal"}, e.keeper.look)
	return nil
}

// open connects to the file, and waits so long for another program that holds it.
func (e *sqliteEngine) open(patience time.Duration, pragmas ...string) (*keptConn, error) {
	path, mode := e.path, sqlite.OpenReadWrite
	if e.how.reads() {
		path, mode = fileURL(e.path, readingOptions(e.path, e.how)), sqlite.OpenReadOnly|sqlite.OpenURI
	}
	conn, err := sqlite.OpenConn(path, mode)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database file: %w", err)
	}
	kept := keep(conn)
	return kept, e.ready(kept, patience, pragmas...)
}

// ready prepares a connection, or closes it.
func (e *sqliteEngine) ready(kept *keptConn, patience time.Duration, pragmas ...string) error {
	kept.conn.SetBusyTimeout(patience)
	for _, pragma := range slices.Concat(connectionPragmas(e.how), pragmas) {
		if err := kept.run("PRAGMA " + pragma); err != nil {
			return errors.Join(fmt.Errorf("preparing a connection: %w", err), kept.close())
		}
	}
	return nil
}

func (e *sqliteEngine) write(ctx context.Context, businessID string, fn func(context.Context, querier, *TxCache) error) error {
	if e.writer == nil {
		return errReading
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	asked := time.Now()
	if err := e.lanes.write.enter(ctx, businessID); err != nil {
		return err
	}
	defer e.lanes.write.leave(businessID)
	return e.writer.run(ctx, asked, fn)
}

func (e *sqliteEngine) read(ctx context.Context, kind reading, businessID string, fn func(context.Context, querier, *TxCache) error) error {
	return e.withReader(ctx, kind, businessID, func(ctx context.Context, conn *keptConn) error { return conn.snapshot(ctx, fn) })
}

func (e *sqliteEngine) look(ctx context.Context, fn func(context.Context, querier, *TxCache) error) error {
	return e.read(ctx, looking, "", fn)
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
		if conn, err = e.open(readerPatience, "query_only(1)", "cache_size(-600)"); err != nil {
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
	ask := func(ctx context.Context, q querier, _ *TxCache) error {
		var rows int
		return row(ctx, q, "SELECT count(*) FROM settings WHERE name = ''").Scan(&rows)
	}
	if err := e.look(ctx, ask); err != nil {
		return err
	}
	return e.write(ctx, "", ask)
}

func (e *sqliteEngine) used() used {
	if e.writer == nil {
		return used{lanes: e.lanes, wait: newWaits(), groups: newSizes(), connections: e.connections()}
	}
	return used{lanes: e.lanes, wait: e.writer.wait, groups: e.writer.sizes, journal: e.path + "-wal", connections: e.connections()}
}

// connections are those that read: who has a place in a lane has one, so nobody waits.
func (e *sqliteEngine) connections() Connections {
	var c Connections
	for _, lane := range e.lanes.readers() {
		c.InUse += lane.use("").Inside
		c.Idle += e.idle[lane].count()
	}
	return c
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
	return errors.Join(faults...)
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

func (r *readers) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.conns)
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
