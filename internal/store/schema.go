package store

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/pressly/goose/v3"

	"axioma/internal/database"
)

// Schema compares the tables of a database with those of this program.
type Schema struct {
	Found   int64    // the version of the database; zero: it has no tables
	Known   int64    // the version that this program brings it to
	Pending []string // the migrations that it lacks, in their order
}

// CompareSchema tells what bringing a database up to date would do, and does nothing of
// it. It refuses what a newer program has changed. A folder without data has no tables.
func CompareSchema(ctx context.Context, at At) (Schema, error) {
	engine, found, err := at.versions(ctx)
	if err == nil {
		err = found.newer()
	}
	if err != nil {
		return Schema{}, err
	}
	schema := Schema{Known: slices.Max(found.known)}
	if !found.empty() {
		schema.Found = slices.Max(found.applied)
	}
	schema.Pending, err = found.lacking(engine)
	return schema, err
}

// versions looks at a database without changing or creating anything.
func (at At) versions(ctx context.Context) (goose.Dialect, versions, error) {
	engine, dialect := goose.DialectSQLite3, database.SQLiteDialect()
	if at.URL != "" {
		engine, dialect = goose.DialectPostgres, database.PostgresDialect()
	} else if _, err := os.Stat(database.FilePath(at.Folder)); errors.Is(err, os.ErrNotExist) {
		known, err := knownVersions()
		return engine, versions{known: known}, err
	}
	pool, err := database.OpenPool(ctx, database.Location{Folder: at.Folder, URL: at.URL, Connections: database.MinConnections}, database.ModeInspect)
	if err != nil {
		return "", versions{}, err
	}
	found, err := readVersions(ctx, pool, dialect)
	return engine, found, errors.Join(err, pool.Close())
}
