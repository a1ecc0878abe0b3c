package store

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"axioma/internal/database"
	"axioma/internal/files"
)

// HoldFolder makes the caller the one server of a data folder, until the returned
// file is closed or the program ends, however it ends. It refuses at once while
// there is another one.
func HoldFolder(folder string) (io.Closer, error) {
	if err := files.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("creating the data folder: %w", err)
	}
	held, err := files.TryLock(filepath.Join(folder, database.ServerLock))
	if errors.Is(err, files.ErrLocked) {
		err = errors.New("a server is running on this folder: stop it first (several at once need PostgreSQL)")
	}
	if err != nil {
		return nil, fmt.Errorf("holding %s: %w", folder, err)
	}
	return held, nil
}
