package database

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

// The files of a data folder.
const (
	FileName    = "axioma.db"
	FolderLock  = "axioma.lock"    // held while the tables are brought up to date
	ServingLock = "axioma.serving" // held while a server runs
)

const (
	// Another program that holds the file is waited for so long: whoever wants to
	// write is told in time.
	writerPatience = 2 * time.Second
	readerPatience = 5 * time.Second
)

// sqliteEngine writes through one connection, whose transactions carry the
// changes of many callers (see groupWriter), and reads through others, which
// each bulkhead has for itself.
type sqliteEngine struct {
	path      string
	options   Options
	writer    *groupWriter
	keeper    *checkpointer
	bulkheads bulkheads
	idle      map[*bulkhead]*readers

	generations *Generations // of options.Watched
}

func openSQLite(ctx context.Context, folder string, options Options) (Engine, error) {
	path := FileIn(folder)
	pool, err := openFilePool(folder, options.Mode)
	if err != nil {
		return nil, err
	}
	engine := &sqliteEngine{path: path, options: options, bulkheads: sqliteBulkheads(), idle: map[*bulkhead]*readers{}, generations: newGenerations()}
	if err := prepareLocked(ctx, pool, folder, options); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), pool.Close())
	}
	// The pool is closed last: whoever closes the file last copies its journal, which the next one opens anew.
	if err := errors.Join(engine.connect(), pool.Close()); err != nil {
		return nil, err
	}
	return engine, nil
}

// openFilePool opens the file in a folder by database/sql.
func openFilePool(folder string, mode Mode) (*sql.DB, error) {
	address, err := sqliteAddress(folder, mode)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", FileIn(folder), err)
	}
	return pool, nil
}

// FileIn is the path of the file of a data folder that has all of its data while no
// program has it open.
func FileIn(folder string) string { return filepath.Join(folder, FileName) }

// sqliteAddress is how the file in a folder is opened. Both are made, unless it
// is to be read only.
func sqliteAddress(folder string, mode Mode) (string, error) {
	path := filepath.Join(folder, FileName)
	if mode != ModeCreate {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("there are no data in %s: %w", folder, err)
		}
	}
	if mode.reads() {
		return readingDSN(path, mode), nil
	}
	if err := files.MakeFolder(folder); err != nil {
		return "", fmt.Errorf("creating the data folder: %w", err)
	}
	return sqliteDSN(path), private(folder)
}

// prepareLocked lets one of several starting programs migrate while the others
// wait: SQLite's own locks do not span the steps of a migration.
func prepareLocked(ctx context.Context, pool *sql.DB, folder string, options Options) error {
	if options.Mode.reads() {
		return options.prepare(ctx, pool)
	}
	lock, err := files.Lock(filepath.Join(folder, FolderLock))
	if err != nil {
		return err
	}
	return errors.Join(options.prepare(ctx, pool), lock.Close())
}

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
	for _, name := range []string{FileName, FileName + "-wal", FileName + "-shm", FolderLock, ServingLock} {
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

// connectionPragmas hold on one connection: each begins with them.
func connectionPragmas(mode Mode) []string {
	if mode.reads() {
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
	pragmas := append([]string{"busy_timeout(5000)", "journal_mode(WAL)"}, connectionPragmas(ModeCreate)...)
	return fileURL(path, url.Values{"_pragma": pragmas})
}

// readingDSN opens a file that is not to be changed, whatever is run on it.
func readingDSN(path string, mode Mode) string {
	pragmas := append([]string{"busy_timeout(5000)"}, connectionPragmas(ModeRead)...)
	options := readingOptions(path, mode)
	options["_pragma"] = pragmas
	return fileURL(path, options)
}

// readingOptions keep SQLite from changing a file, and where nobody has it open from making
// a journal beside it to read by.
func readingOptions(path string, mode Mode) url.Values {
	options := url.Values{"mode": {"ro"}}
	if mode == ModeInspect && unused(path) {
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

// sqliteBulkheads share the cores, for it is there that SQLite works. Where writes
// wait, they wait for each other and not for long: a tenant may have all places
// while no other one asks.
func sqliteBulkheads() bulkheads {
	cores := runtime.GOMAXPROCS(0)
	return bulkheads{
		look:   newBulkhead("to look something up", cores+1, atMost(cores+1)),
		list:   gate("to list", spareCores(), listPace()),
		read:   newBulkhead("to read", 2*cores, atMost(spareCores())),
		count:  gate("to count", spareCores(), countPace()),
		report: newBulkhead("to count", spareCores(), atMost(spareCores())),
		export: newBulkhead("to read everything", 1, atMost(1)),
		write:  newBulkhead("to write", maxGroup, atMost(maxGroup)),
	}
}

func (l bulkheads) readers() []*bulkhead { return []*bulkhead{l.look, l.read, l.report, l.export} }

func (e *sqliteEngine) connect() error {
	for _, lane := range e.bulkheads.readers() {
		e.idle[lane] = &readers{}
	}
	if e.options.Mode.reads() {
		return nil
	}
	conn, err := watching(e.path, e.options.Watched...)
	if err != nil {
		return fmt.Errorf("connecting to the database file: %w", err)
	}
	// What it commits is flushed by the group writer itself, beside the next group.
	if err := e.ready(conn, writerPatience, "synchronous(NORMAL)"); err != nil {
		return err
	}
	e.keeper = startCheckpointer(e)
	e.writer = startGroupWriter(conn, e.generations, &journal{path: e.path + "-wal"}, e.keeper.look)
	return nil
}

// open connects to the file, and waits so long for another program that holds it.
func (e *sqliteEngine) open(patience time.Duration, pragmas ...string) (*SQLiteConn, error) {
	path, mode := e.path, sqlite.OpenReadWrite
	if e.options.Mode.reads() {
		path, mode = fileURL(e.path, readingOptions(e.path, e.options.Mode)), sqlite.OpenReadOnly|sqlite.OpenURI
	}
	conn, err := sqlite.OpenConn(path, mode)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database file: %w", err)
	}
	kept := keep(conn)
	return kept, e.ready(kept, patience, pragmas...)
}

// ready prepares a connection, or closes it.
func (e *sqliteEngine) ready(kept *SQLiteConn, patience time.Duration, pragmas ...string) error {
	kept.conn.SetBusyTimeout(patience)
	for _, pragma := range slices.Concat(connectionPragmas(e.options.Mode), pragmas) {
		if err := kept.Run("PRAGMA " + pragma); err != nil {
			return errors.Join(fmt.Errorf("preparing a connection: %w", err), kept.Close())
		}
	}
	return nil
}

// Write implements Engine.
func (e *sqliteEngine) Write(ctx context.Context, tenant string, fn TxFunc) error {
	if e.writer == nil {
		return errReadOnly
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	asked := time.Now()
	if err := e.bulkheads.write.enter(ctx, tenant); err != nil {
		return err
	}
	defer e.bulkheads.write.leave(tenant)
	return e.writer.run(ctx, asked, fn)
}

// Read implements Engine.
func (e *sqliteEngine) Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error {
	return e.withReader(ctx, kind, tenant, func(ctx context.Context, conn *SQLiteConn) error { return conn.snapshot(ctx, kind.prioritised(fn)) })
}

// Look implements Engine.
func (e *sqliteEngine) Look(ctx context.Context, fn TxFunc) error {
	return e.Read(ctx, ReadLookup, "", fn)
}

func (e *sqliteEngine) withReader(ctx context.Context, kind ReadKind, tenant string, fn func(context.Context, *SQLiteConn) error) (err error) {
	waiting, cancel := bounded(ctx)
	defer cancel()
	lane, leave, err := e.bulkheads.enter(waiting, kind, tenant)
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
	if kind != ReadExport {
		ctx = waiting
	}
	defer func() { err = errors.Join(err, idle.giveBack(conn)) }()
	return fn(ctx, conn)
}

// Ping implements Engine. It begins to write, but writes nothing: nothing is flushed.
func (e *sqliteEngine) Ping(ctx context.Context) error {
	ask := func(ctx context.Context, q Querier, _ *TxCache) error {
		var rows int
		return QueryRow(ctx, q, e.options.Ping).Scan(&rows)
	}
	if err := e.Look(ctx, ask); err != nil {
		return err
	}
	return e.Write(ctx, "", ask)
}

// Exclusively implements Engine.
func (e *sqliteEngine) Exclusively(_ context.Context, work func() error) error { return work() }

// Dialect implements Engine.
func (e *sqliteEngine) Dialect() Dialect { return SQLiteDialect() }

// Generations implements Engine.
func (e *sqliteEngine) Generations() *Generations { return e.generations }

// Stats implements Engine.
func (e *sqliteEngine) Stats() (Stats, error) { return e.used().stats() }

func (e *sqliteEngine) used() used {
	if e.writer == nil {
		return used{bulkheads: e.bulkheads, wait: newWaits(), groups: newSizes(), connections: e.connections()}
	}
	return used{bulkheads: e.bulkheads, wait: e.writer.wait, groups: e.writer.sizes, queued: len(e.writer.jobs), journal: e.path + "-wal", connections: e.connections()}
}

// connections are those that read: who has a place in a bulkhead has one, so nobody waits.
func (e *sqliteEngine) connections() Connections {
	var c Connections
	for _, lane := range e.bulkheads.readers() {
		c.InUse += lane.use("").Inside
		c.Idle += e.idle[lane].count()
	}
	return c
}

// Close implements Engine.
func (e *sqliteEngine) Close() error {
	var faults []error
	if e.writer != nil {
		faults = append(faults, e.writer.close(), e.keeper.close())
	}
	for _, lane := range e.bulkheads.readers() {
		lane.shut(context.Background())
		faults = append(faults, e.idle[lane].close())
	}
	return errors.Join(faults...)
}

// readers are the connections of a bulkhead that nobody uses now. They are opened
// when they are first needed.
type readers struct {
	mutex sync.Mutex
	conns []*SQLiteConn
}

// take returns the one that was used last, whose pages are still at hand.
func (r *readers) take() *SQLiteConn {
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

func (r *readers) giveBack(conn *SQLiteConn) error {
	if conn.broken {
		return conn.Close()
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.conns = append(r.conns, conn)
	return nil
}

func (r *readers) close() error {
	var faults []error
	for conn := r.take(); conn != nil; conn = r.take() {
		faults = append(faults, conn.Close())
	}
	return errors.Join(faults...)
}
