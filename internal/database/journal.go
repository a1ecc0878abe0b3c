package database

import (
	"errors"
	"fmt"
	"io"
	"os"

	"axioma/internal/files"
)

// journal is SQLite's journal (its WAL) as a file: SQLite writes what is committed
// into it, and the group writer has it flushed. It is opened when it is first flushed,
// after a commit, and lives as long as the connection that wrote it. One goroutine uses
// it at a time.
type journal struct {
	path string
	file *os.File
}

// flush returns when all that was written before is on disk.
func (j *journal) flush() error {
	if err := j.open(); err != nil {
		return err
	}
	if err := files.SyncData(j.file); err != nil {
		return fmt.Errorf("flushing the journal: %w", err)
	}
	return nil
}

// rewrite writes all of the journal once more, as it reads. After a flush that failed the
// system takes what it could not write for written, and the next flush would say that
// all is well. Nobody else writes meanwhile.
func (j *journal) rewrite() error {
	if err := j.open(); err != nil {
		return err
	}
	buffer := make([]byte, 1<<20)
	for at := int64(0); ; {
		n, err := j.file.ReadAt(buffer, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading the journal again: %w", err)
		}
		if n == 0 {
			return nil
		}
		if _, err := j.file.WriteAt(buffer[:n], at); err != nil {
			return fmt.Errorf("writing the journal again: %w", err)
		}
		at += int64(n)
	}
}

func (j *journal) open() (err error) {
	if j.file != nil {
		return nil
	}
	if j.file, err = os.OpenFile(j.path, os.O_RDWR, 0); err != nil {
		return fmt.Errorf("opening the journal: %w", err)
	}
	return nil
}

// close releases the file, whoever else has it open.
func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
