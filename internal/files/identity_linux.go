package files

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Identity distinguishes a file from copies by inode and, if available, birth time. The device number may change at a
// reboot.
func Identity(path string) (string, error) {
	var file unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, path, 0, unix.STATX_INO|unix.STATX_BTIME, &file); err != nil {
		return "", fmt.Errorf("reading the identity of %s: %w", path, err)
	}
	if file.Mask&unix.STATX_BTIME == 0 {
		return fmt.Sprintf("file %d", file.Ino), nil
	}
	return fmt.Sprintf("file %d made %d.%09d", file.Ino, file.Btime.Sec, file.Btime.Nsec), nil
}
