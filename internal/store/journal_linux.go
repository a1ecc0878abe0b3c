package store

import (
	"errors"
	"os"
	"syscall"
)

// toDisk flushes what a file holds, and of what is known about it as much as it takes to
// find that again.
func toDisk(file *os.File) error {
	for {
		err := syscall.Fdatasync(int(file.Fd()))
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
