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

// How a file is copied while it is used: so many pages at once, after which the copier
// rests as long as they took, and what is written is flushed little by little, since the
// flushes of writes would wait for all of it at the end.
const (
	pagesAtOnce  = 256 // a MiB
	flushedAfter = 8   // of these
)

// CopyFile makes a file that has what another database file holds at one moment. It
// reads one state of it, whatever is written meanwhile, and waits for nobody.
func CopyFile(ctx context.Context, from, to string) error {
	return atLowPriority(func() (err error) {
		source, err := plainly(from, sqlite.OpenReadOnly, connectionPragmas(ModeRead)...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, source.Close()) }()
		err = source.snapshot(ctx, func(ctx context.Context, _ Querier, _ *TxCache) error { return copyState(ctx, source, to) })
		if err != nil {
			return fmt.Errorf("copying %s: %w", from, err)
		}
		return LeaveWAL(to)
	})
}

// OpenFile opens a file to write by a connection that nothing else in the program knows of.
func OpenFile(path string, pragmas ...string) (*SQLiteConn, error) {
	return plainly(path, sqlite.OpenReadWrite, pragmas...)
}

// plainly opens a file by a connection that nothing else in the program knows of.
func plainly(path string, flags sqlite.OpenFlags, pragmas ...string) (*SQLiteConn, error) {
	conn, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	kept := keep(conn)
	conn.SetBusyTimeout(readerPatience)
	for _, pragma := range pragmas {
		if err := kept.Run("PRAGMA " + pragma); err != nil {
			return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), kept.Close())
		}
	}
	return kept, nil
}

// copyState copies the state that a connection sees.
func copyState(ctx context.Context, source *SQLiteConn, to string) (err error) {
	// Whatever stops it halfway leaves a file that nobody takes for a copy.
	target, err := plainly(to, sqlite.OpenReadWrite, "journal_mode(OFF)", "synchronous(OFF)")
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
	return step(ctx, copying, file)
}

func step(ctx context.Context, copying *sqlite.Backup, file *os.File) error {
	for steps, more := 1, true; more; steps++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		began := time.Now()
		var err error
		if more, err = copying.Step(pagesAtOnce); err != nil {
			return err
		}
		if steps%flushedAfter == 0 {
			if err := files.SyncData(file); err != nil {
				return fmt.Errorf("flushing the copy: %w", err)
			}
		}
		time.Sleep(time.Since(began))
	}
	return nil
}

// LeaveWAL makes a file whole without a journal beside it, and has all of it on
// disk. No program has it open.
func LeaveWAL(path string) error {
	conn, err := plainly(path, sqlite.OpenReadWrite, "synchronous(FULL)", "journal_mode(DELETE)")
	if err != nil {
		return err
	}
	if err := conn.Close(); err != nil {
		return fmt.Errorf("closing the copy: %w", err)
	}
	return errors.Join(files.Flush(path), files.Flush(filepath.Dir(path)))
}

// CheckFile has SQLite look at each page of a file, of whatever version, which no program has
// open.
func CheckFile(ctx context.Context, path string) error {
	return atLowPriority(func() (err error) {
		conn, err := plainly(path, sqlite.OpenReadOnly, connectionPragmas(ModeRead)...)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
		defer conn.until(ctx)()
		var found string
		if err := QueryRow(ctx, conn, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
			return fmt.Errorf("the file is damaged, or is not a database: %w", err)
		}
		if found != "ok" {
			return fmt.Errorf("the file is damaged: %s", found)
		}
		return nil
	})
}

// IsFull reports whether something failed because a disk is full, or because a file may
// not grow any more.
func IsFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EFBIG) || errors.Is(err, syscall.EDQUOT) ||
		sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull
}
