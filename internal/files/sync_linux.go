package files

import (
	"errors"
	"os"
	"syscall"
)

// SyncData syncs content and the metadata to read it (fdatasync).
func SyncData(file *os.File) error {
	for {
		err := syscall.Fdatasync(int(file.Fd()))
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
