//go:build unix && !linux

package main

// Only Linux has subreapers, so there is nothing to do.
func adoptOrphans() {}

func endOrphans() {}
