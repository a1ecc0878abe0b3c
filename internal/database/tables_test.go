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

// serverVariable names the PostgreSQL server that the tests run on (see internal/testpg); empty:
// they run on SQLite.
const serverVariable = "AXIOMA_TEST_DATABASE_URL"

// newPlace makes a database without tables, which is there until the test ends.
func newPlace(t *testing.T) Place {
	t.Helper()
	server := os.Getenv(serverVariable)
	if server == "" {
		return Place{Folder: t.TempDir()}
	}
	name := "axioma_engine_" + strings.ToLower(rand.Text())
	executeOn(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { executeOn(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/" + name
	return Place{URL: address.String()}
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

// patient is a place whose sessions wait for locks and connections for minutes.
func (p Place) patient(t *testing.T) Place {
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

// open opens an engine with the tables of the tests, until the test ends.
func (p Place) open(t *testing.T) Engine {
	t.Helper()
	opened, err := Open(t.Context(), p, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	return opened
}

// newEngine is an engine with the tables of the tests, on a database of its own.
func newEngine(t *testing.T) Engine {
	t.Helper()
	return newPlace(t).patient(t).open(t)
}

// opened is newEngine on SQLite, whatever the tests run on.
func opened(t *testing.T) *sqliteEngine {
	t.Helper()
	return Place{Folder: t.TempDir()}.open(t).(*sqliteEngine)
}

// testOptions are those of an engine with two tables, of which people is watched.
func testOptions() Options {
	return Options{Prepare: makeTables, Ping: "SELECT count(*) FROM notes WHERE name = ''", Watched: []string{"people"}}
}

func makeTables(ctx context.Context, pool *sql.DB) error {
	for _, table := range []string{"notes (name TEXT PRIMARY KEY, value TEXT NOT NULL)", "people (id INTEGER PRIMARY KEY, name TEXT)"} {
		if _, err := pool.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+table); err != nil {
			return fmt.Errorf("making the tables of the tests: %w", err)
		}
	}
	return nil
}

// execute runs a statement in a writing transaction.
func execute(ctx context.Context, e Engine, statement string, args ...any) error {
	return e.Write(ctx, "", func(ctx context.Context, q Querier, _ *TxCache) error {
		_, err := q.Exec(ctx, statement, args)
		return err
	})
}
