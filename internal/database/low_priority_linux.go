package database

import (
	"fmt"
	"syscall"
)

// niceness is how much the thread gives way: it has a quarter of a core that
// another one wants as well. With much less it would come to its next safe point so
// late that a collection of garbage, which waits for it, kept everybody, and a
// report on a busy machine would come too late.
const niceness = 5

// lowerPriority lowers the priority of the thread that calls it, unless it is lower already.
func lowerPriority() error {
	const none = 20 // is what Linux calls a niceness of 0 when it is asked
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
