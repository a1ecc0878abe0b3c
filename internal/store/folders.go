package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// privateFile opens a file for its owner alone, and makes it where it is missing.
func privateFile(path string, flags int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := Adopt(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
