package store

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/database"
)

// OpenScratch opens a SQLite folder whose rows nothing reads after a crash. It does not wait for the disk.
func OpenScratch(ctx context.Context, folder string) (*Store, error) {
	return Open(ctx, Location{Folder: folder, isScratch: true})
}

// PostponeIndexes drops indexes that are not unique; create creates them again. Sorting all entries once is cheaper
// than inserting each.
func (s *Store) PostponeIndexes(ctx context.Context) (create func(context.Context) error, err error) {
	names, definitions, err := s.plainIndexes(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the indexes of a scratch database: %w", err)
	}
	for i, name := range names {
		names[i] = `DROP INDEX ` + name
	}
	if err := s.runOneByOne(ctx, names); err != nil {
		return nil, fmt.Errorf("dropping the indexes of a scratch database: %w", err)
	}
	return func(ctx context.Context) error {
		if err := s.runOneByOne(ctx, definitions); err != nil {
			return fmt.Errorf("creating the indexes of a scratch database: %w", err)
		}
		return nil
	}, nil
}

func (s *Store) plainIndexes(ctx context.Context) (names, definitions []string, err error) {
	err = s.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) (err error) {
		rows, err := q.Query(ctx, `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE INDEX %' ORDER BY name`, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var name, definition string
			if err := rows.Scan(&name, &definition); err != nil {
				return err
			}
			names, definitions = append(names, name), append(definitions, definition)
		}
		return nil
	})
	return names, definitions, err
}

// runOneByOne runs each statement in its own transaction, which keeps the WAL short.
func (s *Store) runOneByOne(ctx context.Context, statements []string) error {
	for _, statement := range statements {
		err := s.WriteRows(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
			_, err := q.Exec(ctx, statement, nil)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
