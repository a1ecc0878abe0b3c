// Package copying copies rows to a file, another engine or installation, and verifies copies.
package copying

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/database"
	"axioma/internal/files"
	"axioma/internal/store"
)

// Copy writes a snapshot to an empty folder while the database is in use. Only the file's owner can read it. Verify
// checks it.
func Copy(ctx context.Context, from store.Location, folder string) error {
	if from.URL != "" {
		return copyServer(ctx, from, folder)
	}
	path := database.FilePath(folder)
	if err := files.MakeFolder(folder); err != nil {
		return fmt.Errorf("creating the folder of the copy: %w", err)
	}
	if err := files.CreatePrivate(path); err != nil {
		return err
	}
	return database.CopyFile(ctx, database.FilePath(from.Folder), path)
}

func copyServer(ctx context.Context, from store.Location, folder string) error {
	if _, err := CopyRows(ctx, from, store.Location{Folder: folder}); err != nil {
		return err
	}
	return database.DisableWAL(database.FilePath(folder))
}

// EstimateSize returns an upper estimate of a copy's size, in bytes.
func EstimateSize(ctx context.Context, at store.Location) (size int64, err error) {
	st, err := store.OpenReadOnly(ctx, at)
	if err != nil {
		return 0, err
	}
	err = st.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		return database.QueryRow(ctx, q, d.Size).Scan(&size)
	})
	if err != nil {
		err = fmt.Errorf("measuring the database: %w", err)
	}
	return size, errors.Join(err, st.Close())
}

// CountRows counts rows by table.
func CountRows(ctx context.Context, at store.Location) (RowCounts, error) {
	st, err := store.OpenReadOnly(ctx, at)
	if err != nil {
		return nil, err
	}
	var counts RowCounts
	err = st.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) (err error) {
		counts, err = countAll(ctx, q)
		return err
	})
	return counts, errors.Join(err, st.Close())
}

func countAll(ctx context.Context, q database.Querier) (RowCounts, error) {
	counts := RowCounts{}
	for _, table := range copiedTables() {
		var rows int64
		if err := database.QueryRow(ctx, q, `SELECT count(*) FROM `+table).Scan(&rows); err != nil {
			return nil, fmt.Errorf("counting the rows of %s: %w", table, err)
		}
		counts[table] = rows
	}
	return counts, nil
}

// CheckpointWAL moves an unused folder's data into the file and syncs it.
func CheckpointWAL(folder string) error { return database.DisableWAL(database.FilePath(folder)) }

// Verify checks file, version and invariants of an unused folder without changing it. The error names the first breach.
func Verify(ctx context.Context, folder string) error {
	if err := CheckIntegrity(ctx, folder); err != nil {
		return err
	}
	st, err := store.OpenReadOnly(ctx, store.Location{Folder: folder})
	if err != nil {
		return fmt.Errorf("reading %s: %w", database.FilePath(folder), err)
	}
	breaches, err := st.Check(ctx)
	if err == nil && breaches.Rows > 0 {
		err = fmt.Errorf("%d rows break the rules; the first: %s", breaches.Rows, breaches.First[0])
	}
	return errors.Join(err, st.Close())
}

// CheckIntegrity runs SQLite's check on a folder that no process uses, of any version.
func CheckIntegrity(ctx context.Context, folder string) error {
	return database.CheckIntegrity(ctx, database.FilePath(folder))
}
