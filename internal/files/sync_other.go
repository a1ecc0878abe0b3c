//go:build !linux

package files

import "os"

// SyncData syncs a file (fsync).
func SyncData(file *os.File) error { return file.Sync() }
