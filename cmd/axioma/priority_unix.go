//go:build unix

package main

import (
	"fmt"
	"syscall"
)

const lowestNiceness = 19

// lowerThreadPriority gives the lowest priority to the thread, which is the whole program but on Linux, and
// reports whether it had a higher one before. It is not that of a thread that has only what
// nobody else wants (Linux' SCHED_IDLE): on a machine that is busy for hours a copy would last
// for as many, and SQLite's journal grow meanwhile.
func lowerThreadPriority() (lowered bool, err error) {
	before, err := niceness()
	if err != nil {
		return false, fmt.Errorf("asking for the program's priority: %w", err)
	}
	if before >= lowestNiceness {
		return false, nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowestNiceness); err != nil {
		return false, fmt.Errorf("lowering the program's priority: %w", err)
	}
	return true, nil
}
