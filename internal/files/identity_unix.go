//go:build unix && !linux

package files

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Identity distinguishes a file from copies by inode.
func Identity(path string) (string, error) {
	var file unix.Stat_t
	if err := unix.Stat(path, &file); err != nil {
		return "", fmt.Errorf("reading the identity of %s: %w", path, err)
	}
	return fmt.Sprintf("file %d", file.Ino), nil
}
