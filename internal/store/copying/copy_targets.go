package copying

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"axioma/internal/database"
)

// anyRow detects a database that was used.
const anyRow = `SELECT 1 FROM businesses UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM settings LIMIT 1`

// fileTarget is a SQLite file. It needs no WAL, because no other process reads it.
type fileTarget struct{ conn *database.SQLiteConn }

func sqliteTarget(path string) (rowTarget, error) {
	conn, err := database.OpenFile(path,
		"journal_mode(DELETE)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-64000)", "temp_store(MEMORY)")
	if err != nil {
		return nil, err
	}
	// Rows may refer to later rows: foreign keys are checked at commit.
	for _, statement := range []string{"BEGIN IMMEDIATE", "PRAGMA defer_foreign_keys(1)"} {
		if err := conn.Run(statement); err != nil {
			return nil, errors.Join(fmt.Errorf("beginning to copy into %s: %w", path, err), conn.Close())
		}
	}
	return &fileTarget{conn}, nil
}

func (t *fileTarget) empty(ctx context.Context) (bool, error) {
	var count int64
	err := database.QueryRow(ctx, t.conn, anyRow).Scan(&count)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return false, err
}

func (t *fileTarget) fill(ctx context.Context, rows copiedRows) (rowCount int64, err error) {
	places := make([]string, len(rows.columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	insert := `INSERT INTO ` + rows.table + ` (` + strings.Join(rows.names(), `, `) + `) VALUES (` + strings.Join(places, `, `) + `)`
	for values, err := range rows.rows {
		if err == nil {
			_, err = t.conn.Exec(ctx, insert, values)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return rowCount, err
		}
		rowCount++
	}
	return rowCount, nil
}

func (t *fileTarget) commit(context.Context) error {
	if err := t.conn.Run("COMMIT"); err != nil {
		return fmt.Errorf("storing copied rows: %w", err)
	}
	return nil
}

// undo rolls back by closing the connection.
func (t *fileTarget) undo(context.Context) error { return t.conn.Close() }

type serverTarget struct {
	conn *pgx.Conn
	tx   pgx.Tx
}

func postgresTarget(ctx context.Context, address string) (rowTarget, error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("connecting to the database: %w", err)
	}
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("beginning to copy: %w", err), conn.Close(ctx))
	}
	return &serverTarget{conn, tx}, nil
}

func (t *serverTarget) empty(ctx context.Context) (bool, error) {
	var count int64
	err := t.tx.QueryRow(ctx, anyRow).Scan(&count)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return false, err
}

type queuedRow struct {
	values []any
	err    error
}

// fill writes a table by one COPY, and then checks foreign keys.
func (t *serverTarget) fill(ctx context.Context, rows copiedRows) (rowCount int64, err error) {
	restore, err := t.allowCopy(ctx, pgx.Identifier{rows.table}.Sanitize())
	if err != nil {
		return 0, fmt.Errorf("preparing the table %s: %w", rows.table, err)
	}
	defer func() {
		if err == nil {
			err = restore()
		}
	}()
	queue, done := make(chan queuedRow, 256), make(chan error, 1)
	go func() {
		_, err := t.tx.CopyFrom(ctx, pgx.Identifier{rows.table}, rows.names(), pgx.CopyFromFunc(func() ([]any, error) {
			next := <-queue // at the end: no row and no error
			return next.values, next.err
		}))
		done <- err
	}()
	for values, err := range rows.rows {
		select {
		case queue <- queuedRow{slices.Clone(values), err}:
			rowCount++
		case err := <-done:
			return rowCount, err
		}
	}
	close(queue)
	return rowCount, <-done
}

// allowCopy lifts forced row-level security, which COPY refuses, until restore is called.
func (t *serverTarget) allowCopy(ctx context.Context, table string) (restore func() error, err error) {
	var forced bool
	if err := t.tx.QueryRow(ctx, "SELECT relforcerowsecurity FROM pg_class WHERE oid = $1::regclass", table).Scan(&forced); err != nil {
		return nil, err
	}
	if !forced {
		return func() error { return nil }, nil
	}
	if _, err := t.tx.Exec(ctx, "ALTER TABLE "+table+" NO FORCE ROW LEVEL SECURITY"); err != nil {
		return nil, err
	}
	return func() error {
		_, err := t.tx.Exec(ctx, "ALTER TABLE "+table+" FORCE ROW LEVEL SECURITY")
		return err
	}, nil
}

// commit commits the rows and analyzes the tables, which PostgreSQL would do only a minute later.
func (t *serverTarget) commit(ctx context.Context) error {
	if err := t.tx.Commit(ctx); err != nil {
		return fmt.Errorf("storing copied rows: %w", err)
	}
	if _, err := t.conn.Exec(ctx, "ANALYZE"); err != nil {
		return fmt.Errorf("renewing the statistics: %w", err)
	}
	return nil
}

func (t *serverTarget) undo(ctx context.Context) error { return t.conn.Close(ctx) }
