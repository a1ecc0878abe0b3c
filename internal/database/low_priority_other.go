//go:build !linux

package database

// lowerPriority does nothing where the priority belongs to the process.
func lowerPriority() error { return nil }
