//go:build unix

package doctor

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// forOthers reports whether a file's mode says what other accounts may do with it.
func forOthers() bool { return true }

// sameOwner reports whether a file belongs to whom its folder belongs to.
func sameOwner(folder string, file fs.FileInfo) bool {
	info, err := os.Stat(folder)
	if err != nil {
		return true // nobody knows better
	}
	mine, known := info.Sys().(*syscall.Stat_t)
	its, alsoKnown := file.Sys().(*syscall.Stat_t)
	return !known || !alsoKnown || mine.Uid == its.Uid
}

// mayWrite is why this account may not write to a folder; nil: it may.
func mayWrite(folder string) error { return unix.Access(folder, unix.W_OK) }
