//go:build unix

package doctor

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// forOthers reports whether a file's mode says what other accounts may do with it.
func forOthers() bool { return true }

// ownerOf is the account that a file belongs to, and its group; false: the system does not
// say.
func ownerOf(file fs.FileInfo) (owner, group uint32, known bool) {
	its, known := file.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return its.Uid, its.Gid, true
}

// mayWrite is why this account may not write to a folder; nil: it may.
func mayWrite(folder string) error { return unix.Access(folder, unix.W_OK) }
