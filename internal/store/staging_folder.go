package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// staleAfter is the age of folders left by killed programs where files have no locks (Windows).
const staleAfter = 24 * time.Hour

// StagingFolder is a temporary folder with a lock, which leftovers of killed programs lack.
type StagingFolder struct {
	Path string
	lock io.Closer
}

// NewStagingFolder creates a folder, which the caller must Remove.
func NewStagingFolder(parent, prefix string) (StagingFolder, error) {
	folder, err := os.MkdirTemp(parent, prefix+"*")
	if err != nil {
		return StagingFolder{}, fmt.Errorf("creating a staging folder: %w", err)
	}
	lock, err := LockFolder(folder)
	if err != nil {
		return StagingFolder{}, errors.Join(err, os.RemoveAll(folder))
	}
	return StagingFolder{Path: folder, lock: lock}, nil
}

// Remove removes the folder with its content.
func (f StagingFolder) Remove() error { return errors.Join(f.lock.Close(), os.RemoveAll(f.Path)) }

// RemoveStaleFolders removes leftovers of killed programs.
func RemoveStaleFolders(parent, prefix string, now time.Time) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return fmt.Errorf("listing %s: %w", parent, err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) || !entry.IsDir() {
			continue
		}
		if err := removeAbandoned(filepath.Join(parent, entry.Name()), now); err != nil {
			return fmt.Errorf("removing the remains of an interrupted run: %w", err)
		}
	}
	return nil
}

func removeAbandoned(folder string, now time.Time) error {
	if runtime.GOOS == "windows" {
		info, err := os.Stat(folder)
		if errors.Is(err, fs.ErrNotExist) || err == nil && now.Sub(info.ModTime()) < staleAfter {
			return nil
		}
		return errors.Join(err, os.RemoveAll(folder))
	}
	lock, err := LockFolder(folder)
	if err != nil {
		return nil // in use, or another account's
	}
	return StagingFolder{Path: folder, lock: lock}.Remove()
}
