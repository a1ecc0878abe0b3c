//go:build unix

package files

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// FreeBytes returns the disk space that this process may still use.
func FreeBytes(folder string) (int64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return 0, fmt.Errorf("reading the free space of %s: %w", folder, err)
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}
