//go:build linux && fuse

package lossyfs

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

type disk struct {
	*FS
	t     *testing.T
	mount string
}

func newDisk(t *testing.T, ignored IgnoredFlushes) disk {
	t.Helper()
	live, mountpoint := t.TempDir(), t.TempDir()
	mustSucceed(t, os.WriteFile(filepath.Join(live, "old"), []byte("old"), 0o600))
	mustSucceed(t, os.Mkdir(filepath.Join(live, "inner"), 0o700))
	fs, err := Mount(live, t.TempDir(), mountpoint, ignored)
	mustSucceed(t, err)
	t.Cleanup(func() { mustSucceed(t, fs.Unmount()) })
	return disk{FS: fs, t: t, mount: mountpoint}
}

func (d disk) write(name, contents string, flush bool) {
	d.t.Helper()
	file, err := os.OpenFile(filepath.Join(d.mount, name), os.O_CREATE|os.O_RDWR, 0o600)
	mustSucceed(d.t, err)
	_, err = file.WriteAt([]byte(contents), 0)
	mustSucceed(d.t, err)
	if flush {
		mustSucceed(d.t, file.Sync())
	}
	mustSucceed(d.t, file.Close())
}

func (d disk) flushFolder(name string) {
	d.t.Helper()
	folder, err := os.Open(filepath.Join(d.mount, name))
	mustSucceed(d.t, err)
	mustSucceed(d.t, errors.Join(folder.Sync(), folder.Close()))
}

func (d disk) afterCut(survival float64) map[string]string {
	d.t.Helper()
	d.Cut()
	target, left := d.t.TempDir(), make(map[string]string)
	mustSucceed(d.t, d.Restore(target, survival, rand.New(rand.NewPCG(1, 2))))
	mustSucceed(d.t, filepath.WalkDir(target, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		contents, err := os.ReadFile(path)
		name, _ := filepath.Rel(target, path)
		left[name] = string(contents)
		return err
	}))
	return left
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustHaveFiles(t *testing.T, got map[string]string, want map[string]string) {
	t.Helper()
	for name, contents := range want {
		if found, exists := got[name]; !exists || found != contents {
			t.Errorf("after the power cut, %s is %q (exists: %v), want %q", name, found, exists, contents)
		}
	}
	if len(got) != len(want) {
		t.Errorf("after the power cut the files are %v, want %v", got, want)
	}
}

func TestCut_UnflushedWrites_AreForgotten(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	d.write("old", "new", true)
	d.write("old", "lost", false)
	d.write("flushed", "without its name", true)
	d.write("inner/named", "no contents", false)
	d.flushFolder("inner")
	mustHaveFiles(t, d.afterCut(0), map[string]string{"old": "new", "inner/named": ""})
}

func TestCut_FlushedFilesAndNames_Stay(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	d.write("renamed", "contents", true)
	mustSucceed(t, os.Rename(filepath.Join(d.mount, "renamed"), filepath.Join(d.mount, "inner/final")))
	d.flushFolder("inner")
	mustSucceed(t, os.Remove(filepath.Join(d.mount, "old")))
	mustHaveFiles(t, d.afterCut(0), map[string]string{"inner/final": "contents", "old": "old"})
}

func TestCut_TruncatedFile_KeepsItsContentsUntilFlushed(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	mustSucceed(t, os.Truncate(filepath.Join(d.mount, "old"), 1))
	d.write("second", "flushed later", true)
	mustSucceed(t, os.Truncate(filepath.Join(d.mount, "second"), 7))
	d.write("second", "flushed", true)
	d.flushFolder(".")
	mustHaveFiles(t, d.afterCut(0), map[string]string{"old": "old", "second": "flushed"})
}

func TestCut_FullSurvival_KeepsEverything(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	d.write("old", "new", false)
	d.write("inner/named", "contents", false)
	mustHaveFiles(t, d.afterCut(1), map[string]string{"old": "new", "inner/named": "contents"})
}

func TestCut_LaterOperations_Fail(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	file, err := os.OpenFile(filepath.Join(d.mount, "old"), os.O_RDWR, 0o600)
	mustSucceed(t, err)
	d.Cut()
	for what, err := range map[string]error{
		"create": os.WriteFile(filepath.Join(d.mount, "new"), nil, 0o600),
		"flush":  file.Sync(),
		"remove": os.Remove(filepath.Join(d.mount, "old")),
	} {
		if !errors.Is(err, syscall.EIO) {
			t.Errorf("%s: got %v, want an I/O error", what, err)
		}
	}
	mustSucceed(t, file.Close())
}

func TestSetFull_Writes_FailUntilThereIsSpace(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{})
	d.SetFull(true)
	if err := os.WriteFile(filepath.Join(d.mount, "new"), []byte("contents"), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v, want ENOSPC", err)
	}
	d.SetFull(false)
	d.write("new", "contents", true)
	d.flushFolder(".")
	mustHaveFiles(t, d.afterCut(0), map[string]string{"old": "old", "new": "contents"})
}

func TestIgnoredFlushes_AfterCut_LoseTheWrites(t *testing.T) {
	d := newDisk(t, IgnoredFlushes{Files: true})
	d.write("old", "new", true)
	mustHaveFiles(t, d.afterCut(0), map[string]string{"old": "old"})
	d = newDisk(t, IgnoredFlushes{Folders: true})
	d.write("inner/named", "contents", true)
	d.flushFolder("inner")
	mustHaveFiles(t, d.afterCut(0), map[string]string{"old": "old"})
}
