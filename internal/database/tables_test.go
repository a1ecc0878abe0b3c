package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
)

// serverVariable is empty for SQLite.
const serverVariable = "AXIOMA_TEST_DATABASE_URL"

func newTestLocation(t *testing.T) Location {
	t.Helper()
	server := os.Getenv(serverVariable)
	if server == "" {
		return Location{Folder: t.TempDir()}
	}
	name := "axioma_engine_" + strings.ToLower(rand.Text())
	executeOn(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { executeOn(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/" + name
	return Location{URL: address.String()}
}

func executeOn(t *testing.T, server, statement string) {
	t.Helper()
	pool, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.ExecContext(context.Background(), statement); err != nil {
		t.Errorf("%s: %v", statement, err)
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
}

func (p Location) withLongTimeouts(t *testing.T) Location {
	t.Helper()
	if p.URL == "" {
		return p
	}
	address, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("connect_timeout", "120")
	query.Set("lock_timeout", "2min")
	query.Set("idle_in_transaction_session_timeout", "2min")
	address.RawQuery = query.Encode()
	p.URL = address.String()
	return p
}

func (p Location) open(t *testing.T) Engine {
	t.Helper()
	engine, err := Open(t.Context(), p, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	return engine
}

func newEngine(t *testing.T) Engine {
	t.Helper()
	return newTestLocation(t).withLongTimeouts(t).open(t)
}

func newSQLiteEngine(t *testing.T) *sqliteEngine {
	t.Helper()
	return Location{Folder: t.TempDir()}.open(t).(*sqliteEngine)
}

func testOptions() Options {
	return Options{Prepare: makeTables, Ping: "SELECT count(*) FROM notes WHERE name = ''", CachedTables: []string{"people"}}
}

func makeTables(ctx context.Context, pool *sql.DB) error {
	for _, table := range []string{"notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)", "people (id INTEGER PRIMARY KEY, name TEXT)"} {
		if _, err := pool.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+table); err != nil {
			return fmt.Errorf("making the tables of the tests: %w", err)
		}
	}
	return nil
}

func execute(ctx context.Context, e Engine, statement string, args ...any) error {
	return e.Write(ctx, "", func(ctx context.Context, q Querier, _ *TxCache) error {
		_, err := q.Exec(ctx, statement, args)
		return err
	})
}
