package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"axioma/internal/database"
	"axioma/internal/files"
)

// LockFolderTemporarily locks a folder like LockFolder, for a command that must leave nothing behind: Close removes a
// folder that it created.
func LockFolderTemporarily(folder string) (io.Closer, error) {
	_, err := os.Stat(folder)
	isNew := errors.Is(err, fs.ErrNotExist)
	lock, err := LockFolder(folder)
	if err != nil || !isNew {
		return lock, err
	}
	return temporaryLock{Closer: lock, folder: folder}, nil
}

type temporaryLock struct {
	io.Closer
	folder string
}

// Close keeps a folder that has a database by now: a server may use it.
func (h temporaryLock) Close() error {
	if err := h.Closer.Close(); err != nil {
		return err
	}
	if _, err := os.Stat(database.FilePath(h.folder)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := errors.Join(files.RemoveIfExists(filepath.Join(h.folder, database.ServerLock)), files.RemoveIfExists(filepath.Join(h.folder, database.MigrationLock)))
	if err != nil {
		return err
	}
	if err := os.Remove(h.folder); err != nil && !errors.Is(err, fs.ErrExist) { // not empty
		return err
	}
	return nil
}
