package store

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/pressly/goose/v3"

	"axioma/internal/database"
)

// Schema compares a database's tables with this program's.
type Schema struct {
	Version int64 // zero: no tables
	Target  int64
	Pending []string
}

// CompareSchema refuses a newer program's database. A folder without data has no tables.
func CompareSchema(ctx context.Context, at Location) (Schema, error) {
	engine, versions, err := at.versions(ctx)
	if err == nil {
		err = versions.refuseNewer()
	}
	if err != nil {
		return Schema{}, err
	}
	schema := Schema{Target: slices.Max(versions.knownVersions)}
	if !versions.empty() {
		schema.Version = slices.Max(versions.appliedVersions)
	}
	schema.Pending, err = versions.missingMigrations(engine)
	return schema, err
}

func (at Location) versions(ctx context.Context) (goose.Dialect, schemaVersions, error) {
	engine, dialect := goose.DialectSQLite3, database.SQLiteDialect()
	if at.URL != "" {
		engine, dialect = goose.DialectPostgres, database.PostgresDialect()
	} else if _, err := os.Stat(database.FilePath(at.Folder)); errors.Is(err, os.ErrNotExist) {
		versions, err := knownVersions()
		return engine, schemaVersions{knownVersions: versions}, err
	}
	pool, err := database.OpenPool(ctx, database.Location{Folder: at.Folder, URL: at.URL, Connections: database.MinConnections}, database.ModeInspect)
	if err != nil {
		return "", schemaVersions{}, err
	}
	versions, err := readVersions(ctx, pool, dialect)
	return engine, versions, errors.Join(err, pool.Close())
}
