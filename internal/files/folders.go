// Package files creates, locks and syncs the private files of the data folder.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// MakeFolder creates a folder and its missing parents, with mode 0700 and the owner of the folder above (InheritOwner).
func MakeFolder(path string) error {
	_, err := os.Stat(path)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if above := filepath.Dir(path); above != path {
		if err := MakeFolder(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("creating a folder: %w", err)
	}
	return InheritOwner(path)
}

// OpenPrivate opens a file for reading and writing, and creates a missing one with mode 0600. See InheritOwner.
func OpenPrivate(path string, flags int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := InheritOwner(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// RemoveIfExists removes a file, if any.
func RemoveIfExists(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", path, err)
	}
	return nil
}

// CreatePrivate creates an empty file with mode 0600. An existing file is an error.
func CreatePrivate(path string) error {
	file, err := OpenPrivate(path, os.O_EXCL)
	if err != nil {
		return fmt.Errorf("creating a file: %w", err)
	}
	return file.Close()
}

// SyncPath syncs a file or a folder's entries (fsync). Call it after the last write: later writes are not synced.
func SyncPath(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() && runtime.GOOS == "windows" {
		return nil // Windows persists folder entries and refuses to sync them
	}
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("syncing %s: %w", path, err)
	}
	return errors.Join(file.Sync(), file.Close())
}

// ErrLocked means that another process holds the lock.
var ErrLocked = errors.New("another process holds the lock")
