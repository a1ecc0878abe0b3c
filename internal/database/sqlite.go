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

	_ "modernc.org/sqlite" // driver for migrations
	"zombiezen.com/go/sqlite"

	"axioma/internal/files"
)

// Files of a data folder.
const (
	FileName      = "axioma.db"
	MigrationLock = "axioma.lock"
	ServerLock    = "axioma.serving"
)

const (
	// Short, so that a writer can return the error to its caller.
	writerBusyTimeout = 2 * time.Second
	readerBusyTimeout = 5 * time.Second
)

// sqliteEngine writes through groupWriter's connection. It reads through idle connections, one per place of a bulkhead.
type sqliteEngine struct {
	path         string
	options      Options
	writer       *groupWriter
	checkpointer *checkpointer
	bulkheads    bulkheads
	idle         map[*bulkhead]*idleConns

	generations *Generations
}

func openSQLite(ctx context.Context, folder string, options Options) (Engine, error) {
	path := FilePath(folder)
	pool, err := openFilePool(folder, options.Mode)
	if err != nil {
		return nil, err
	}
	engine := &sqliteEngine{path: path, options: options, bulkheads: sqliteBulkheads(), idle: map[*bulkhead]*idleConns{}, generations: newGenerations()}
	if err := prepareLocked(ctx, pool, folder, options); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), pool.Close())
	}
	// The last connection to close checkpoints the WAL, so the pool closes after connecting.
	if err := errors.Join(engine.connect(), pool.Close()); err != nil {
		return nil, err
	}
	return engine, nil
}

func openFilePool(folder string, mode Mode) (*sql.DB, error) {
	address, err := sqliteAddress(folder, mode)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", FilePath(folder), err)
	}
	return pool, nil
}

// FilePath returns a folder's database file, complete only while no process has it open.
func FilePath(folder string) string { return filepath.Join(folder, FileName) }

func sqliteAddress(folder string, mode Mode) (string, error) {
	path := filepath.Join(folder, FileName)
	if mode != ModeCreate {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("no data in %s: %w", folder, err)
		}
	}
	if mode.isReadOnly() {
		return readOnlyDSN(path, mode), nil
	}
	if err := files.MakeFolder(folder); err != nil {
		return "", fmt.Errorf("creating the data folder: %w", err)
	}
	return migrationDSN(path), restrictAccess(folder)
}

// prepareLocked prepares the file under a lock, because SQLite's own locks do not span the steps of a migration.
func prepareLocked(ctx context.Context, pool *sql.DB, folder string, options Options) error {
	if options.Mode.isReadOnly() {
		return options.prepare(ctx, pool)
	}
	lock, err := files.Lock(filepath.Join(folder, MigrationLock))
	if err != nil {
		return err
	}
	return errors.Join(options.prepare(ctx, pool), lock.Close())
}

// restrictAccess sets the file's mode, which protects phone numbers and the key that signs sessions. SQLite gives -wal
// and -shm the same mode.
func restrictAccess(folder string) error {
	file, err := files.OpenPrivate(FilePath(folder), 0)
	if err != nil {
		return fmt.Errorf("creating the database file: %w", err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("creating the database file: %w", err)
	}
	for _, name := range []string{FileName, FileName + "-wal", FileName + "-shm", MigrationLock, ServerLock} {
		path := filepath.Join(folder, name)
		if err := files.InheritOwner(path); err != nil {
			return err
		}
		info, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) || err == nil && info.Mode().Perm()&0o077 == 0 {
			continue
		}
		if err == nil {
			err = os.Chmod(path, 0o600)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("removing access of other accounts to %s: %w", path, err)
		}
	}
	return nil
}

func connectionPragmas(mode Mode) []string {
	if mode.isReadOnly() {
		return []string{"query_only(1)", "temp_store(MEMORY)"}
	}
	return []string{
		"synchronous(FULL)", // NORMAL for the writing connection, see connect
		"foreign_keys(1)",
		"cache_size(-3000)",
		"temp_store(MEMORY)",
		"wal_autocheckpoint(0)",         // checkpointer does it
		"journal_size_limit(100000000)", // more than the WAL at a restart: overwriting in place halves the time of an fsync
	}
}

// scratchPragmas do not wait for the disk. SQLite sorts on disk, because the indexes of a large scratch file exceed
// memory.
func scratchPragmas() []string { return []string{"synchronous(OFF)", "temp_store(FILE)"} }

// scratchCache is 32 MB: the indexes of a large scratch file exceed the usual cache.
const scratchCache = "cache_size(-32000)"

// migrationDSN returns a DSN that sets the WAL mode, which the file keeps.
func migrationDSN(path string) string {
	// The timeout is first: setting the WAL mode waits for locks.
	pragmas := append([]string{"busy_timeout(5000)", "journal_mode(WAL)"}, connectionPragmas(ModeCreate)...)
	return fileURL(path, url.Values{"_pragma": pragmas})
}

func readOnlyDSN(path string, mode Mode) string {
	pragmas := append([]string{"busy_timeout(5000)"}, connectionPragmas(ModeRead)...)
	options := readOnlyOptions(path, mode)
	options["_pragma"] = pragmas
	return fileURL(path, options)
}

// readOnlyOptions returns options for reading. With ModeInspect, SQLite creates no WAL beside an unused file.
func readOnlyOptions(path string, mode Mode) url.Values {
	options := url.Values{"mode": {"ro"}}
	if mode == ModeInspect && isClosed(path) {
		options.Set("immutable", "1")
	}
	return options
}

func isClosed(path string) bool {
	_, err := os.Stat(path + "-wal")
	return errors.Is(err, os.ErrNotExist)
}

func fileURL(path string, options url.Values) string {
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: options.Encode()}).String()
}

// sqliteBulkheads divide the cores among reads. Writes wait only briefly, so a tenant may take all their places.
func sqliteBulkheads() bulkheads {
	cores := runtime.GOMAXPROCS(0)
	return bulkheads{
		lookup:      newBulkhead("to look something up", cores+1, fixedLimit(cores+1)),
		listLimit:   newTenantLimiter("to list", spareCores(), newListLimiter()),
		read:        newBulkhead("to read", 2*cores, fixedLimit(spareCores())),
		reportLimit: newTenantLimiter("to count", spareCores(), newReportLimiter()),
		report:      newBulkhead("to count", spareCores(), fixedLimit(spareCores())),
		export:      newBulkhead("to read everything", 1, fixedLimit(1)),
		write:       newBulkhead("to write", maxGroup, fixedLimit(maxGroup)),
	}
}

func (b bulkheads) readers() []*bulkhead { return []*bulkhead{b.lookup, b.read, b.report, b.export} }

func (e *sqliteEngine) connect() error {
	for _, bulkhead := range e.bulkheads.readers() {
		e.idle[bulkhead] = &idleConns{}
	}
	if e.options.Mode.isReadOnly() {
		return nil
	}
	conn, err := openWatching(e.path, e.options.CachedTables...)
	if err != nil {
		return fmt.Errorf("connecting to the database file: %w", err)
	}
	// The group writer syncs the commits itself.
	target, pragmas := disk(&walFile{path: e.path + "-wal"}), []string{"synchronous(NORMAL)"}
	if e.options.IsScratch {
		target, pragmas = noDisk{}, []string{scratchCache}
	}
	if err := e.prepare(conn, writerBusyTimeout, pragmas...); err != nil {
		return err
	}
	e.checkpointer = startCheckpointer(e)
	e.writer = startGroupWriter(conn, e.generations, target, e.checkpointer.request)
	return nil
}

func (e *sqliteEngine) open(timeout time.Duration, pragmas ...string) (*SQLiteConn, error) {
	path, mode := e.path, sqlite.OpenReadWrite
	if e.options.Mode.isReadOnly() {
		path, mode = fileURL(e.path, readOnlyOptions(e.path, e.options.Mode)), sqlite.OpenReadOnly|sqlite.OpenURI
	}
	raw, err := sqlite.OpenConn(path, mode)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database file: %w", err)
	}
	conn := newSQLiteConn(raw)
	return conn, e.prepare(conn, timeout, pragmas...)
}

func (e *sqliteEngine) prepare(conn *SQLiteConn, timeout time.Duration, pragmas ...string) error {
	conn.conn.SetBusyTimeout(timeout)
	if e.options.IsScratch {
		pragmas = slices.Concat(pragmas, scratchPragmas())
	}
	for _, pragma := range slices.Concat(connectionPragmas(e.options.Mode), pragmas) {
		if err := conn.Run("PRAGMA " + pragma); err != nil {
			return errors.Join(fmt.Errorf("preparing a connection: %w", err), conn.Close())
		}
	}
	return nil
}

func (e *sqliteEngine) Write(ctx context.Context, tenant string, fn TxFunc) error {
	if e.writer == nil {
		return errReadOnly
	}
	ctx, cancel := withDefaultTimeout(ctx)
	defer cancel()
	enqueuedAt := time.Now()
	if err := e.bulkheads.write.acquire(ctx, tenant); err != nil {
		return err
	}
	defer e.bulkheads.write.release(tenant)
	return e.writer.submit(ctx, enqueuedAt, fn)
}

func (e *sqliteEngine) Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error {
	return e.withReader(ctx, kind, tenant, func(ctx context.Context, conn *SQLiteConn) error { return conn.snapshot(ctx, kind.withPriority(fn)) })
}

func (e *sqliteEngine) Lookup(ctx context.Context, fn TxFunc) error {
	return e.Read(ctx, ReadLookup, "", fn)
}

func (e *sqliteEngine) withReader(ctx context.Context, kind ReadKind, tenant string, fn func(context.Context, *SQLiteConn) error) (err error) {
	waiting, cancel := withDefaultTimeout(ctx)
	defer cancel()
	bulkhead, leave, err := e.bulkheads.acquire(waiting, kind, tenant)
	if err != nil {
		return err
	}
	defer leave()
	idle := e.idle[bulkhead]
	conn := idle.get()
	if conn == nil {
		if conn, err = e.open(readerBusyTimeout, "query_only(1)", "cache_size(-600)"); err != nil {
			return err
		}
	}
	if kind != ReadExport {
		ctx = waiting
	}
	defer func() { err = errors.Join(err, idle.put(conn)) }()
	return fn(ctx, conn)
}

// Ping begins a write transaction without changes: its fsync has nothing to write.
func (e *sqliteEngine) Ping(ctx context.Context) error {
	ask := func(ctx context.Context, q Querier, _ *TxCache) error {
		var rows int
		return QueryRow(ctx, q, e.options.Ping).Scan(&rows)
	}
	if err := e.Lookup(ctx, ask); err != nil {
		return err
	}
	return e.Write(ctx, "", ask)
}

func (e *sqliteEngine) RunExclusive(_ context.Context, work func() error) error { return work() }

func (e *sqliteEngine) Dialect() Dialect { return SQLiteDialect() }

func (e *sqliteEngine) Generations() *Generations { return e.generations }

func (e *sqliteEngine) Stats() (Stats, error) { return e.statsSource().stats() }

func (e *sqliteEngine) statsSource() statsSource {
	if e.writer == nil {
		return statsSource{bulkheads: e.bulkheads, waits: newWaitHistogram(), groups: newSizeHistogram(), connections: e.connections()}
	}
	return statsSource{bulkheads: e.bulkheads, waits: e.writer.waits, groups: e.writer.sizes, queuedWrites: len(e.writer.jobs), walPath: e.path + "-wal", connections: e.connections()}
}

// connections counts the reading connections. Each place of a bulkhead may have one, so no caller waits for one.
func (e *sqliteEngine) connections() Connections {
	var c Connections
	for _, bulkhead := range e.bulkheads.readers() {
		c.InUse += bulkhead.stats("").InUse
		c.Idle += e.idle[bulkhead].count()
	}
	return c
}

func (e *sqliteEngine) Close() error {
	var errs []error
	if e.writer != nil {
		errs = append(errs, e.writer.close(), e.checkpointer.close())
	}
	for _, bulkhead := range e.bulkheads.readers() {
		bulkhead.drain(context.Background())
		errs = append(errs, e.idle[bulkhead].close())
	}
	return errors.Join(errs...)
}

type idleConns struct {
	mutex sync.Mutex
	conns []*SQLiteConn
}

// get returns the connection used last: its page cache is warm.
func (r *idleConns) get() *SQLiteConn {
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

func (r *idleConns) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.conns)
}

func (r *idleConns) put(conn *SQLiteConn) error {
	if conn.broken {
		return conn.Close()
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.conns = append(r.conns, conn)
	return nil
}

func (r *idleConns) close() error {
	var errs []error
	for conn := r.get(); conn != nil; conn = r.get() {
		errs = append(errs, conn.Close())
	}
	return errors.Join(errs...)
}
