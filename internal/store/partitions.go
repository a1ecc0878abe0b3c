package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"

	"axioma/internal/database"
)

//go:embed partition_by_business.sql
var partitionByBusiness string

// ErrNoPartitions means that the database is SQLite, which has no partitions.
var ErrNoPartitions = errors.New("SQLite has no partitions: name a PostgreSQL database")

// PartitionByBusiness hash-partitions tables of businesses of a migrated PostgreSQL database in one transaction, and
// returns how many (decision 0055). Partitioned tables do not change. No server may use the database meanwhile.
func PartitionByBusiness(ctx context.Context, at Location, partitions int) (tableCount int, err error) {
	if at.URL == "" {
		return 0, ErrNoPartitions
	}
	pool, err := database.OpenPool(ctx, database.Location{URL: at.URL, Connections: 1}, database.ModeWrite)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("partitioning the tables: %w", err)
	}
	tableCount, err = divideTables(ctx, tx, partitions)
	if err != nil {
		return 0, errors.Join(fmt.Errorf("partitioning the tables: %w", err), tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("partitioning the tables: %w", err)
	}
	return tableCount, nil
}

func divideTables(ctx context.Context, tx *sql.Tx, partitions int) (tableCount int, err error) {
	before, err := countPartitioned(ctx, tx)
	if err != nil {
		return 0, err
	}
	set := fmt.Sprintf("SET LOCAL statement_timeout = 0; SET LOCAL axioma.partitions = '%d'", partitions)
	for _, statement := range []string{set, partitionByBusiness} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return 0, err
		}
	}
	after, err := countPartitioned(ctx, tx)
	return after - before, err
}

func countPartitioned(ctx context.Context, tx *sql.Tx) (tables int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM pg_class WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace`).Scan(&tables)
	return tables, err
}
