package database

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"

	"axioma/internal/files"
)

// The copier pauses after each step for as long as it took. It syncs every few steps, so that no large fsync delays
// commits.
const (
	pagesPerStep = 256 // 1 MiB
	syncEvery    = 8   // steps
)

// CopyFile copies a snapshot by SQLite's online backup, without blocking writers.
func CopyFile(ctx context.Context, from, to string) error {
	return atLowPriority(func() (err error) {
		source, err := openPlain(from, sqlite.OpenReadOnly, connectionPragmas(ModeRead)...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, source.Close()) }()
		err = source.snapshot(ctx, func(ctx context.Context, _ Querier, _ *TxCache) error { return copyState(ctx, source, to) })
		if err != nil {
			return fmt.Errorf("copying %s: %w", from, err)
		}
		return DisableWAL(to)
	})
}

// OpenFile opens a file for writing, without an Engine.
func OpenFile(path string, pragmas ...string) (*SQLiteConn, error) {
	return openPlain(path, sqlite.OpenReadWrite, pragmas...)
}

func openPlain(path string, flags sqlite.OpenFlags, pragmas ...string) (*SQLiteConn, error) {
	raw, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	conn := newSQLiteConn(raw)
	raw.SetBusyTimeout(readerBusyTimeout)
	for _, pragma := range pragmas {
		if err := conn.Run("PRAGMA " + pragma); err != nil {
			return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), conn.Close())
		}
	}
	return conn, nil
}

func copyState(ctx context.Context, source *SQLiteConn, to string) (err error) {
	// Without a journal an interrupted copy is invalid, so it cannot pass for a complete one.
	target, err := openPlain(to, sqlite.OpenReadWrite, "journal_mode(OFF)", "synchronous(OFF)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	file, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("opening the copy: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	copying, err := sqlite.NewBackup(target.conn, "main", source.conn, "main")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copying.Close()) }()
	return copySteps(ctx, copying, file)
}

func copySteps(ctx context.Context, copying *sqlite.Backup, file *os.File) error {
	for steps, more := 1, true; more; steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now()
		var err error
		if more, err = copying.Step(pagesPerStep); err != nil {
			return err
		}
		if steps%syncEvery == 0 {
			if err := files.SyncData(file); err != nil {
				return fmt.Errorf("flushing the copy: %w", err)
			}
		}
		time.Sleep(time.Since(began))
	}
	return nil
}

// DisableWAL moves the WAL into the file and syncs it. No process may have the file open.
func DisableWAL(path string) error {
	conn, err := openPlain(path, sqlite.OpenReadWrite, "synchronous(FULL)", "journal_mode(DELETE)")
	if err != nil {
		return err
	}
	if err := conn.Close(); err != nil {
		return fmt.Errorf("closing the copy: %w", err)
	}
	return errors.Join(files.SyncPath(path), files.SyncPath(filepath.Dir(path)))
}

// CheckIntegrity runs SQLite's check on a file of any schema version that no process uses.
func CheckIntegrity(ctx context.Context, path string) error {
	return atLowPriority(func() (err error) {
		conn, err := openPlain(path, sqlite.OpenReadOnly, connectionPragmas(ModeRead)...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
		defer conn.interruptAfter(ctx)()
		var result string
		if err := QueryRow(ctx, conn, "PRAGMA integrity_check(1)").Scan(&result); err != nil {
			return fmt.Errorf("the file is damaged, or is not a database: %w", err)
		}
		if result != "ok" {
			return fmt.Errorf("the file is damaged: %s", result)
		}
		return nil
	})
}

// IsDiskFull reports whether the disk is full or a file may not grow (quota, limit).
func IsDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) || errors.Is(err, syscall.EDQUOT) ||
		sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull
}
