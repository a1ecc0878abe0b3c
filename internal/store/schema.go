package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/pressly/goose/v3"
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
	if at.URL != "" {
		pool, err := openPool(ctx, at.URL, FewestConnections, toLook)
		if err != nil {
			return "", versions{}, err
		}
		found, err := readVersions(ctx, pool, postgresDialect())
		return goose.DialectPostgres, found, errors.Join(err, pool.Close())
	}
	path := filepath.Join(at.Folder, sqliteFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		known, err := knownVersions()
		return goose.DialectSQLite3, versions{known: known}, err
	}
	pool, err := sql.Open("sqlite", readingDSN(path, toLook))
	if err != nil {
		return "", versions{}, fmt.Errorf("opening %s: %w", path, err)
	}
	found, err := readVersions(ctx, pool, sqliteDialect())
	return goose.DialectSQLite3, found, errors.Join(err, pool.Close())
}
