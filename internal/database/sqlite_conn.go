package database

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"zombiezen.com/go/sqlite"
)

// SQLiteConn is a connection with prepared statements. One goroutine uses it at a time.
type SQLiteConn struct {
	conn          *sqlite.Conn
	statements    map[string]*statement
	interrupt     chan struct{} // closed to interrupt the running statement
	broken        bool
	running       *statement // last prepared or started
	watchedTables []string   // tables whose changes are noticed
	changed       bool       // a watched table may have changed since reset
}

// maxStatements limits the prepared statements. It is large: lists with filters are many different queries.
const maxStatements = 256

// connAddresses prevents a race in the driver: it registers authorizers by a connection's address, and removes them
// only after SQLite has freed the connection. Opening a watching connection locks it, closing one takes the shared
// lock.
var connAddresses sync.RWMutex

func openWatching(path string, tables ...string) (*SQLiteConn, error) {
	connAddresses.Lock()
	defer connAddresses.Unlock()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	c := newSQLiteConn(conn)
	c.watchedTables = tables
	if err := conn.SetAuthorizer(c); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

// Authorize is SQLite's authorizer, called for prepared statements and after schema changes, also for triggers and
// foreign keys. An unknown action counts as a change.
func (c *SQLiteConn) Authorize(does sqlite.Action) sqlite.AuthResult {
	switch does.Type() {
	case sqlite.OpRead, sqlite.OpSelect, sqlite.OpFunction, sqlite.OpRecursive, sqlite.OpTransaction, sqlite.OpSavepoint, sqlite.OpPragma:
	case sqlite.OpInsert, sqlite.OpUpdate, sqlite.OpDelete:
		if slices.Contains(c.watchedTables, does.Table()) {
			c.running.changes, c.changed = true, true
		}
	default:
		c.running.changes, c.changed = true, true
	}
	return sqlite.AuthResultOK
}

func newSQLiteConn(conn *sqlite.Conn) *SQLiteConn {
	c := &SQLiteConn{conn: conn, statements: map[string]*statement{}}
	c.resetInterrupt()
	return c
}

func (c *SQLiteConn) resetInterrupt() {
	c.interrupt = make(chan struct{})
	c.conn.SetInterrupt(c.interrupt)
}

// interruptAfter interrupts statements when ctx ends, until over is called.
func (c *SQLiteConn) interruptAfter(ctx context.Context) (over func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	interrupt := c.interrupt
	stop := context.AfterFunc(ctx, func() { close(interrupt) })
	return func() {
		if stop() {
			return
		}
		<-interrupt
		c.resetInterrupt()
	}
}

func (c *SQLiteConn) prepare(query string) (*statement, error) {
	if s, ok := c.statements[query]; ok {
		return s, nil
	}
	if len(c.statements) >= maxStatements {
		if err := c.finalizeIdle(); err != nil {
			return nil, err
		}
	}
	s := &statement{}
	c.running = s
	stmt, trailing, err := c.conn.PrepareTransient(query)
	if err != nil {
		return nil, fmt.Errorf("preparing a statement: %w", err)
	}
	if rest := strings.TrimSpace(query[len(query)-trailing:]); rest != "" {
		return nil, errors.Join(fmt.Errorf("preparing a statement: unexpected text after it: %q", rest), stmt.Finalize())
	}
	if err := s.readParameters(stmt); err != nil {
		return nil, errors.Join(err, stmt.Finalize())
	}
	c.statements[query] = s
	return s, nil
}

func (c *SQLiteConn) begin(query string, args []any) (*statement, error) {
	s, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	c.running, c.changed = s, c.changed || s.changes
	if err := s.bind(args); err != nil {
		return s, err
	}
	s.active = true
	return s, nil
}

// Exec implements Querier.
func (c *SQLiteConn) Exec(ctx context.Context, query string, args []any) (int64, error) {
	running, err := c.begin(query, args)
	if err != nil {
		return 0, contextError(ctx, err)
	}
	for more := true; more && err == nil; {
		more, err = running.Step()
	}
	if err != nil {
		running.active = false // a failed Step has reset the statement
		return 0, contextError(ctx, err)
	}
	return int64(c.conn.Changes()), running.Reset()
}

// ExecInSavepoint runs a statement without a savepoint: SQLite rolls back only the failed statement.
func (c *SQLiteConn) ExecInSavepoint(ctx context.Context, query string, args []any) (rowCount int64, stmtErr, err error) {
	rowCount, stmtErr = c.Exec(ctx, query, args)
	return rowCount, stmtErr, nil
}

// ExecDeferred runs the statement at once: there is no round trip to save.
func (c *SQLiteConn) ExecDeferred(ctx context.Context, query string, args []any, handle func(int64, error) error) error {
	rowCount, err := c.Exec(ctx, query, args)
	if handle != nil {
		return handle(rowCount, err)
	}
	return err
}

// Prefetch does nothing: there is no round trip to save.
func (c *SQLiteConn) Prefetch(string, []any) {}

// Query implements Querier.
func (c *SQLiteConn) Query(ctx context.Context, query string, args []any) (Rows, error) {
	running, err := c.begin(query, args)
	if err != nil {
		return nil, contextError(ctx, err)
	}
	return &sqliteRows{ctx: ctx, statement: running}, nil
}

// Run runs a statement that cannot be cancelled.
func (c *SQLiteConn) Run(statement string) error {
	_, err := c.Exec(context.Background(), statement, nil)
	return err
}

// snapshotQuery pins the snapshot and stays active.
const snapshotQuery = "SELECT 1 UNION ALL SELECT rootpage FROM sqlite_schema"

// snapshot runs fn on one snapshot. When ctx ends, the running statement is interrupted, and the connection stays
// usable. One statement stays active: SQLite forgets an interrupt when a statement starts while no other is active, so
// a cancellation between two would be lost.
func (c *SQLiteConn) snapshot(ctx context.Context, fn TxFunc) (err error) {
	state, err := c.begin(snapshotQuery, nil)
	if err != nil {
		return fmt.Errorf("beginning a read transaction: %w", err)
	}
	if _, err := state.Step(); err != nil {
		return fmt.Errorf("beginning a read transaction: %w", err)
	}
	defer func() {
		if fault := state.Reset(); fault != nil {
			c.broken = true
			err = errors.Join(err, fmt.Errorf("ending a read transaction: %w", fault))
		}
	}()
	defer c.interruptAfter(ctx)()
	return fn(ctx, c, &TxCache{})
}

func (c *SQLiteConn) finalizeIdle() error {
	var errs []error
	for query, statement := range c.statements {
		if statement.active {
			continue
		}
		errs = append(errs, statement.Finalize())
		delete(c.statements, query)
	}
	return errors.Join(errs...)
}

func (c *SQLiteConn) finalizeAll() error {
	var errs []error
	for query, statement := range c.statements {
		errs = append(errs, statement.Finalize())
		delete(c.statements, query)
	}
	return errors.Join(errs...)
}

// Close closes the connection.
func (c *SQLiteConn) Close() error {
	connAddresses.RLock()
	defer connAddresses.RUnlock()
	return errors.Join(c.finalizeAll(), c.conn.Close())
}

func contextError(ctx context.Context, err error) error {
	if sqlite.ErrCode(err) == sqlite.ResultInterrupt && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// statement is a prepared statement. It keeps its bindings: after clearing them SQLite would plan it again.
type statement struct {
	*sqlite.Stmt
	arguments []int // index in the arguments, by parameter
	changes   bool
	active    bool // started, not reset
}

func (s *statement) Reset() error {
	s.active = false
	return s.Stmt.Reset()
}

// readParameters maps the parameters to arguments, because SQLite treats numbers ($1) as names.
func (s *statement) readParameters(stmt *sqlite.Stmt) error {
	s.Stmt, s.arguments = stmt, make([]int, stmt.BindParamCount())
	for i := range s.arguments {
		name := stmt.BindParamName(i + 1)
		number, err := strconv.Atoi(strings.TrimPrefix(name, "$"))
		if err != nil || number < 1 {
			return fmt.Errorf("preparing a statement: the parameter %q has no number", name)
		}
		s.arguments[i] = number - 1
	}
	return nil
}

func (s *statement) bind(args []any) error {
	for i, argument := range s.arguments {
		if argument >= len(args) {
			return fmt.Errorf("binding $%d: there are %d arguments", argument+1, len(args))
		}
		if err := bindValue(s.Stmt, i+1, args[argument]); err != nil {
			return fmt.Errorf("binding $%d: %w", argument+1, err)
		}
	}
	return nil
}

type sqliteRows struct {
	ctx       context.Context
	statement *statement
	err       error
	closed    bool
}

func (r *sqliteRows) Next() bool {
	if r.err != nil || r.closed {
		return false
	}
	found, err := r.statement.Step()
	r.err = contextError(r.ctx, err)
	return found
}

func (r *sqliteRows) Scan(into ...any) error { return scanRow(r.statement.Stmt, into) }

func (r *sqliteRows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	return errors.Join(r.err, r.statement.Reset())
}
