//go:build !linux

package database

// lowerPriority changes nothing: elsewhere a priority is the whole program's.
func lowerPriority() error { return nil }
