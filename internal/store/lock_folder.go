package store

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"axioma/internal/database"
	"axioma/internal/files"
)

// LockFolder makes the caller the folder's only server until Close or exit, or fails at once.
func LockFolder(folder string) (io.Closer, error) {
	if err := files.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	lock, err := files.TryLock(filepath.Join(folder, database.ServerLock))
	if errors.Is(err, files.ErrLocked) {
		err = errors.New("a server is running on this folder: stop it first (several at once need PostgreSQL)")
	}
	if err != nil {
		return nil, fmt.Errorf("holding %s: %w", folder, err)
	}
	return lock, nil
}
