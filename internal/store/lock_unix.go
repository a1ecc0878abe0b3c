//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// takeLock waits for the lock file and holds it until the file is closed. The
// system releases it when the program ends, however it ends.
func takeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", path, err), file.Close())
	}
	return file, nil
}
