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

// SQLiteConn is one connection to a file of SQLite, with a cache of prepared statements: the
// program has some dozens of queries and asks them again and again. It is used
// by one goroutine at a time.
type SQLiteConn struct {
	conn       *sqlite.Conn
	statements map[string]*statement
	gone       chan struct{} // closed when nobody waits any more for what runs
	broken     bool          // is not to be used any more
	running    *statement    // the last that was prepared or has begun
	watched    []string      // tables whose changes are noticed
	changed    bool          // one of them may have been changed since this was last set to false
}

// maxStatements bounds what lists with changing filters leave behind.
const maxStatements = 256

// addresses is held by who opens a connection that watches tables, and shared by those who
// close one. The driver knows what a connection is to be told by its address, and forgets
// it only after SQLite has freed that: one that was opened meanwhile would be deaf.
var addresses sync.RWMutex

// watching opens a file by a connection that notices when some tables may be changed.
func watching(path string, tables ...string) (*SQLiteConn, error) {
	addresses.Lock()
	defer addresses.Unlock()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, err
	}
	c := keep(conn)
	c.watched = tables
	if err := conn.SetAuthorizer(c); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

// Authorize is told by SQLite each thing that a statement does, when it is prepared, also
// what triggers and foreign keys do for it, so that nobody else need say it. Where the
// tables are not those any more for which it was, it is prepared anew as it runs. What we do
// not know may change anything.
func (c *SQLiteConn) Authorize(does sqlite.Action) sqlite.AuthResult {
	switch does.Type() {
	case sqlite.OpRead, sqlite.OpSelect, sqlite.OpFunction, sqlite.OpRecursive, sqlite.OpTransaction, sqlite.OpSavepoint, sqlite.OpPragma:
	case sqlite.OpInsert, sqlite.OpUpdate, sqlite.OpDelete:
		if slices.Contains(c.watched, does.Table()) {
			c.running.changes, c.changed = true, true
		}
	default:
		c.running.changes, c.changed = true, true
	}
	return sqlite.AuthResultOK
}

func keep(conn *sqlite.Conn) *SQLiteConn {
	c := &SQLiteConn{conn: conn, statements: map[string]*statement{}}
	c.heed()
	return c
}

// heed has the connection watch a new channel.
func (c *SQLiteConn) heed() {
	c.gone = make(chan struct{})
	c.conn.SetInterrupt(c.gone)
}

// until has what runs on the connection interrupted when ctx ends, until the
// returned function is called.
func (c *SQLiteConn) until(ctx context.Context) (over func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	gone := c.gone
	stop := context.AfterFunc(ctx, func() { close(gone) })
	return func() {
		if stop() {
			return
		}
		<-gone
		c.heed()
	}
}

func (c *SQLiteConn) prepare(query string) (*statement, error) {
	if known, ok := c.statements[query]; ok {
		return known, nil
	}
	if len(c.statements) >= maxStatements {
		if err := c.forgetIdle(); err != nil {
			return nil, err
		}
	}
	made := &statement{}
	c.running = made
	prepared, trailing, err := c.conn.PrepareTransient(query)
	if err != nil {
		return nil, fmt.Errorf("preparing a statement: %w", err)
	}
	if rest := strings.TrimSpace(query[len(query)-trailing:]); rest != "" {
		return nil, errors.Join(fmt.Errorf("preparing a statement: after it stands %q", rest), prepared.Finalize())
	}
	if err := made.is(prepared); err != nil {
		return nil, errors.Join(err, prepared.Finalize())
	}
	c.statements[query] = made
	return made, nil
}

// begin readies a statement to run with its arguments.
func (c *SQLiteConn) begin(query string, args []any) (*statement, error) {
	prepared, err := c.prepare(query)
	if err != nil {
		return nil, err
	}
	c.running, c.changed = prepared, c.changed || prepared.changes
	if err := prepared.bind(args); err != nil {
		return prepared, err
	}
	prepared.underWay = true
	return prepared, nil
}

// Exec implements Querier.
func (c *SQLiteConn) Exec(ctx context.Context, query string, args []any) (int64, error) {
	running, err := c.begin(query, args)
	if err != nil {
		return 0, asGone(ctx, err)
	}
	for more := true; more && err == nil; {
		more, err = running.Step()
	}
	if err != nil {
		running.underWay = false // a step that fails resets its statement
		return 0, asGone(ctx, err)
	}
	return int64(c.conn.Changes()), running.Reset()
}

// Try implements Querier. SQLite undoes a statement that fails, and only that.
func (c *SQLiteConn) Try(ctx context.Context, query string, args []any) (changed int64, failed, err error) {
	changed, failed = c.Exec(ctx, query, args)
	return changed, failed, nil
}

// ExecDeferred implements Querier. There is nothing to wait for.
func (c *SQLiteConn) ExecDeferred(ctx context.Context, query string, args []any, done func(int64, error) error) error {
	changed, err := c.Exec(ctx, query, args)
	if done != nil {
		return done(changed, err)
	}
	return err
}

// Prefetch implements Querier. To ask is as cheap then as now.
func (c *SQLiteConn) Prefetch(string, []any) {}

// Query implements Querier.
func (c *SQLiteConn) Query(ctx context.Context, query string, args []any) (Rows, error) {
	running, err := c.begin(query, args)
	if err != nil {
		return nil, asGone(ctx, err)
	}
	return &sqliteRows{ctx: ctx, statement: running}, nil
}

// Run is Exec for what has neither arguments nor a caller who may go.
func (c *SQLiteConn) Run(statement string) error {
	_, err := c.Exec(context.Background(), statement, nil)
	return err
}

// oneState finds a row at once and, until it is reset, keeps two things: the state of
// the database that it saw, and one statement of the connection under way.
const oneState = "SELECT 1 UNION ALL SELECT rootpage FROM sqlite_schema"

// snapshot runs fn on one state of the database, whatever is written meanwhile.
// When ctx ends the statement that runs is interrupted; the connection is left
// as it was found.
//
// One statement is under way all the time: SQLite forgets that it was interrupted when a
// statement begins beside which none is, so a caller who went just then would not be
// heard.
func (c *SQLiteConn) snapshot(ctx context.Context, fn TxFunc) (err error) {
	state, err := c.begin(oneState, nil)
	if err != nil {
		return fmt.Errorf("beginning to read: %w", err)
	}
	if _, err := state.Step(); err != nil {
		return fmt.Errorf("beginning to read: %w", err)
	}
	defer func() {
		if fault := state.Reset(); fault != nil {
			c.broken = true
			err = errors.Join(err, fmt.Errorf("ending to read: %w", fault))
		}
	}()
	defer c.until(ctx)()
	return fn(ctx, c, &TxCache{})
}

// forgetIdle finalizes the statements that are not under way: not those whose rows are being read, nor
// the one that keeps the state of a snapshot.
func (c *SQLiteConn) forgetIdle() error {
	var faults []error
	for query, statement := range c.statements {
		if statement.underWay {
			continue
		}
		faults = append(faults, statement.Finalize())
		delete(c.statements, query)
	}
	return errors.Join(faults...)
}

func (c *SQLiteConn) forget() error {
	var faults []error
	for query, statement := range c.statements {
		faults = append(faults, statement.Finalize())
		delete(c.statements, query)
	}
	return errors.Join(faults...)
}

// Close finalizes the statements and closes the connection.
func (c *SQLiteConn) Close() error {
	addresses.RLock()
	defer addresses.RUnlock()
	return errors.Join(c.forget(), c.conn.Close())
}

// asGone is the error of a statement: that of its caller, where it was interrupted
// because she has gone.
func asGone(ctx context.Context, err error) error {
	if sqlite.ErrCode(err) == sqlite.ResultInterrupt && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// statement is a prepared statement. Its bindings stay until the next ones: a
// statement whose bindings are cleared is planned anew.
type statement struct {
	*sqlite.Stmt
	arguments []int // of each of its parameters, in the order of SQLite, which argument is meant
	changes   bool  // or may change, a table that its connection watches
	underWay  bool  // it has begun and is not reset
}

// Reset ends a run of the statement.
func (s *statement) Reset() error {
	s.underWay = false
	return s.Stmt.Reset()
}

// is reads the numbers of the parameters, which SQLite takes for names.
func (s *statement) is(prepared *sqlite.Stmt) error {
	s.Stmt, s.arguments = prepared, make([]int, prepared.BindParamCount())
	for i := range s.arguments {
		name := prepared.BindParamName(i + 1)
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

// sqliteRows are the rows of a statement that runs.
type sqliteRows struct {
	ctx       context.Context // of the one who asked, while she goes through them
	statement *statement
	err       error
	closed    bool
}

// Next implements Rows.
func (r *sqliteRows) Next() bool {
	if r.err != nil || r.closed {
		return false
	}
	found, err := r.statement.Step()
	r.err = asGone(r.ctx, err)
	return found
}

// Scan implements Scanner.
func (r *sqliteRows) Scan(into ...any) error { return scanRow(r.statement.Stmt, into) }

// Close implements Rows.
func (r *sqliteRows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	return errors.Join(r.err, r.statement.Reset())
}
