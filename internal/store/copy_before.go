package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"axioma/internal/database"
	"axioma/internal/files"
)

const (
	beforePrefix = database.FileName + ".before-" // and the version that the tables had
	keptBefore   = 3
)

// copyBefore copies the file of a data folder before its tables are brought up to date,
// so that there is a way back to the program of before. It refuses a disk without room
// for the copy, and one on which the tables would have none to grow. The folder is
// locked.
func copyBefore(ctx context.Context, pool *sql.DB, at At) error {
	folder := at.Folder
	found, err := readVersions(ctx, pool, database.SQLiteDialect())
	if err != nil || found.empty() {
		return err
	}
	if err := roomBefore(ctx, pool, at); err != nil {
		return err
	}
	copied := filepath.Join(folder, beforePrefix+strconv.FormatInt(slices.Max(found.applied), 10))
	partial := filepath.Join(folder, database.FileName+".partial")
	if err := errors.Join(files.RemoveIfExists(partial), files.CreatePrivate(partial)); err != nil {
		return err
	}
	if err := database.CopyFile(ctx, database.FilePath(folder), partial); err != nil {
		return errors.Join(fmt.Errorf("copying the data before the tables are brought up to date: %w", err), files.RemoveIfExists(partial))
	}
	if err := os.Rename(partial, copied); err != nil {
		return fmt.Errorf("naming the copy of before: %w", err)
	}
	return errors.Join(files.SyncPath(folder), forgetBefore(folder))
}

func roomBefore(ctx context.Context, pool *sql.DB, at At) error {
	var size int64
	if err := pool.QueryRowContext(ctx, database.SQLiteDialect().Size).Scan(&size); err != nil {
		return fmt.Errorf("measuring the database: %w", err)
	}
	measure := files.FreeBytes
	if at.free != nil {
		measure = at.free
	}
	free, err := measure(at.Folder)
	if err != nil {
		return err
	}
	if free < 2*size {
		return fmt.Errorf("the tables are to be brought up to date, and a copy is made before: the disk of %s needs %d MiB for that, and %d are free. "+
			"Make room, or make a copy elsewhere and start with --no-copy-before", at.Folder, 2*size>>20+1, free>>20)
	}
	return nil
}

// forgetBefore removes the copies of before that are not kept: those of the oldest
// versions.
func forgetBefore(folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, beforePrefix+"*"))
	if err != nil {
		return fmt.Errorf("looking for copies of before: %w", err)
	}
	slices.SortFunc(paths, func(a, b string) int { return int(versionBefore(b) - versionBefore(a)) })
	for _, path := range paths[min(len(paths), keptBefore):] {
		if err := files.RemoveIfExists(path); err != nil {
			return err
		}
	}
	return nil
}

// versionBefore is the version of which a copy of before is; zero of a file that is none.
func versionBefore(path string) int64 {
	version, err := strconv.ParseInt(strings.TrimPrefix(filepath.Base(path), beforePrefix), 10, 64)
	if err != nil {
		return 0
	}
	return version
}
