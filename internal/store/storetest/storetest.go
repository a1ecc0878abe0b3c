// Package storetest gives each test a SQLite file or a database on the PostgreSQL server at AXIOMA_TEST_DATABASE_URL
// (see internal/testpg).
package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"

	"axioma/internal/store"
)

const urlVariable = "AXIOMA_TEST_DATABASE_URL"

// Database lasts until the test ends and may be opened several times.
type Database struct {
	Folder string // empty: PostgreSQL
	URL    string // empty: SQLite
}

// IsPostgres reports whether New uses PostgreSQL.
func IsPostgres() bool { return os.Getenv(urlVariable) != "" }

// New creates a migrated database.
func New(t testing.TB) Database {
	t.Helper()
	if server := os.Getenv(urlVariable); server != "" {
		return Database{URL: createPostgres(t, server)}
	}
	return Database{Folder: createSQLite(t)}
}

// NewFile returns a new SQLite database.
func NewFile(t testing.TB) Database {
	t.Helper()
	return Database{Folder: createSQLite(t)}
}

// Location is where the program finds the database.
func (d Database) Location() store.Location { return store.Location{Folder: d.Folder, URL: d.URL} }

// Open opens a new database until the test ends.
func Open(t testing.TB) *store.Store {
	t.Helper()
	return New(t).Open(t)
}

// Open opens the database until the test ends, with long timeouts for busy machines.
func (d Database) Open(t testing.TB) *store.Store {
	t.Helper()
	if st := takeStore(d.URL); st != nil {
		return st
	}
	st, err := d.OpenUnclosed(t)
	return closeAfter(t, st, err)
}

// OpenLimited opens the database with the program's timeouts.
func (d Database) OpenLimited(t testing.TB) *store.Store {
	t.Helper()
	st, err := d.open(t, d.URL)
	return closeAfter(t, st, err)
}

func closeAfter(t testing.TB, st *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatalf("opening the test database: %v", err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("closing the test database: %v", err)
		}
	})
	return st
}

// OpenUnclosed opens the database. The caller closes the store.
func (d Database) OpenUnclosed(t testing.TB) (*store.Store, error) {
	t.Helper()
	return d.open(t, patientAddress(t, d.URL))
}

func (d Database) open(t testing.TB, address string) (*store.Store, error) {
	if d.URL != "" {
		return store.OpenPostgres(t.Context(), address)
	}
	return store.OpenSQLite(t.Context(), d.Folder)
}

// Flags returns the command-line options for the database.
func (d Database) Flags() []string {
	if d.URL != "" {
		return []string{"--database-url", d.URL}
	}
	return []string{"--data", d.Folder}
}

// Try runs statements in one transaction, under the constraints.
func (d Database) Try(t testing.TB, statements ...string) error {
	t.Helper()
	return d.execConnected(t, "PRAGMA foreign_keys(1)", "SELECT 1", statements)
}

// Corrupt runs statements without foreign keys, to write rows that only a bug could write.
func (d Database) Corrupt(t testing.TB, statements ...string) {
	t.Helper()
	if err := d.execConnected(t, "PRAGMA foreign_keys(0)", "SET session_replication_role = replica", statements); err != nil {
		t.Fatalf("corrupting the database: %v", err)
	}
}

func (d Database) execConnected(t testing.TB, sqliteSetup, postgresSetup string, statements []string) error {
	t.Helper()
	if slices.ContainsFunc(statements, changesSchema) {
		d.dropAfterUse()
	}
	pool := d.pool(t)
	defer closeQuietly(t, pool)
	setup := sqliteSetup
	if d.URL != "" {
		setup = postgresSetup
	}
	if _, err := pool.ExecContext(t.Context(), setup); err != nil {
		return fmt.Errorf("%s: %w", setup, err)
	}
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", statement, err), tx.Rollback())
		}
	}
	return tx.Commit()
}

// DropTables removes all tables, as before the first start.
func (d Database) DropTables(t testing.TB) {
	t.Helper()
	if d.URL != "" {
		d.Corrupt(t, "DROP SCHEMA public CASCADE", "DROP SCHEMA IF EXISTS partitions CASCADE", "CREATE SCHEMA public")
		return
	}
	if err := os.Remove(filepath.Join(d.Folder, sqliteFile)); err != nil {
		t.Fatalf("emptying the test database: %v", err)
	}
}

// settingsTable has the program's settings, which an open store has read.
const settingsTable = "settings"

// Wipe removes all businesses' rows.
func (d Database) Wipe(t testing.TB) {
	t.Helper()
	if d.wipeRecycled(t) {
		return
	}
	pool := d.pool(t)
	tables := d.tables(t, pool)
	closeQuietly(t, pool)
	var statements []string
	for _, table := range tables {
		if table != settingsTable {
			statements = append(statements, "DELETE FROM "+table)
		}
	}
	d.Corrupt(t, statements...)
}

// Dump returns rows as sorted lines.
func (d Database) Dump(t testing.TB) []string {
	t.Helper()
	pool := d.pool(t)
	defer closeQuietly(t, pool)
	var lines []string
	for _, table := range d.tables(t, pool) {
		for _, row := range rowsOf(t, pool, "SELECT * FROM "+table) {
			lines = append(lines, table+" "+row)
		}
	}
	slices.Sort(lines)
	return lines
}

// Rows returns a query's rows, with blanks between values.
func (d Database) Rows(t testing.TB, query string) []string {
	t.Helper()
	pool := d.pool(t)
	defer closeQuietly(t, pool)
	return rowsOf(t, pool, query)
}

// Columns returns types by table.column.
func (d Database) Columns(t testing.TB) map[string]string {
	t.Helper()
	query := `SELECT table_name || '.' || column_name, data_type FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name NOT LIKE 'goose%' AND table_name NOT IN ('event_offset', 'oldest_program') AND is_generated = 'NEVER'`
	if d.URL == "" {
		query = `SELECT t.name || '.' || c.name, lower(c.type) FROM sqlite_master t JOIN pragma_table_info(t.name) c
			WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'goose%'`
	}
	types := map[string]string{}
	for _, row := range d.Rows(t, query) {
		column, kind, _ := strings.Cut(row, " ")
		types[column] = kind
	}
	return types
}

func (d Database) tables(t testing.TB, pool *sql.DB) []string {
	t.Helper()
	if d.URL != "" {
		return rowsOf(t, pool, `SELECT tablename FROM pg_tables
			WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%' AND tablename NOT IN ('event_offset', 'oldest_program')
			UNION ALL SELECT 'partitions.directory' FROM pg_tables WHERE schemaname = 'partitions' AND tablename = 'directory'`)
	}
	return rowsOf(t, pool, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%'`)
}

// pool has one connection, which keeps session settings.
func (d Database) pool(t testing.TB) *sql.DB {
	t.Helper()
	driver, address := "pgx", d.URL
	if d.URL == "" {
		driver, address = "sqlite", "file:"+filepath.Join(d.Folder, sqliteFile)+"?_pragma=busy_timeout(60000)"
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		t.Fatalf("connecting to the test database: %v", err)
	}
	pool.SetMaxOpenConns(1)
	return pool
}

func rowsOf(t testing.TB, pool *sql.DB, query string) []string {
	t.Helper()
	rows, err := pool.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer closeQuietly(t, rows)
	columns, err := rows.Columns()
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	lines := []string{}
	for rows.Next() {
		lines = append(lines, scanRow(t, rows, len(columns)))
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return lines
}

func scanRow(t testing.TB, rows *sql.Rows, columns int) string {
	t.Helper()
	values := make([]any, columns)
	into := make([]any, columns)
	for i := range values {
		into[i] = &values[i]
	}
	if err := rows.Scan(into...); err != nil {
		t.Fatalf("reading a row: %v", err)
	}
	texts := make([]string, columns)
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	return strings.Join(texts, " ")
}

func closeQuietly(t testing.TB, c interface{ Close() error }) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
}

// background returns a context for cleanups, after the end of the test's context.
func background() context.Context { return context.Background() }
