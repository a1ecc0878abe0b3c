//go:build !unix

package files

import (
	"fmt"
	"os"
)

// Lock excludes no other process: this system has no advisory locks.
func Lock(path string) (*os.File, error) {
	file, err := OpenPrivate(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a lock: %w", err)
	}
	return file, nil
}

// TryLock is the same as Lock.
func TryLock(path string) (*os.File, error) { return Lock(path) }
