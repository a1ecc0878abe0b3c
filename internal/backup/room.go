package backup

import (
	"fmt"

	"axioma/internal/files"
	"axioma/internal/store"
)

// Needs is how many bytes have to be free for a copy of data of so many.
func Needs(size int64) int64 { return size + size/20 + 16<<20 }

// room measures how many bytes may still be written to the disk of a folder; nil asks the
// system. Tests have other disks.
type room func(folder string) (int64, error)

// need refuses a disk on which a copy of some size would leave hardly anything.
func (r room) need(folder string, size int64) error {
	if r == nil {
		r = files.Free
	}
	free, err := r(folder)
	if err != nil {
		return err
	}
	if needed := Needs(size); free < needed {
		return fmt.Errorf("the disk of %s is too small for a copy: it needs %s, and %s are free", folder, inMiB(needed), inMiB(free))
	}
	return nil
}

func inMiB(bytes int64) string { return fmt.Sprintf("%d MiB", (bytes+1<<20-1)>>20) }

// inWords says of a disk that became full which one it is.
func inWords(path string, err error) error {
	if store.IsFull(err) {
		return fmt.Errorf("the disk became full while %s was written, of which nothing was left there: make room, or take another disk: %w", path, err)
	}
	return err
}
