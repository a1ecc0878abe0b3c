package backup

import (
	"fmt"

	"axioma/internal/files"
	"axioma/internal/store"
)

// RequiredBytes returns the free space that a backup needs.
func RequiredBytes(size int64) int64 { return size + size/20 + 16<<20 }

// freeSpace replaces files.FreeBytes in tests; nil: files.FreeBytes.
type freeSpace func(folder string) (int64, error)

func (r freeSpace) require(folder string, size int64) error {
	if r == nil {
		r = files.FreeBytes
	}
	free, err := r(folder)
	if err != nil {
		return err
	}
	if requiredBytes := RequiredBytes(size); free < requiredBytes {
		return fmt.Errorf("not enough space on the disk of %s: %s are needed, %s are free", folder, inMiB(requiredBytes), inMiB(free))
	}
	return nil
}

func inMiB(bytes int64) string { return fmt.Sprintf("%d MiB", (bytes+1<<20-1)>>20) }

func explainFullDisk(path string, err error) error {
	if store.IsFull(err) {
		return fmt.Errorf("the disk filled up while writing %s, which was removed: free space, or use another disk: %w", path, err)
	}
	return err
}
