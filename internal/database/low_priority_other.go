//go:build !linux

package database

// lowerPriority does nothing: the priority is the process's.
func lowerPriority() error { return nil }
