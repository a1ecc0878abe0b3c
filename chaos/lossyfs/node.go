//go:build linux

package lossyfs

import (
	"context"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// node passes calls that it does not override to the live file.
type node struct {
	*fs.LoopbackNode
	disk *FS
}

// handle is an open file. It bypasses the kernel's passthrough, which would hide writes.
type handle struct {
	file  *fs.LoopbackFile
	live  *os.File // read at a flush
	state *fileState
	disk  *FS
}

var (
	_ fs.FileReader    = (*handle)(nil)
	_ fs.FileWriter    = (*handle)(nil)
	_ fs.FileFlusher   = (*handle)(nil)
	_ fs.FileReleaser  = (*handle)(nil)
	_ fs.FileLseeker   = (*handle)(nil)
	_ fs.FileAllocater = (*handle)(nil)
	_ fs.FileFsyncer   = (*handle)(nil)
	_ fs.NodeSetattrer = (*node)(nil)

	_ fs.NodeWrapChilder    = (*node)(nil)
	_ fs.NodeOpendirHandler = (*node)(nil)
	_ fs.FileFsyncdirer     = (*folderHandle)(nil)
)

// WrapChild makes each file and folder below a node of this file system.
func (n *node) WrapChild(_ context.Context, loopback fs.InodeEmbedder) fs.InodeEmbedder {
	return n.disk.wrap(loopback)
}

func (n *node) path() string {
	return filepath.Join(n.RootData.Path, n.Path(n.Root()))
}

func (n *node) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	if n.disk.isCut() {
		return nil, 0, syscall.EIO
	}
	file, err := os.OpenFile(n.path(), int(flags)&^(syscall.O_APPEND|syscall.O_CREAT|syscall.O_EXCL), 0)
	if err != nil {
		return nil, 0, fs.ToErrno(err)
	}
	fileHandle, errno := n.disk.newHandle(fs.NewLoopbackFileFromOS(file), n.path())
	return fileHandle, 0, errno
}

func (n *node) Create(ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	if n.disk.isCut() {
		return nil, nil, 0, syscall.EIO
	}
	child, file, fuseFlags, errno := n.LoopbackNode.Create(ctx, name, flags, mode, out)
	if errno != 0 {
		return nil, nil, 0, errno
	}
	fileHandle, errno := n.disk.newHandle(file.(*fs.LoopbackFile), filepath.Join(n.path(), name))
	return child, fileHandle, fuseFlags, errno
}

func (f *FS) newHandle(file *fs.LoopbackFile, path string) (*handle, syscall.Errno) {
	id, err := identify(path)
	if err != nil {
		return nil, fs.ToErrno(err)
	}
	live, err := os.Open(path)
	if err != nil {
		return nil, fs.ToErrno(err)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return &handle{file: file, live: live, state: f.file(id), disk: f}, 0
}

func (n *node) Mkdir(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	if n.disk.isCut() {
		return nil, syscall.EIO
	}
	return n.LoopbackNode.Mkdir(ctx, name, mode, out)
}

func (n *node) Unlink(ctx context.Context, name string) syscall.Errno {
	if n.disk.isCut() {
		return syscall.EIO
	}
	return n.LoopbackNode.Unlink(ctx, name)
}

func (n *node) Rmdir(ctx context.Context, name string) syscall.Errno {
	if n.disk.isCut() {
		return syscall.EIO
	}
	return n.LoopbackNode.Rmdir(ctx, name)
}

// Rename moves within the live files. Their folders are nodes too.
func (n *node) Rename(ctx context.Context, name string, parent fs.InodeEmbedder, newName string, flags uint32) syscall.Errno {
	if n.disk.isCut() {
		return syscall.EIO
	}
	return n.LoopbackNode.Rename(ctx, name, parent, newName, flags)
}

// Link is unsupported: no tested program needs it.
func (n *node) Link(context.Context, fs.InodeEmbedder, string, *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	return nil, syscall.ENOTSUP
}

func (n *node) Setattr(ctx context.Context, _ fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	n.disk.mutex.Lock()
	defer n.disk.mutex.Unlock()
	if n.disk.cut {
		return syscall.EIO
	}
	if _, resized := in.GetSize(); resized {
		id, err := identify(n.path())
		if err != nil {
			return fs.ToErrno(err)
		}
		n.disk.file(id).resized = true
	}
	return n.LoopbackNode.Setattr(ctx, nil, in, out)
}

func (n *node) OpendirHandle(ctx context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	if n.disk.isCut() {
		return nil, 0, syscall.EIO
	}
	stream, fuseFlags, errno := n.LoopbackNode.OpendirHandle(ctx, flags)
	if errno != 0 {
		return nil, 0, errno
	}
	return &folderHandle{folderStream: stream.(folderStream), node: n}, fuseFlags, 0
}

type folderHandle struct {
	folderStream
	node *node
}

type folderStream interface {
	fs.FileReaddirenter
	fs.FileReleasedirer
	fs.FileSeekdirer
}

func (h *folderHandle) Fsyncdir(context.Context, uint32) syscall.Errno {
	disk := h.node.disk
	disk.mutex.Lock()
	defer disk.mutex.Unlock()
	if disk.cut {
		return syscall.EIO
	}
	if disk.ignoredFlushes.Folders {
		return 0
	}
	id, err := identify(h.node.path())
	if err != nil {
		return fs.ToErrno(err)
	}
	return fs.ToErrno(disk.flushFolder(h.node.path(), id))
}

func (h *handle) Fsync(context.Context, uint32) syscall.Errno {
	h.disk.mutex.Lock()
	defer h.disk.mutex.Unlock()
	if h.disk.cut {
		return syscall.EIO
	}
	if h.disk.ignoredFlushes.Files {
		return 0
	}
	return fs.ToErrno(h.disk.flushFile(h.live, h.state))
}

func (f *FS) isCut() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.cut
}

func (h *handle) Read(ctx context.Context, buffer []byte, offset int64) (fuse.ReadResult, syscall.Errno) {
	if h.disk.isCut() {
		return nil, syscall.EIO
	}
	return h.file.Read(ctx, buffer, offset)
}

func (h *handle) Write(ctx context.Context, data []byte, offset int64) (uint32, syscall.Errno) {
	h.disk.mutex.Lock()
	defer h.disk.mutex.Unlock()
	if h.disk.cut {
		return 0, syscall.EIO
	}
	if h.disk.full {
		return 0, syscall.ENOSPC
	}
	h.state.write(offset, int64(len(data)))
	return h.file.Write(ctx, data, offset)
}

func (h *handle) Allocate(ctx context.Context, offset, size uint64, mode uint32) syscall.Errno {
	h.disk.mutex.Lock()
	defer h.disk.mutex.Unlock()
	if h.disk.cut {
		return syscall.EIO
	}
	h.state.resized = true
	return h.file.Allocate(ctx, offset, size, mode)
}

func (h *handle) Lseek(ctx context.Context, offset uint64, whence uint32) (uint64, syscall.Errno) {
	return h.file.Lseek(ctx, offset, whence)
}

func (h *handle) Flush(ctx context.Context) syscall.Errno { return h.file.Flush(ctx) }

func (h *handle) Release(ctx context.Context) syscall.Errno {
	if err := h.live.Close(); err != nil {
		return fs.ToErrno(err)
	}
	return h.file.Release(ctx)
}
