package files

import (
	"errors"
	"os"
	"syscall"
)

// SyncData flushes what a file holds, and of what is known about it as much as it takes to
// find that again.
func SyncData(file *os.File) error {
	for {
		err := syscall.Fdatasync(int(file.Fd()))
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
