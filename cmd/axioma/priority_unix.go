//go:build unix

package main

import (
	"fmt"
	"syscall"
)

const lowestNiceness = 19

// lowerThreadPriority avoids SCHED_IDLE: on a busy machine a backup would take hours while SQLite's WAL grows.
func lowerThreadPriority() (isLowered bool, err error) {
	before, err := niceness()
	if err != nil {
		return false, fmt.Errorf("reading the program's priority: %w", err)
	}
	if before >= lowestNiceness {
		return false, nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowestNiceness); err != nil {
		return false, fmt.Errorf("lowering the program's priority: %w", err)
	}
	return true, nil
}
