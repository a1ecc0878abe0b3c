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

// pipeline sends deferred statements and prefetches with the next query, in order. Fewer round trips shorten row locks.
type pipeline struct {
	conn       *pgx.Conn
	pending    []pendingStatement
	prefetches []*prefetch
	started    bool
	answered   bool // a result was received or a commit sent
	aborted    bool // a statement or its handle returned an error: the transaction must be rolled back
}

type pendingStatement struct {
	query    string
	args     []any
	handle   func(rowCount int64, err error) error // nil: the error is returned
	prefetch *prefetch                             // receives the rows; nil: no prefetch
}

type prefetch struct {
	query   string
	args    []any
	fields  []pgconn.FieldDescription
	rows    [][][]byte
	arrived bool
}

func (p *pipeline) Exec(ctx context.Context, query string, args []any) (int64, error) {
	unsent := p.delayPrefetches()
	if len(p.pending)+len(unsent) == 0 {
		tag, err := p.conn.Exec(ctx, query, args...)
		return tag.RowsAffected(), p.recordResult(err)
	}
	results, err := p.send(ctx, query, args, unsent...)
	if err != nil {
		return 0, err
	}
	tag, err := results.Exec()
	for i := 0; i < len(unsent) && err == nil; i++ {
		err = p.readResult(results, unsent[i])
	}
	return tag.RowsAffected(), p.recordResult(cmp.Or(err, results.Close()))
}

// ExecInSavepoint runs a statement that may fail: without a savepoint, PostgreSQL would abort the transaction.
func (p *pipeline) ExecInSavepoint(ctx context.Context, query string, args []any) (rowCount int64, stmtErr, err error) {
	if _, err := p.Exec(ctx, "SAVEPOINT try", nil); err != nil {
		return 0, nil, err
	}
	if rowCount, stmtErr = p.Exec(ctx, query, args); stmtErr == nil {
		return rowCount, nil, p.ExecDeferred(ctx, "RELEASE SAVEPOINT try", nil, nil)
	}
	if _, err := p.conn.Exec(ctx, "ROLLBACK TO SAVEPOINT try"); err != nil {
		return 0, nil, errors.Join(stmtErr, fmt.Errorf("rolling back to a savepoint: %w", err))
	}
	p.aborted = false
	return 0, stmtErr, nil
}

func (p *pipeline) ExecDeferred(_ context.Context, query string, args []any, handle func(int64, error) error) error {
	unsent := p.delayPrefetches()
	p.pending = append(p.pending, pendingStatement{query: query, args: args, handle: handle})
	p.pending = append(p.pending, unsent...)
	return nil
}

func (p *pipeline) Prefetch(query string, args []any) {
	rows := &prefetch{query: query, args: args}
	p.prefetches = append(p.prefetches, rows)
	p.pending = append(p.pending, pendingStatement{query: query, args: args, prefetch: rows})
}

func (p *pipeline) Query(ctx context.Context, query string, args []any) (Rows, error) {
	if prefetch := p.takePrefetch(query, args); prefetch != nil {
		if err := p.flush(ctx); err != nil {
			return nil, err
		}
		return &prefetchedRows{types: p.conn.TypeMap(), prefetch: prefetch, at: -1}, nil
	}
	if len(p.pending) == 0 {
		rows, err := p.conn.Query(ctx, query, args...)
		if err != nil {
			return nil, p.recordResult(err)
		}
		return &pipelineRows{pipeline: p, Rows: rows}, nil
	}
	results, err := p.send(ctx, query, args)
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, p.recordResult(cmp.Or(err, results.Close()))
	}
	return &pipelineRows{pipeline: p, Rows: rows, results: results}, nil
}

func (p *pipeline) takePrefetch(query string, args []any) *prefetch {
	for i, prefetch := range p.prefetches {
		if prefetch.query == query && reflect.DeepEqual(prefetch.args, args) {
			p.prefetches = append(p.prefetches[:i], p.prefetches[i+1:]...)
			return prefetch
		}
	}
	return nil
}

// delayPrefetches makes prefetches safe for a write, which may change their rows: it discards those that have arrived, and
// removes the others from the pending statements. They must be sent after the write.
func (p *pipeline) delayPrefetches() (unsent []pendingStatement) {
	p.prefetches = slices.DeleteFunc(p.prefetches, func(rows *prefetch) bool { return rows.arrived })
	var writes []pendingStatement
	for _, statement := range p.pending {
		if statement.prefetch == nil {
			writes = append(writes, statement)
		} else {
			unsent = append(unsent, statement)
		}
	}
	p.pending = writes
	return unsent
}

func (p *pipeline) flush(ctx context.Context) error {
	if len(p.pending) == 0 {
		return nil
	}
	last := p.pending[len(p.pending)-1]
	p.pending = p.pending[:len(p.pending)-1]
	results, err := p.send(ctx, last.query, last.args)
	if err != nil {
		return err
	}
	return p.recordResult(cmp.Or(p.readResult(results, last), results.Close()))
}

// send sends the pending statements, the query and the statements after it as one batch, and reads the results of the
// pending ones. The caller reads the others and closes the results.
func (p *pipeline) send(ctx context.Context, query string, args []any, after ...pendingStatement) (pgx.BatchResults, error) {
	pending := p.pending
	p.pending, p.started = nil, true
	batch := &pgx.Batch{}
	for _, statement := range slices.Concat(pending, []pendingStatement{{query: query, args: args}}, after) {
		batch.Queue(statement.query, statement.args...)
	}
	results := p.conn.SendBatch(ctx, batch)
	for _, statement := range pending {
		if err := p.readResult(results, statement); err != nil {
			return nil, p.recordResult(cmp.Or(err, results.Close()))
		}
		p.answered = true
	}
	return results, nil
}

func (p *pipeline) readResult(results pgx.BatchResults, statement pendingStatement) error {
	if statement.prefetch != nil {
		return statement.prefetch.read(results)
	}
	tag, err := results.Exec()
	if statement.handle != nil {
		return statement.handle(tag.RowsAffected(), err)
	}
	return err
}

func (p *pipeline) recordResult(err error) error {
	p.started, p.aborted, p.answered = true, p.aborted || err != nil, p.answered || err == nil
	return err
}

// isSafeToRetry reports whether the connection was closed before a result was received or a commit sent: the work can
// run again on another connection.
func (p *pipeline) isSafeToRetry() bool { return !p.answered && p.conn.IsClosed() }

// read copies rows: the connection reuses their memory.
func (f *prefetch) read(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	f.fields, f.arrived = append(f.fields, rows.FieldDescriptions()...), true
	for rows.Next() {
		var row [][]byte
		for _, value := range rows.RawValues() {
			row = append(row, append([]byte(nil), value...))
			if value != nil && row[len(row)-1] == nil {
				row[len(row)-1] = []byte{}
			}
		}
		f.rows = append(f.rows, row)
	}
	return rows.Err()
}

type prefetchedRows struct {
	*prefetch
	types *pgtype.Map
	at    int
}

func (r *prefetchedRows) Next() bool {
	r.at++
	return r.at < len(r.rows)
}

func (r *prefetchedRows) Scan(into ...any) error {
	return pgx.ScanRow(r.types, r.fields, r.rows[r.at], into...)
}

func (r *prefetchedRows) Close() error { return nil }

type pipelineRows struct {
	pgx.Rows
	pipeline *pipeline
	results  pgx.BatchResults // nil: sent alone
}

func (r *pipelineRows) Next() bool {
	found := r.Rows.Next()
	r.pipeline.answered = r.pipeline.answered || found
	return found
}

func (r *pipelineRows) Close() error {
	r.Rows.Close()
	err := r.Rows.Err()
	if r.results != nil {
		err = cmp.Or(err, r.results.Close())
		r.results = nil
	}
	return r.pipeline.recordResult(err)
}

// transaction sends the statements of begin with fn's first statement, and COMMIT with the statements still pending.
// ctx is the context of fn, endCtx that of COMMIT or ROLLBACK.
func (p *pipeline) transaction(endCtx, ctx context.Context, begin []pendingStatement, fn TxFunc) error {
	p.pending = begin
	if err := runRecovering(ctx, p, &TxCache{}, fn); err != nil {
		return errors.Join(err, p.rollback(endCtx))
	}
	if !p.started && len(p.pending) == len(begin) {
		return nil
	}
	if p.aborted {
		return errors.Join(errAborted, p.rollback(endCtx))
	}
	return p.commit(endCtx)
}

var errAborted = errors.New("a transaction continued after a failed statement")

func (p *pipeline) commit(ctx context.Context) error {
	p.answered = true // outcome unknown from here
	tag, err := p.sendCommit(ctx)
	switch {
	case tag == "COMMIT":
		return nil // even if the connection broke later
	case errors.Is(err, ErrRetry):
		return errors.Join(err, p.rollback(ctx))
	case err != nil:
		return errors.Join(postgresCommitError(err), p.rollback(ctx))
	}
	return fmt.Errorf("committing: PostgreSQL answered %s", tag)
}

func (p *pipeline) sendCommit(ctx context.Context) (string, error) {
	if len(p.pending) == 0 {
		tag, err := p.conn.Exec(ctx, "COMMIT")
		return tag.String(), err
	}
	results, err := p.send(ctx, "COMMIT", nil)
	if err != nil {
		return "", err
	}
	tag, err := results.Exec()
	return tag.String(), cmp.Or(err, results.Close())
}

// rollback does nothing if no transaction is open, or on a broken connection, whose transaction the server ends.
func (p *pipeline) rollback(ctx context.Context) error {
	p.pending = nil
	if !p.started || p.conn.IsClosed() || p.conn.PgConn().TxStatus() == 'I' {
		return nil
	}
	if _, err := p.conn.Exec(ctx, "ROLLBACK"); err != nil {
		return errors.Join(fmt.Errorf("rolling back a transaction: %w", err), driver.ErrBadConn)
	}
	return nil
}
