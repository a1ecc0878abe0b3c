//go:build unix && !linux

package main

// adoptOrphans does nothing: only Linux has subreapers.
func adoptOrphans() {}

func endOrphans() {}
