//go:build !linux

package database

// lowerPriority does nothing: elsewhere the priority belongs to the process.
func lowerPriority() error { return nil }
