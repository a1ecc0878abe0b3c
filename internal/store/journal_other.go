//go:build !linux

package store

import "os"

// toDisk flushes what a file holds.
func toDisk(file *os.File) error { return file.Sync() }
