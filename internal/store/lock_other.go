//go:build !unix

package store

import (
	"fmt"
	"os"
)

// takeLock opens the lock file; without advisory locks it keeps nobody out.
func takeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	return file, nil
}
