//go:build !unix

package store

import (
	"fmt"
	"os"
)

// takeLock opens the lock file; without advisory locks it keeps nobody out.
func takeLock(path string) (*os.File, error) {
	file, err := privateFile(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a lock: %w", err)
	}
	return file, nil
}

// tryLock keeps nobody out either.
func tryLock(path string) (*os.File, error) { return takeLock(path) }
