package database

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// pipeline asks PostgreSQL. What nobody waits for is sent with the next question, in
// its order, so that it costs no round trip of its own: while a write waits for an
// answer, others wait for its rows.
type pipeline struct {
	conn     *pgx.Conn
	unsent   []unsent
	known    []*prefetched // what was asked ahead and nobody has come for yet
	begun    bool          // something was sent
	answered bool          // something was answered, or may have been committed
	aborted  bool          // a statement has failed: nothing more is done here
}

// unsent is a statement that waits for the next question.
type unsent struct {
	query string
	args  []any
	done  func(changed int64, err error) error // nil: an error is returned as it is
	ahead *prefetched                          // where its rows are kept; nil: it has none
}

// prefetched are the rows of a query that was asked ahead.
type prefetched struct {
	query  string
	args   []any
	fields []pgconn.FieldDescription
	rows   [][][]byte
	come   bool // the rows are there
}

// Exec implements Querier.
func (p *pipeline) Exec(ctx context.Context, query string, args []any) (int64, error) {
	p.forget()
	if len(p.unsent) == 0 {
		done, err := p.conn.Exec(ctx, query, args...)
		return done.RowsAffected(), p.note(err)
	}
	sent, err := p.send(ctx, query, args)
	if err != nil {
		return 0, err
	}
	done, err := sent.Exec()
	return done.RowsAffected(), p.note(cmp.Or(err, sent.Close()))
}

// Try implements Querier. PostgreSQL refuses everything after a statement that failed,
// so the statement runs in a savepoint.
func (p *pipeline) Try(ctx context.Context, query string, args []any) (changed int64, failed, err error) {
	if _, err := p.Exec(ctx, "SAVEPOINT try", nil); err != nil {
		return 0, nil, err
	}
	if changed, failed = p.Exec(ctx, query, args); failed == nil {
		return changed, nil, p.ExecDeferred(ctx, "RELEASE SAVEPOINT try", nil, nil)
	}
	if _, err := p.conn.Exec(ctx, "ROLLBACK TO SAVEPOINT try"); err != nil {
		return 0, nil, errors.Join(failed, fmt.Errorf("undoing a savepoint: %w", err))
	}
	p.aborted = false
	return 0, failed, nil
}

// ExecDeferred implements Querier.
func (p *pipeline) ExecDeferred(_ context.Context, query string, args []any, done func(int64, error) error) error {
	p.forget()
	p.unsent = append(p.unsent, unsent{query: query, args: args, done: done})
	return nil
}

// Prefetch implements Querier.
func (p *pipeline) Prefetch(query string, args []any) {
	rows := &prefetched{query: query, args: args}
	p.known = append(p.known, rows)
	p.unsent = append(p.unsent, unsent{query: query, args: args, ahead: rows})
}

// Query implements Querier.
func (p *pipeline) Query(ctx context.Context, query string, args []any) (Rows, error) {
	if ahead := p.take(query, args); ahead != nil {
		if err := p.flush(ctx); err != nil {
			return nil, err
		}
		return &prefetchedRows{types: p.conn.TypeMap(), prefetched: ahead, at: -1}, nil
	}
	if len(p.unsent) == 0 {
		found, err := p.conn.Query(ctx, query, args...)
		if err != nil {
			return nil, p.note(err)
		}
		return &pipelineRows{pipeline: p, Rows: found}, nil
	}
	sent, err := p.send(ctx, query, args)
	if err != nil {
		return nil, err
	}
	found, err := sent.Query()
	if err != nil {
		return nil, p.note(cmp.Or(err, sent.Close()))
	}
	return &pipelineRows{pipeline: p, Rows: found, sent: sent}, nil
}

// take returns the rows that were asked for ahead by the same query, once.
func (p *pipeline) take(query string, args []any) *prefetched {
	for i, ahead := range p.known {
		if ahead.query == query && reflect.DeepEqual(ahead.args, args) {
			p.known = append(p.known[:i], p.known[i+1:]...)
			return ahead
		}
	}
	return nil
}

// forget drops the rows that came before what is written now: they may tell of what it
// changes.
func (p *pipeline) forget() {
	p.known = slices.DeleteFunc(p.known, func(ahead *prefetched) bool { return ahead.come })
}

// flush sends what waits.
func (p *pipeline) flush(ctx context.Context) error {
	if len(p.unsent) == 0 {
		return nil
	}
	last := p.unsent[len(p.unsent)-1]
	p.unsent = p.unsent[:len(p.unsent)-1]
	sent, err := p.send(ctx, last.query, last.args)
	if err != nil {
		return err
	}
	return p.note(cmp.Or(p.finish(sent, last), sent.Close()))
}

// send sends what waits and then a query, and reads the answers to all but that one.
func (p *pipeline) send(ctx context.Context, query string, args []any) (pgx.BatchResults, error) {
	waited := p.unsent
	p.unsent, p.begun = nil, true
	batch := &pgx.Batch{}
	for _, w := range waited {
		batch.Queue(w.query, w.args...)
	}
	batch.Queue(query, args...)
	sent := p.conn.SendBatch(ctx, batch)
	for _, w := range waited {
		if err := p.finish(sent, w); err != nil {
			return nil, p.note(cmp.Or(err, sent.Close()))
		}
		p.answered = true
	}
	return sent, nil
}

// finish reads the answer to one statement.
func (p *pipeline) finish(sent pgx.BatchResults, w unsent) error {
	if w.ahead != nil {
		return w.ahead.read(sent)
	}
	done, err := sent.Exec()
	if w.done != nil {
		return w.done(done.RowsAffected(), err)
	}
	return err
}

// note keeps in mind that a statement has failed: PostgreSQL does nothing more in its
// transaction.
func (p *pipeline) note(err error) error {
	p.begun, p.aborted, p.answered = true, p.aborted || err != nil, p.answered || err == nil
	return err
}

// unused reports whether the connection has ended before anything was answered on it.
func (p *pipeline) unused() bool { return !p.answered && p.conn.IsClosed() }

// read takes the rows over, which are the connection's only until the next answer.
func (f *prefetched) read(sent pgx.BatchResults) error {
	found, err := sent.Query()
	if err != nil {
		return err
	}
	defer found.Close()
	f.fields, f.come = append(f.fields, found.FieldDescriptions()...), true
	for found.Next() {
		var row [][]byte
		for _, value := range found.RawValues() {
			row = append(row, append([]byte(nil), value...))
			if value != nil && row[len(row)-1] == nil {
				row[len(row)-1] = []byte{}
			}
		}
		f.rows = append(f.rows, row)
	}
	return found.Err()
}

// prefetchedRows are rows that have come already.
type prefetchedRows struct {
	*prefetched
	types *pgtype.Map
	at    int
}

// Next implements Rows.
func (r *prefetchedRows) Next() bool {
	r.at++
	return r.at < len(r.rows)
}

// Scan implements Scanner.
func (r *prefetchedRows) Scan(into ...any) error {
	return pgx.ScanRow(r.types, r.fields, r.rows[r.at], into...)
}

// Close implements Rows.
func (r *prefetchedRows) Close() error { return nil }

// pipelineRows are rows that come while they are read.
type pipelineRows struct {
	pgx.Rows
	pipeline *pipeline
	sent     pgx.BatchResults // the others that were sent with the query; nil: it was alone
}

// Next implements Rows.
func (r *pipelineRows) Next() bool {
	found := r.Rows.Next()
	r.pipeline.answered = r.pipeline.answered || found
	return found
}

// Close implements Rows.
func (r *pipelineRows) Close() error {
	r.Rows.Close()
	err := r.Rows.Err()
	if r.sent != nil {
		err = cmp.Or(err, r.sent.Close())
		r.sent = nil
	}
	return r.pipeline.note(err)
}

// transaction runs fn between beginning and end, for which ending holds, and its
// statements until ctx ends. It begins with the first question, and ends with what
// nobody has waited for.
func (p *pipeline) transaction(ending, ctx context.Context, begin string, fn TxFunc) error {
	p.unsent = []unsent{{query: begin}}
	if err := guarded(ctx, p, &TxCache{}, fn); err != nil {
		return errors.Join(err, p.rollback(ending))
	}
	if !p.begun && len(p.unsent) == 1 {
		return nil // it asked nothing
	}
	if p.aborted {
		return errors.Join(errAborted, p.rollback(ending))
	}
	return p.commit(ending)
}

var errAborted = errors.New("a transaction went on after one of its statements had failed")

func (p *pipeline) commit(ctx context.Context) error {
	p.answered = true // whatever becomes of it
	ended, err := p.end(ctx)
	switch {
	case ended == "COMMIT":
		return nil // whatever became of the connection after it
	case errors.Is(err, ErrRetry):
		return errors.Join(err, p.rollback(ctx))
	case err != nil:
		return errors.Join(committingPostgres(err), p.rollback(ctx))
	}
	return fmt.Errorf("committing: PostgreSQL answered %s", ended)
}

// end sends what waits and then the commit, and returns what PostgreSQL calls what it did.
func (p *pipeline) end(ctx context.Context) (string, error) {
	if len(p.unsent) == 0 {
		ended, err := p.conn.Exec(ctx, "COMMIT")
		return ended.String(), err
	}
	sent, err := p.send(ctx, "COMMIT", nil)
	if err != nil {
		return "", err
	}
	ended, err := sent.Exec()
	return ended.String(), cmp.Or(err, sent.Close())
}

// rollback ends a transaction that is not to be kept. A connection that is broken has
// ended it.
func (p *pipeline) rollback(ctx context.Context) error {
	p.unsent = nil
	if !p.begun || p.conn.IsClosed() || p.conn.PgConn().TxStatus() == 'I' {
		return nil
	}
	if _, err := p.conn.Exec(ctx, "ROLLBACK"); err != nil {
		return errors.Join(fmt.Errorf("undoing a transaction: %w", err), driver.ErrBadConn)
	}
	return nil
}
