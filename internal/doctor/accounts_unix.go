//go:build unix

package doctor

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// hasUnixModes reports whether file modes restrict other accounts' access.
func hasUnixModes() bool { return true }

func ownerOf(file fs.FileInfo) (owner, group uint32, known bool) {
	stat, known := file.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return stat.Uid, stat.Gid, true
}

func checkWriteAccess(folder string) error { return unix.Access(folder, unix.W_OK) }
