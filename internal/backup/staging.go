package backup

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

	"axioma/internal/store"
)

const (
	stagingPrefix = ".axioma-partial-" // prefix of a staging folder's name

	// Without file locks (Windows) a staging folder of this age belongs to a killed run.
	staleAfter = 24 * time.Hour
)

// stagingFolder is locked, so that leftovers of killed runs can be told from folders in use.
type stagingFolder struct {
	folder string
	lock   io.Closer
}

func newStagingFolder(beside string) (stagingFolder, error) {
	folder, err := os.MkdirTemp(beside, stagingPrefix+"*")
	if err != nil {
		return stagingFolder{}, fmt.Errorf("creating a staging folder: %w", err)
	}
	held, err := store.LockFolder(folder)
	if err != nil {
		return stagingFolder{}, errors.Join(err, os.RemoveAll(folder))
	}
	return stagingFolder{folder: folder, lock: held}, nil
}

func (w stagingFolder) remove() error { return errors.Join(w.lock.Close(), os.RemoveAll(w.folder)) }

func removeStale(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("listing %s: %w", folder, err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), stagingPrefix) || !entry.IsDir() {
			continue
		}
		if err := removeAbandoned(filepath.Join(folder, entry.Name()), now); err != nil {
			return fmt.Errorf("removing the remains of an interrupted backup: %w", err)
		}
	}
	return nil
}

// No process holds the folder.
func removeAbandoned(folder string, now time.Time) error {
	if runtime.GOOS == "windows" {
		info, err := os.Stat(folder)
		if errors.Is(err, fs.ErrNotExist) || err == nil && now.Sub(info.ModTime()) < staleAfter {
			return nil
		}
		return errors.Join(err, os.RemoveAll(folder))
	}
	held, err := store.LockFolder(folder)
	if err != nil {
		return nil // in use, or of another account
	}
	return stagingFolder{folder: folder, lock: held}.remove()
}
