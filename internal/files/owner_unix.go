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

// Adopt gives a file or a folder to the account that owns the folder in which it is. Root
// runs commands beside a server of another account, which could not open what root made.
// Other accounts cannot give files away, and for them Adopt does nothing. A symbolic link is
// not followed, and a file with a second name is left alone: the owner of the folder could
// have put either of them there to be given a file of the system.
func Adopt(path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	made, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // SQLite has removed it
	}
	if err != nil {
		return fmt.Errorf("looking whose %s is: %w", path, err)
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("looking whose the folder of %s is: %w", path, err)
	}
	its, owners := made.Sys().(*syscall.Stat_t), folder.Sys().(*syscall.Stat_t)
	isPlain := made.Mode().IsRegular() && its.Nlink == 1 || made.IsDir()
	if !isPlain || its.Uid == owners.Uid && its.Gid == owners.Gid {
		return nil
	}
	if err := os.Lchown(path, int(owners.Uid), int(owners.Gid)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("giving %s to the account that owns its folder: %w", path, err)
	}
	return nil
}
