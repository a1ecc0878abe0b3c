package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrateSQLite is called with the lock of the data folder.
func migrateSQLite(ctx context.Context, pool *sql.DB) error {
	return migrate(ctx, goose.DialectSQLite3, pool)
}

// migratePostgres lets one of several starting programs migrate while the
// others wait.
func migratePostgres(ctx context.Context, pool *sql.DB) error {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // every second, for five minutes
	if err != nil {
		return fmt.Errorf("making the migration lock: %w", err)
	}
	return migrate(ctx, goose.DialectPostgres, pool, goose.WithSessionLocker(locker))
}

// migrate brings the tables up to date. A database that a newer program has
// changed already is refused: this program would not know what it writes.
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
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("reading the version of the database: %w", err)
	}
	if current > target {
		return fmt.Errorf("the database has version %d and this program knows only %d: use the newer program", current, target)
	}
	pending, err := provider.HasPending(ctx) // without the lock: most starts find nothing to do
	if err != nil {
		return fmt.Errorf("comparing the database with the migrations: %w", err)
	}
	if !pending {
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bringing the tables up to date: %w", err)
	}
	return nil
}
