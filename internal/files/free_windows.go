package files

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// FreeBytes returns the disk space that this process may still use.
func FreeBytes(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, fmt.Errorf("reading the free space of %s: %w", folder, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("reading the free space of %s: %w", folder, err)
	}
	return int64(free), nil
}
