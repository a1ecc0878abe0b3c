//go:build !linux

package database

import "syscall"

// limitUnacknowledged does nothing: the option needs Linux.
func limitUnacknowledged(string, string, syscall.RawConn) error { return nil }
