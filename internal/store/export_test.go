package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/pressly/goose/v3"

	"axioma/internal/database"
)

var CustomersByPhoneEnd = customersByPhoneEnd

var (
	ReasonToKeepCustomer = reasonToKeepCustomer
	CustomerRemoval      = customerRemoval
)

// OnDisk returns the database as on a disk with this many free bytes.
func (at Location) OnDisk(free int64) Location {
	at.freeSpace = func(string) (int64, error) { return free, nil }
	return at
}

func (s *Store) ExecRaw(ctx context.Context, statement string, args ...any) error {
	return s.engine.Write(ctx, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		_, err := q.Exec(ctx, statement, args)
		return err
	})
}

func (s *Store) ExecRawOf(ctx context.Context, businessID, statement string, args ...any) (rowCount int64, err error) {
	err = s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		rowCount, err = q.Exec(ctx, statement, args)
		return err
	})
	return rowCount, err
}

func (s *Store) CountRawOf(ctx context.Context, businessID, query string) (count int, err error) {
	err = s.engine.Read(ctx, database.ReadScreen, businessID, func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		return database.QueryRow(ctx, q, query).Scan(&count)
	})
	return count, err
}

func (s *Store) WriteRaw(ctx context.Context, fn func(exec func(statement string) error) error) error {
	return s.engine.Write(ctx, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		return fn(func(statement string) error {
			_, err := q.Exec(ctx, statement, nil)
			return err
		})
	})
}

func (s *Store) ReadRaw(ctx context.Context, statement string) error {
	return s.engine.Read(ctx, database.ReadScreen, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		_, err := q.Exec(ctx, statement, nil)
		return err
	})
}

// QueryRaw runs a query and signals when it begins.
func (s *Store) QueryRaw(ctx context.Context, start chan<- struct{}, query string) error {
	return s.translateError(s.engine.Read(ctx, database.ReadScreen, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		var value any
		close(start)
		return database.QueryRow(ctx, q, query).Scan(&value)
	}))
}

func (s *Store) RowRaw(ctx context.Context, into any, query string) error {
	return s.engine.Read(ctx, database.ReadScreen, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		return database.QueryRow(ctx, q, query).Scan(into)
	})
}

// Limit limits the SQLite file to so many more pages, as a nearly full disk does. Without an argument it lifts the
// limit.
func (s *Store) Limit(ctx context.Context, more ...int) error {
	return s.engine.Write(ctx, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		limit := 1 << 30
		if len(more) > 0 {
			if err := database.QueryRow(ctx, q, "PRAGMA page_count").Scan(&limit); err != nil {
				return err
			}
			limit += more[0]
		}
		var set int
		return database.QueryRow(ctx, q, fmt.Sprintf("PRAGMA max_page_count(%d)", limit)).Scan(&set)
	})
}

// AwaitWriters waits until so many callers write or wait for it.
func (s *Store) AwaitWriters(count int) {
	for {
		stats, err := s.Stats()
		if err != nil {
			panic(err)
		}
		isWriting := func(use database.BulkheadStats) bool { return use.Name == "write" && use.InUse == count }
		if stats.QueuedWrites == count-1 && slices.ContainsFunc(stats.Bulkheads, isWriting) {
			return
		}
		runtime.Gosched()
	}
}

// MigrateTo creates the tables of an earlier version in an empty database: in folder or at url.
func MigrateTo(ctx context.Context, folder, url string, version int64) (err error) {
	steps, err := NewSteps(folder, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, steps.Pool.Close()) }()
	return steps.To(ctx, version)
}

// Steps migrates a database version by version on one connection.
type Steps struct {
	Pool     *sql.DB
	provider *goose.Provider
}

// NewSteps returns a database's steps. The caller closes its pool.
func NewSteps(folder, url string) (*Steps, error) {
	dialect := goose.DialectSQLite3
	pool, err := database.OpenPool(context.Background(), database.Location{Folder: folder, URL: url}, database.ModeCreate)
	if url != "" {
		dialect = goose.DialectPostgres
		pool, err = sql.Open("pgx", url) // because a migration may take long
	}
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	files, err := newMigrations(dialect)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	provider, err := goose.NewProvider(dialect, pool, files)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &Steps{Pool: pool, provider: provider}, nil
}

func (s *Steps) To(ctx context.Context, version int64) error {
	_, err := s.provider.UpTo(ctx, version)
	return err
}

// ExportedColumns returns the exported columns, as table.column.
func ExportedColumns() (names []string) {
	for _, table := range exportedTables() {
		for _, column := range table.columns {
			names = append(names, table.name+"."+column)
		}
	}
	return names
}

func Withheld() map[string]string { return withheldReasons() }

func Flags() []string { return flags }

func (tx *Tx) Texts(query string, args ...any) ([]string, error) {
	return tx.queryStrings(query, args...)
}

// TryOne runs a statement that may cause a unique violation.
func (tx *Tx) TryOne(query string, args ...any) (isTaken bool, err error) {
	return tryExecOne(tx, query, args...)
}

func (tx *Tx) ExecDeferred(query string, args ...any) error {
	return tx.execDeferred(func(err error) error { return fmt.Errorf("later: %w", err) }, query, args...)
}

func (tx *Tx) Exec(query string, args ...any) error {
	_, err := tx.exec(query, args...)
	return err
}

func (tx *Tx) Prefetch(query string, args ...any) { tx.q.Prefetch(query, args) }

func (tx *Tx) Row(into any, query string, args ...any) error {
	return tx.queryRow(query, args...).Scan(into)
}

func (tx *Tx) Rows(query string, fn func()) error {
	return tx.queryEach(query, nil, func(scanner) error { fn(); return nil })
}

func (q Customers) ListQuery(search CustomerSearch, limit int) (text string, args []any) {
	rows := search.parts(Page{Limit: limit})[0].query(q.tx)
	return rows.text, rows.args
}

var (
	SnapshotPage    = snapshotPage
	EventsBackwards = eventsBackwards
)

// RemoveNothing runs every statement that rolls a restore back, for no row.
func (q RestoredRows) RemoveNothing(undo RestoreUndo) error {
	for _, step := range q.deletions(undo) {
		if _, err := q.tx.exec(step.statement, append(step.args, 0)...); err != nil {
			return err
		}
	}
	return nil
}

func Restoring(tx *Tx) (map[string]bool, error) { return incompleteBusinesses(tx) }
