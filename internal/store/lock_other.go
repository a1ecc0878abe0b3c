//go:build !unix

package store

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// takeLock opens the lock file; without advisory locks it keeps nobody out.
func takeLock(path string) (*os.File, error) {
	file, err := privateFile(path, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	return file, nil
}

// HoldFolder keeps nobody out either.
func HoldFolder(folder string) (io.Closer, error) {
	if err := MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	return takeLock(filepath.Join(folder, servingFile))
}
