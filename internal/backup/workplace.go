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
	staged = ".axioma-partial-" // what a workplace's name begins with

	// Where the system does not tell who is at work, whoever was killed in the middle of a
	// copy is not at it any more after so long.
	staleAfter = 24 * time.Hour
)

// workplace is a folder in which a copy becomes whole, or is looked at before it is put
// back. It is held like one that is served: so what was left by whom the system has ended
// is told from what somebody is at.
type workplace struct {
	folder string
	held   io.Closer
}

func newWorkplace(beside string) (workplace, error) {
	folder, err := os.MkdirTemp(beside, staged+"*")
	if err != nil {
		return workplace{}, fmt.Errorf("making a folder for the copy: %w", err)
	}
	held, err := store.LockFolder(folder)
	if err != nil {
		return workplace{}, errors.Join(err, os.RemoveAll(folder))
	}
	return workplace{folder: folder, held: held}, nil
}

// leave removes what is still there.
func (w workplace) leave() error { return errors.Join(w.held.Close(), os.RemoveAll(w.folder)) }

// tidy removes what copies have left in a folder that were broken off.
func tidy(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("looking into %s: %w", folder, err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), staged) || !entry.IsDir() {
			continue
		}
		if err := removeAbandoned(filepath.Join(folder, entry.Name()), now); err != nil {
			return fmt.Errorf("removing what a copy has left that was broken off: %w", err)
		}
	}
	return nil
}

// removeAbandoned removes a workplace at which nobody is any more.
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
		return nil // somebody is at it, or it is another account's
	}
	return workplace{folder: folder, held: held}.leave()
}
