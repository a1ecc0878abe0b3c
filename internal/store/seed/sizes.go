package seed

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// TableSize is the size of a PostgreSQL table.
type TableSize struct {
	Name              string
	Rows              int64
	Bytes, IndexBytes int64 // of the table without its indexes, and of the indexes
}

// Total includes indexes.
func (t TableSize) Total() int64 { return t.Bytes + t.IndexBytes }

// TableSizes lists tables, largest first. It is slow: it counts the rows of each.
func TableSizes(ctx context.Context, url string) (sizes []TableSize, err error) {
	pool, err := sql.Open("pgx", url)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	rows, err := pool.QueryContext(ctx, `SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		return nil, fmt.Errorf("measure the tables: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var size TableSize
		if err := rows.Scan(&size.Name, &size.Bytes, &size.IndexBytes); err != nil {
			return nil, fmt.Errorf("measure the tables: %w", err)
		}
		sizes = append(sizes, size)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("measure the tables: %w", err)
	}
	for i, size := range sizes {
		if err := pool.QueryRowContext(ctx, `SELECT count(*) FROM "`+size.Name+`"`).Scan(&sizes[i].Rows); err != nil {
			return nil, fmt.Errorf("count the rows of %s: %w", size.Name, err)
		}
	}
	slices.SortFunc(sizes, func(a, b TableSize) int { return cmp.Compare(b.Total(), a.Total()) })
	return sizes, nil
}
