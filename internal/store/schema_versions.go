package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"

	"axioma/internal/database"
)

// schemaVersions are read without a lock: most starts migrate nothing.
type schemaVersions struct {
	knownVersions   []int64
	appliedVersions []int64 // empty: new database
	oldest          int64   // oldest program that may serve the tables; zero: only the newest
}

func readVersions(ctx context.Context, pool *sql.DB, dialect database.Dialect) (schemaVersions, error) {
	var versions schemaVersions
	var err error
	if versions.knownVersions, err = knownVersions(); err != nil {
		return versions, err
	}
	var exists bool
	if err := pool.QueryRowContext(ctx, hasVersions(dialect)).Scan(&exists); err != nil {
		return versions, fmt.Errorf("finding the version of the database: %w", err)
	}
	if !exists {
		return versions, nil
	}
	if versions.appliedVersions, err = appliedVersions(ctx, pool); err != nil || !versions.newer() || dialect.Name == "sqlite" {
		return versions, err
	}
	versions.oldest, err = oldestProgram(pool.QueryRowContext(ctx, oldestProgramQuery))
	return versions, err
}

// oldestProgram reads the oldest program that may serve the tables (decision 0057).
func oldestProgram(row scanner) (version int64, err error) {
	if err := row.Scan(&version); err != nil {
		return 0, fmt.Errorf("reading which programs may serve the database: %w", err)
	}
	return version, nil
}

const oldestProgramQuery = "SELECT version FROM oldest_program"

func hasVersions(dialect database.Dialect) string {
	if dialect.Name == "sqlite" {
		return "SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = 'goose_db_version'"
	}
	return "SELECT to_regclass('goose_db_version') IS NOT NULL"
}

func appliedVersions(ctx context.Context, pool *sql.DB) (versions []int64, err error) {
	rows, err := pool.QueryContext(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied AND version_id > 0")
	if err != nil {
		return nil, fmt.Errorf("reading the version of the database: %w", err)
	}
	for rows.Next() {
		var version int64
		if err := rows.Scan(&version); err != nil {
			return nil, errors.Join(fmt.Errorf("reading the version of the database: %w", err), rows.Close())
		}
		versions = append(versions, version)
	}
	return versions, errors.Join(rows.Err(), rows.Close())
}

func knownVersions() ([]int64, error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("listing the migrations: %w", err)
	}
	var versions []int64
	for _, file := range files {
		version, err := versionOf(file)
		if err != nil {
			return nil, err
		}
		versions = append(versions, version)
	}
	return versions, nil
}

func versionOf(file string) (int64, error) {
	number, _, _ := strings.Cut(path.Base(file), "_")
	version, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("reading the number of %s: %w", file, err)
	}
	return version, nil
}

func (v schemaVersions) missingMigrations(engine goose.Dialect) ([]string, error) {
	migrations, err := newMigrations(engine)
	if err != nil {
		return nil, err
	}
	files, err := migrations.Glob("*.sql")
	if err != nil {
		return nil, err
	}
	var lacking []string
	for _, file := range files {
		version, err := versionOf(file)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(v.appliedVersions, version) {
			lacking = append(lacking, file)
		}
	}
	return lacking, nil
}

func (v schemaVersions) newer() bool {
	return len(v.appliedVersions) > 0 && slices.Max(v.appliedVersions) > slices.Max(v.knownVersions)
}

func (v schemaVersions) servable() bool {
	return v.newer() && v.oldest > 0 && v.oldest <= slices.Max(v.knownVersions) && !v.pending()
}

func (v schemaVersions) refuseNewer() error {
	if v.newer() {
		return fmt.Errorf("the database has version %d and this program knows only %d: use the newer program",
			slices.Max(v.appliedVersions), slices.Max(v.knownVersions))
	}
	return nil
}

// pending reports whether a migration is missing, even below the last applied one.
func (v schemaVersions) pending() bool {
	return slices.ContainsFunc(v.knownVersions, func(version int64) bool { return !slices.Contains(v.appliedVersions, version) })
}

func (v schemaVersions) empty() bool { return len(v.appliedVersions) == 0 }

func (v schemaVersions) refuseOlder() error {
	if !v.pending() {
		return nil
	}
	return fmt.Errorf("the database has version %d and this program is of version %d: bring it up to date with \"axioma migrate\", or by a start of its server, or use the program of that version",
		slices.Max(v.appliedVersions), slices.Max(v.knownVersions))
}
