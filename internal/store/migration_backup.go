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
	copyPrefix = database.FileName + ".before-" // and version
	maxCopies  = 3
)

// backUpBeforeMigration copies the database, so that a downgrade is possible. It fails without room for the copy and
// for what the migration adds.
func backUpBeforeMigration(ctx context.Context, pool *sql.DB, at Location) error {
	folder := at.Folder
	versions, err := readVersions(ctx, pool, database.SQLiteDialect())
	if err != nil || versions.empty() {
		return err
	}
	if err := checkRoomForCopy(ctx, pool, at); err != nil {
		return err
	}
	backupPath := filepath.Join(folder, copyPrefix+strconv.FormatInt(slices.Max(versions.appliedVersions), 10))
	partial := filepath.Join(folder, database.FileName+".partial")
	if err := errors.Join(files.RemoveIfExists(partial), files.CreatePrivate(partial)); err != nil {
		return err
	}
	if err := database.CopyFile(ctx, database.FilePath(folder), partial); err != nil {
		return errors.Join(fmt.Errorf("copying the data before the migration: %w", err), files.RemoveIfExists(partial))
	}
	if err := os.Rename(partial, backupPath); err != nil {
		return fmt.Errorf("naming the copy from before the migration: %w", err)
	}
	return errors.Join(files.SyncPath(folder), removeOldCopies(folder))
}

func checkRoomForCopy(ctx context.Context, pool *sql.DB, at Location) error {
	var size int64
	if err := pool.QueryRowContext(ctx, database.SQLiteDialect().Size).Scan(&size); err != nil {
		return fmt.Errorf("measuring the database: %w", err)
	}
	measure := files.FreeBytes
	if at.freeSpace != nil {
		measure = at.freeSpace
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

func removeOldCopies(folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, copyPrefix+"*"))
	if err != nil {
		return fmt.Errorf("finding earlier copies: %w", err)
	}
	slices.SortFunc(paths, func(a, b string) int { return int(versionOfCopy(b) - versionOfCopy(a)) })
	for _, path := range paths[min(len(paths), maxCopies):] {
		if err := files.RemoveIfExists(path); err != nil {
			return err
		}
	}
	return nil
}

func versionOfCopy(path string) int64 {
	version, err := strconv.ParseInt(strings.TrimPrefix(filepath.Base(path), copyPrefix), 10, 64)
	if err != nil {
		return 0
	}
	return version
}
