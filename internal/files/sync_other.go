//go:build !linux

package files

import "os"

// SyncData flushes what a file holds.
func SyncData(file *os.File) error { return file.Sync() }
