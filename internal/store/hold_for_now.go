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

// HoldFolderForNow is HoldFolder for a command that may make no data after all: closing
// it then takes away the folder that it has made.
func HoldFolderForNow(folder string) (io.Closer, error) {
	_, err := os.Stat(folder)
	isNew := errors.Is(err, fs.ErrNotExist)
	held, err := HoldFolder(folder)
	if err != nil || !isNew {
		return held, err
	}
	return heldForNow{Closer: held, folder: folder}, nil
}

// heldForNow is a folder that was not there.
type heldForNow struct {
	io.Closer
	folder string
}

// Close lets go of the folder. A lock of a folder that was there is never removed: a
// server might hold it by now.
func (h heldForNow) Close() error {
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
	if err := os.Remove(h.folder); err != nil && !errors.Is(err, fs.ErrExist) { // there is something else in it
		return err
	}
	return nil
}
