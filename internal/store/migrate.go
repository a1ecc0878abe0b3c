package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrateSQLite is called with the lock of the data folder.
func migrateSQLite(ctx context.Context, pool *sql.DB, how opening) error {
	if pending, err := how.wants(ctx, pool, sqliteDialect()); err != nil || !pending {
		return err
	}
	return migrate(ctx, goose.DialectSQLite3, pool)
}

// migratePostgres lets one of several starting programs migrate while the
// others wait. Migrating takes its time, so it has connections of its own,
// which nothing hurries.
func migratePostgres(ctx context.Context, pool *sql.DB, address string, how opening) (err error) {
	if pending, err := how.wants(ctx, pool, postgresDialect()); err != nil || !pending {
		return err
	}
	patient, err := sql.Open("pgx", address)
	if err != nil {
		return fmt.Errorf("reading the database address: %w", err)
	}
	defer func() { err = errors.Join(err, patient.Close()) }()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second, for five minutes
	if err != nil {
		return fmt.Errorf("making the migration lock: %w", err)
	}
	return migrate(ctx, goose.DialectPostgres, patient, goose.WithSessionLocker(locker))
}

// migrate brings the tables up to date.
func migrate(ctx context.Context, dialect goose.Dialect, pool *sql.DB, options ...goose.ProviderOption) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return fmt.Errorf("reading the migrations: %w", err)
	}
	// Two migrations that were written side by side may reach a database in
	// either order; they do not build on each other.
	options = append(options, goose.WithAllowOutofOrder(true))
	provider, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return fmt.Errorf("reading the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bringing the tables up to date: %w", err)
	}
	return nil
}
