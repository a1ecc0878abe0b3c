package database

import (
	"fmt"
	"syscall"
)

// niceness gives the thread about a quarter of a contended core. With much less it would reach safepoints so late that
// garbage collection delays everything, and reports on a busy machine would take too long.
const niceness = 5

// lowerPriority lowers the priority of the calling thread, unless it is lower already.
func lowerPriority() error {
	const none = 20 // getpriority(2) returns 20 for a niceness of 0
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return fmt.Errorf("asking for a thread's priority: %w", err)
	}
	if priority <= none-niceness {
		return nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness); err != nil {
		return fmt.Errorf("lowering a thread's priority: %w", err)
	}
	return nil
}
