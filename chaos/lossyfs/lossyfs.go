//go:build linux

// Package lossyfs is a file system that forgets unflushed data, like a disk at a power failure.
//
// After Cut reads, writes and syncs fail, and Restore returns what a disk would have: the contents of files and the
// names in folders at their last fsync. Optionally a random part of the rest survives, because a kernel also writes on its own.
package lossyfs

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
	"golang.org/x/sys/unix"
)

const pageSize = 4096

// IgnoredFlushes are acknowledged but not done, to prove that a loss is detected.
type IgnoredFlushes struct {
	Files   bool
	Folders bool
}

// FS is a mounted file system.
type FS struct {
	live           string // what the program sees
	flushedFolder  string // flushed contents
	ignoredFlushes IgnoredFlushes
	server         *fuse.Server

	mutex sync.Mutex
	cut   bool
	full  bool
	files map[identity]*fileState
	names map[identity]map[string]identity // flushed, by folder
	root  identity
}

// identity distinguishes a file from later ones with its inode number.
type identity struct {
	inode    uint64
	bornSec  int64
	bornNano uint32
}

type fileState struct {
	contents string // "" before the first flush
	dirty    map[int64]bool
	resized  bool
}

// Mount mounts a file system at mountpoint. Programs see the files of live; flushedFolder, which is empty, gets the contents
// that were flushed.
func Mount(live, flushedFolder, mountpoint string, ignoredFlushes IgnoredFlushes) (*FS, error) {
	f := &FS{
		live: live, flushedFolder: flushedFolder, ignoredFlushes: ignoredFlushes,
		files: make(map[identity]*fileState), names: make(map[identity]map[string]identity),
	}
	var err error
	if f.root, err = identify(live); err != nil {
		return nil, err
	}
	if err := f.flushAll(live, f.root); err != nil {
		return nil, fmt.Errorf("reading the existing files: %w", err)
	}
	loopback, err := fs.NewLoopbackRoot(live)
	if err != nil {
		return nil, fmt.Errorf("opening the folder: %w", err)
	}
	root := f.wrap(loopback)
	f.server, err = fs.Mount(mountpoint, root, &fs.Options{MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: "lossyfs"}})
	if err != nil {
		return nil, fmt.Errorf("mounting (this needs root and /dev/fuse): %w", err)
	}
	return f, nil
}

func (f *FS) wrap(loopback fs.InodeEmbedder) *node {
	return &node{LoopbackNode: loopback.(*fs.LoopbackNode), disk: f}
}

// Cut begins the failure.
func (f *FS) Cut() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.cut = true
}

// SetFull makes writes fail for lack of space, or not.
func (f *FS) SetFull(full bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.full = full
}

// Hang makes reads, writes and syncs wait.
func (f *FS) Hang(duration time.Duration) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	time.Sleep(duration)
}

// Unmount ends the mount. Programs that use it must have ended.
func (f *FS) Unmount() error {
	if err := f.server.Unmount(); err != nil {
		return fmt.Errorf("unmounting: %w", err)
	}
	return nil
}

// Restore writes the files after the cut. Unflushed pages, and the unflushed names of a folder, survive with the given
// probability.
func (f *FS) Restore(target string, survival float64, random *rand.Rand) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if err := f.keepSome(f.live, f.root, survival, random); err != nil {
		return fmt.Errorf("choosing the unflushed writes that survive: %w", err)
	}
	return f.restoreFolder(f.root, target)
}

func (f *FS) restoreFolder(folder identity, target string) error {
	for name, id := range f.names[folder] {
		path := filepath.Join(target, name)
		if _, isFolder := f.names[id]; isFolder {
			if err := errors.Join(os.MkdirAll(path, 0o700), f.restoreFolder(id, path)); err != nil {
				return err
			}
			continue
		}
		var contents []byte
		if file := f.files[id]; file != nil && file.contents != "" {
			var err error
			if contents, err = os.ReadFile(file.contents); err != nil {
				return fmt.Errorf("reading the flushed contents of %s: %w", name, err)
			}
		}
		if err := os.WriteFile(path, contents, 0o600); err != nil {
			return fmt.Errorf("restoring %s: %w", name, err)
		}
	}
	return nil
}

func (f *FS) keepSome(path string, folder identity, survival float64, random *rand.Rand) error {
	if survival == 0 {
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("listing a folder: %w", err)
	}
	for _, entry := range entries {
		inner := filepath.Join(path, entry.Name())
		id, err := identify(inner)
		if err == nil && entry.IsDir() {
			err = f.keepSome(inner, id, survival, random)
		} else if err == nil {
			err = f.keepPages(inner, id, survival, random)
		}
		if err != nil {
			return err
		}
	}
	if random.Float64() < survival {
		return f.flushFolder(path, folder)
	}
	return nil
}

func (f *FS) keepPages(path string, id identity, survival float64, random *rand.Rand) error {
	file := f.file(id)
	for page := range file.dirty {
		if random.Float64() >= survival {
			delete(file.dirty, page)
		}
	}
	file.resized = file.resized && random.Float64() < survival
	if len(file.dirty) == 0 && !file.resized {
		return nil
	}
	return f.flushPath(path, file)
}

// flushPath flushes a file that no program has open.
func (f *FS) flushPath(path string, file *fileState) error {
	live, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("opening a file: %w", err)
	}
	return errors.Join(f.flushFile(live, file), live.Close())
}

func (f *FS) flushAll(path string, folder identity) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("listing a folder: %w", err)
	}
	for _, entry := range entries {
		inner := filepath.Join(path, entry.Name())
		id, err := identify(inner)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			err = f.flushAll(inner, id)
		} else {
			err = f.flushWhole(inner, id)
		}
		if err != nil {
			return err
		}
	}
	return f.flushFolder(path, folder)
}

func (f *FS) flushWhole(path string, id identity) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("measuring a file: %w", err)
	}
	file := f.file(id)
	file.write(0, info.Size())
	return f.flushPath(path, file)
}

func (f *FS) flushFolder(path string, folder identity) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("listing a folder: %w", err)
	}
	names := make(map[string]identity, len(entries))
	for _, entry := range entries {
		inner := filepath.Join(path, entry.Name())
		id, err := identify(inner)
		if err != nil {
			return err
		}
		if _, known := f.names[id]; entry.IsDir() && !known {
			f.names[id] = make(map[string]identity)
		}
		names[entry.Name()] = id
	}
	f.names[folder] = names
	return nil
}

func (f *FS) flushFile(live *os.File, file *fileState) error {
	contents, err := f.openContents(file)
	if err != nil {
		return fmt.Errorf("opening the flushed contents: %w", err)
	}
	return errors.Join(copyPages(live, contents, file), contents.Close())
}

func (f *FS) openContents(file *fileState) (*os.File, error) {
	if file.contents != "" {
		return os.OpenFile(file.contents, os.O_WRONLY, 0)
	}
	contents, err := os.CreateTemp(f.flushedFolder, "")
	if err == nil {
		file.contents = contents.Name()
	}
	return contents, err
}

func copyPages(live, contents *os.File, file *fileState) error {
	info, err := live.Stat()
	if err != nil {
		return fmt.Errorf("measuring a file: %w", err)
	}
	page := make([]byte, pageSize)
	for number := range file.dirty {
		length, err := live.ReadAt(page, number*pageSize)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading a written page: %w", err)
		}
		if _, err = contents.WriteAt(page[:length], number*pageSize); err != nil {
			return fmt.Errorf("flushing a page: %w", err)
		}
	}
	flushedInfo, err := contents.Stat()
	if err != nil {
		return fmt.Errorf("measuring the flushed contents: %w", err)
	}
	if file.resized || flushedInfo.Size() > info.Size() {
		err = contents.Truncate(info.Size())
	}
	file.dirty, file.resized = make(map[int64]bool), false
	return err
}

func (f *FS) file(id identity) *fileState {
	if f.files[id] == nil {
		f.files[id] = &fileState{dirty: make(map[int64]bool)}
	}
	return f.files[id]
}

func (s *fileState) write(offset, length int64) {
	for page := offset / pageSize; page*pageSize < offset+length; page++ {
		s.dirty[page] = true
	}
}

func identify(path string) (identity, error) {
	var status unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO|unix.STATX_BTIME, &status)
	if err != nil {
		return identity{}, fmt.Errorf("identifying %s: %w", path, err)
	}
	return identity{inode: status.Ino, bornSec: status.Btime.Sec, bornNano: status.Btime.Nsec}, nil
}
