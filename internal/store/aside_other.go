//go:build !linux

package store

// lowerPriority changes nothing: elsewhere a priority is the whole program's.
func lowerPriority() error { return nil }
