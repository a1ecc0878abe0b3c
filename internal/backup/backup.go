// Package backup makes copies of the data in files, keeps a few of them, and puts one
// back. A copy is a file of SQLite, whatever the engine of the data is.
//
// It does not know what is in the tables (package store), nor when copies are due
// (axioma backup, axioma serve --backup-to).
package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"axioma/internal/files"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

// Order is a copy that is to be made.
type Order struct {
	From store.Location
	// To is a folder, in which the copy is called by its time and older ones are removed
	// (keptDays, keptWeeks, keptMonths), or a file that is not there yet.
	To string
	// For are those who can read the copy; nobody: it is not encrypted.
	For []age.Recipient
	Now time.Time

	room room
}

// Copy is a copy that was made.
type Copy struct {
	Path   string
	Bytes  int64
	SHA256 string // in hexadecimal digits; it stands beside the copy too, in a file that ends in .sha256
}

// Make copies a database as it is at one moment, while it goes on being used, and looks
// whether the copy is whole and keeps the rules. The file appears when all of it is on
// disk. It refuses a disk without room for it, and a file that is there already; what
// fails or is broken off leaves nothing that looks like a copy.
func Make(ctx context.Context, order Order) (made Copy, err error) {
	target, err := order.target()
	if err != nil {
		return Copy{}, err
	}
	staging, err := order.stage(ctx, filepath.Dir(target))
	if err != nil {
		return Copy{}, err
	}
	defer func() { err = errors.Join(err, staging.leave()) }()
	if err := copying.Copy(ctx, order.From, staging.folder); err != nil {
		return Copy{}, inWords(target, err)
	}
	if err := copying.Verify(ctx, staging.folder); err != nil {
		return Copy{}, fmt.Errorf("the copy is not kept, for it is not sound: %w", err)
	}
	if made, err = finish(store.FileIn(staging.folder), target, order.For); err != nil {
		return Copy{}, inWords(target, err)
	}
	if !order.keepsSeveral() {
		return made, nil
	}
	return made, rotate(order.To)
}

// keepsSeveral reports whether copies go into a folder.
func (o Order) keepsSeveral() bool { return isFolder(o.To) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// target is the file that the copy will be.
func (o Order) target() (string, error) {
	if o.keepsSeveral() {
		return freeName(o.To, o.Now, len(o.For) > 0), nil
	}
	if _, err := os.Stat(o.To); err == nil {
		return "", fmt.Errorf("%s is there already", o.To)
	}
	wanted := ending
	if len(o.For) > 0 {
		wanted = encrypted // by which restore knows it
	}
	switch {
	case !isFolder(filepath.Dir(o.To)), filepath.Ext(o.To) == "":
		return "", fmt.Errorf("there is no folder for %s: create it first (mkdir -p), so that a disk that is not there is noticed; "+
			"a single copy has a name that ends in %s", o.To, wanted)
	case !strings.HasSuffix(o.To, wanted):
		return "", fmt.Errorf("%s: the name of such a copy ends in %s", o.To, wanted)
	}
	return o.To, nil
}

// stage makes the folder in which a copy becomes whole, where there is room for it: beside
// its place; of one that is encrypted beside the data, for nobody reads them elsewhere.
func (o Order) stage(ctx context.Context, beside string) (workplace, error) {
	size, err := copying.EstimateSize(ctx, o.From)
	if err != nil {
		return workplace{}, err
	}
	needed := []string{beside}
	if len(o.For) > 0 {
		if beside = o.From.Folder; o.From.URL != "" {
			beside = os.TempDir()
		}
		needed = append(needed, beside)
	}
	for _, folder := range needed {
		if err := errors.Join(tidy(folder, o.Now), o.room.need(folder, size)); err != nil {
			return workplace{}, err
		}
	}
	return newWorkplace(beside)
}

// rotate removes the backups of a folder that are not kept any more, and checksums of which
// the backup is not there: of one that was killed just before it had its name.
func rotate(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("looking which backups are kept: %w", err)
	}
	var backups []kept
	var gone []string
	for _, entry := range entries {
		name, isChecksum := strings.CutSuffix(entry.Name(), checksum)
		at, ours := timeOf(name)
		switch {
		case ours && isChecksum && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name }):
			gone = append(gone, entry.Name())
		case ours && !isChecksum:
			backups = append(backups, kept{name: name, at: at, encrypted: strings.HasSuffix(name, encrypted)})
		}
	}
	for _, one := range spare(backups, func(one kept) bool { return isSound(filepath.Join(folder, one.name)) }) {
		gone = append(gone, one.name, one.name+checksum)
	}
	for _, name := range gone {
		if err := files.Remove(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("removing a backup that is not kept any more: %w", err)
		}
	}
	return nil
}
