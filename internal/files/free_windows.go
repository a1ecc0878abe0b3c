package files

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// Free is how many bytes the program may still write to the disk of a folder.
func Free(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, fmt.Errorf("asking how much is free in %s: %w", folder, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("asking how much is free in %s: %w", folder, err)
	}
	return int64(free), nil
}
