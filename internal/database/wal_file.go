package database

import (
	"errors"
	"fmt"
	"io"
	"os"

	"axioma/internal/files"
)

// walFile is SQLite's WAL, opened after the first commit. It is not safe for concurrent use.
type walFile struct {
	path string
	file *os.File
}

func (w *walFile) flush() error {
	if err := w.open(); err != nil {
		return err
	}
	if err := files.SyncData(w.file); err != nil {
		return fmt.Errorf("fsync of the WAL: %w", err)
	}
	return nil
}

// rewrite writes the whole WAL: a failed fsync marks dirty pages clean, so another fsync would succeed without writing.
// No other writer may run.
func (w *walFile) rewrite() error {
	if err := w.open(); err != nil {
		return err
	}
	buffer := make([]byte, 1<<20)
	for at := int64(0); ; {
		n, err := w.file.ReadAt(buffer, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading the WAL again: %w", err)
		}
		if n == 0 {
			return nil
		}
		if _, err := w.file.WriteAt(buffer[:n], at); err != nil {
			return fmt.Errorf("writing the WAL again: %w", err)
		}
		at += int64(n)
	}
}

func (w *walFile) open() (err error) {
	if w.file != nil {
		return nil
	}
	if w.file, err = os.OpenFile(w.path, os.O_RDWR, 0); err != nil {
		return fmt.Errorf("opening the WAL: %w", err)
	}
	return nil
}

func (w *walFile) close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}

// noDisk does not flush. It serves scratch files, whose commits need not survive a crash.
type noDisk struct{}

func (noDisk) flush() error   { return nil }
func (noDisk) rewrite() error { return nil }
func (noDisk) close() error   { return nil }
