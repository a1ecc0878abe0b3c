//go:build unix

package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// takeLock waits for the lock file and holds it until the file is closed. The
// system releases it when the program ends, however it ends.
func takeLock(path string) (*os.File, error) {
	file, err := privateFile(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), file.Close())
	}
	return file, nil
}

// HoldFolder makes the caller the one server of a data folder, until the returned
// file is closed or the program ends, however it ends. It refuses at once while
// there is another one.
func HoldFolder(folder string) (io.Closer, error) {
	if err := MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	path := filepath.Join(folder, servingFile)
	file, err := privateFile(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errors.New("a server is running on this folder: stop it first (several at once need PostgreSQL)")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("holding %s: %w", folder, err), file.Close())
	}
	return file, nil
}
