// Package files makes, locks and flushes the files and folders that the program keeps its data in:
// for their owner alone, and on disk when it says so. It does not know what is in them.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// MakeFolder makes a folder that is missing, and the folders in which it is, for their owner
// alone: the account that owns the folder above them (Adopt).
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
		return fmt.Errorf("making a folder: %w", err)
	}
	return Adopt(path)
}

// OpenPrivate opens a file for its owner alone, and makes it where it is missing.
func OpenPrivate(path string, flags int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := Adopt(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Remove makes sure that there is no file.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", path, err)
	}
	return nil
}

// CreatePrivate makes an empty file for its owner where none is.
func CreatePrivate(path string) error {
	file, err := OpenPrivate(path, os.O_EXCL)
	if err != nil {
		return fmt.Errorf("creating a copy: %w", err)
	}
	return file.Close()
}

// Flush has a file that nobody writes, or the names in a folder, on disk.
func Flush(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() && runtime.GOOS == "windows" {
		return nil // which keeps names without being asked, and refuses to be
	}
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("flushing %s: %w", path, err)
	}
	return errors.Join(file.Sync(), file.Close())
}

// ErrLocked is returned for a lock that another program holds.
var ErrLocked = errors.New("another program holds the lock")
