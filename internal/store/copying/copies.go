// Package copying copies and moves all rows of a database, to a file or to another engine, and looks
// through a copy. It reads tables as they are, past the nouns of the store.
package copying

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/database"
	"axioma/internal/files"
	"axioma/internal/store"
)

// Copy makes a data folder that has what a database holds at one moment, while it goes
// on being used, whatever its engine. The folder's file stands alone, and is for its
// owner only. The folder may be there already, but has no data. What was copied is not
// looked at: see Verify.
func Copy(ctx context.Context, from store.At, folder string) error {
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

// copyServer is Copy of a database of PostgreSQL.
func copyServer(ctx context.Context, from store.At, folder string) error {
	if _, err := CopyRows(ctx, from, store.At{Folder: folder}); err != nil {
		return err
	}
	return database.DisableWAL(database.FilePath(folder))
}

// Size is how many bytes a copy of a database takes at most, more or less.
func Size(ctx context.Context, at store.At) (size int64, err error) {
	st, err := store.OpenToRead(ctx, at)
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

// CountRows counts the rows of the tables of a database.
func CountRows(ctx context.Context, at store.At) (RowCounts, error) {
	st, err := store.OpenToRead(ctx, at)
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

// StandAlone has the file of a data folder, which nobody else uses, hold all of its data
// without a journal beside it, on disk.
func StandAlone(folder string) error { return database.DisableWAL(database.FilePath(folder)) }

// Verify looks through a data folder that nobody else uses, and changes nothing: that
// its file is whole, that it has the version of this program, and that the rules hold. A
// rule that is broken is an error that names the first row.
func Verify(ctx context.Context, folder string) error {
	if err := Whole(ctx, folder); err != nil {
		return err
	}
	st, err := store.OpenToRead(ctx, store.At{Folder: folder})
	if err != nil {
		return fmt.Errorf("reading %s: %w", database.FilePath(folder), err)
	}
	breaches, err := st.Check(ctx)
	if err == nil && breaches.Rows > 0 {
		err = fmt.Errorf("%d rows break the rules; the first: %s", breaches.Rows, breaches.First[0])
	}
	return errors.Join(err, st.Close())
}

// Whole has SQLite look at each page of the file of a data folder, of whatever version,
// which nobody else uses.
func Whole(ctx context.Context, folder string) error {
	return database.CheckIntegrity(ctx, database.FilePath(folder))
}
