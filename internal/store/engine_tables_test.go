package store

import (
	"context"
	"database/sql"
	"fmt"
)

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
