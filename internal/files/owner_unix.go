//go:build unix

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// InheritOwner gives a file its parent folder's owner, so that a server can open files of root's commands. Only root
// may chown: for others it does nothing. It skips symbolic links and files with several hard links, by which the
// folder's owner could get a system file.
func InheritOwner(path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // SQLite has removed the file
	}
	if err != nil {
		return fmt.Errorf("reading the owner of %s: %w", path, err)
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("reading the owner of the folder of %s: %w", path, err)
	}
	its, owners := info.Sys().(*syscall.Stat_t), folder.Sys().(*syscall.Stat_t)
	isPlain := info.Mode().IsRegular() && its.Nlink == 1 || info.IsDir()
	if !isPlain || its.Uid == owners.Uid && its.Gid == owners.Gid {
		return nil
	}
	if err := os.Lchown(path, int(owners.Uid), int(owners.Gid)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("changing the owner of %s to that of its folder: %w", path, err)
	}
	return nil
}
