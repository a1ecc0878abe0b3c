package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"axioma/internal/database"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrationsFor has the common migrations and those of one engine (00031_rewards_of_any_kind.sqlite.sql).
type migrationsFor struct {
	fs.FS
	engine goose.Dialect
}

func newMigrations(engine goose.Dialect) (migrationsFor, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return migrationsFor{}, fmt.Errorf("reading the migrations: %w", err)
	}
	return migrationsFor{FS: files, engine: engine}, nil
}

// Glob returns the migrations without the other engine's. Goose's "sqlite3" begins with "sqlite".
func (m migrationsFor) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(m.FS, pattern)
	if err != nil {
		return nil, fmt.Errorf("listing the migrations: %w", err)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		parts := strings.Split(name, ".")
		return len(parts) > 2 && !strings.HasPrefix(string(m.engine), parts[1])
	}), nil
}

func migrateSQLite(ctx context.Context, pool *sql.DB, at Location, mode openMode) error {
	if pending, err := mode.needsMigration(ctx, pool, database.SQLiteDialect()); err != nil || !pending {
		return err
	}
	if !at.WithoutCopy {
		if err := backUpBeforeMigration(ctx, pool, at); err != nil {
			return err
		}
	}
	return migrate(ctx, goose.DialectSQLite3, pool)
}

// migratePostgres migrates without timeouts. Other programs that start wait.
func migratePostgres(ctx context.Context, pool *sql.DB, address string, mode openMode) (err error) {
	if pending, err := mode.needsMigration(ctx, pool, database.PostgresDialect()); err != nil || !pending {
		return err
	}
	withoutTimeouts, err := sql.Open("pgx", address)
	if err != nil {
		return fmt.Errorf("reading the database address: %w", err)
	}
	defer func() { err = errors.Join(err, withoutTimeouts.Close()) }()
	locker, err := database.NewTableLocker(lock.WithTableLockTimeout(time.Second, 300))
	if err != nil {
		return err
	}
	return migrate(ctx, goose.DialectPostgres, withoutTimeouts, goose.WithLocker(locker))
}

func migrate(ctx context.Context, dialect goose.Dialect, pool *sql.DB, options ...goose.ProviderOption) error {
	files, err := newMigrations(dialect)
	if err != nil {
		return err
	}
	// Migrations of parallel branches may arrive in any order.
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
