package store

import (
	"context"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"

	"axioma/internal/files"
)

// Copy makes a data folder that has what a database holds at one moment, while it goes
// on being used, whatever its engine. The folder's file stands alone, and is for its
// owner only. The folder may be there already, but has no data. What was copied is not
// looked at: see Verify.
func Copy(ctx context.Context, from At, folder string) error {
	if from.URL != "" {
		return copyServer(ctx, from, folder)
	}
	path := FileIn(folder)
	if err := files.MakeFolder(folder); err != nil {
		return fmt.Errorf("creating the folder of the copy: %w", err)
	}
	if err := files.CreatePrivate(path); err != nil {
		return err
	}
	return copyPages(ctx, FileIn(from.Folder), path)
}

// copyServer is Copy of a database of PostgreSQL.
func copyServer(ctx context.Context, from At, folder string) error {
	if _, err := CopyRows(ctx, from, At{Folder: folder}); err != nil {
		return err
	}
	return standAlone(FileIn(folder))
}

// Size is how many bytes a copy of a database takes at most, more or less.
func Size(ctx context.Context, at At) (int64, error) {
	st, err := OpenToRead(ctx, at)
	if err != nil {
		return 0, err
	}
	var size int64
	err = st.ViewPlatform(ctx, func(tx *PlatformTx) (err error) {
		size, err = sizeOf(&tx.tx)
		return err
	})
	return size, errors.Join(err, st.Close())
}

func sizeOf(tx *Tx) (size int64, err error) {
	if _, err := tx.one(tx.store.dialect.size, nil, &size); err != nil {
		return 0, fmt.Errorf("measuring the database: %w", err)
	}
	return size, nil
}

// CountRows counts the rows of the tables of a database.
func CountRows(ctx context.Context, at At) (RowCounts, error) {
	st, err := OpenToRead(ctx, at)
	if err != nil {
		return nil, err
	}
	var counts RowCounts
	err = st.ViewWhole(ctx, "", func(tx *Tx) (err error) {
		counts, err = countAll(tx)
		return err
	})
	return counts, errors.Join(err, st.Close())
}

func countAll(tx *Tx) (RowCounts, error) {
	counts := RowCounts{}
	for _, table := range copiedTables() {
		rows, err := tx.count(`SELECT count(*) FROM `+table, nil)
		if err != nil {
			return nil, fmt.Errorf("counting the rows of %s: %w", table, err)
		}
		counts[table] = rows
	}
	return counts, nil
}

// StandAlone has the file of a data folder, which nobody else uses, hold all of its data
// without a journal beside it, on disk.
func StandAlone(folder string) error { return standAlone(FileIn(folder)) }

// Verify looks through a data folder that nobody else uses, and changes nothing: that
// its file is whole, that it has the version of this program, and that the rules hold. A
// rule that is broken is an error that names the first row.
func Verify(ctx context.Context, folder string) error {
	if err := Whole(ctx, folder); err != nil {
		return err
	}
	st, err := OpenToRead(ctx, At{Folder: folder})
	if err != nil {
		return fmt.Errorf("reading %s: %w", FileIn(folder), err)
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
	return aside(func() (err error) {
		conn, err := plainly(FileIn(folder), sqlite.OpenReadOnly, connectionPragmas(Read)...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.close()) }()
		defer conn.until(ctx)()
		var found string
		if err := row(ctx, conn, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
			return fmt.Errorf("the file is damaged, or is not a database: %w", err)
		}
		if found != "ok" {
			return fmt.Errorf("the file is damaged: %s", found)
		}
		return nil
	})
}
