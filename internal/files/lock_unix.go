//go:build unix

package files

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock waits for the lock (flock), which ends when the file is closed or the process ends.
func Lock(path string) (*os.File, error) { return flock(path, syscall.LOCK_EX) }

// TryLock returns ErrLocked instead of waiting.
func TryLock(path string) (*os.File, error) {
	file, err := flock(path, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrLocked
	}
	return file, err
}

func flock(path string, operation int) (*os.File, error) {
	file, err := OpenPrivate(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), operation); err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), file.Close())
	}
	return file, nil
}
