package database

import (
	"fmt"
	"syscall"
)

// niceness is the nice value of long reads. It leaves them about a quarter of a contended core: with less, late
// safepoints would delay garbage collection and reports.
const niceness = 5

func lowerPriority() error {
	const none = 20 // getpriority(2) returns 20 for niceness 0
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return fmt.Errorf("reading a thread's priority: %w", err)
	}
	if priority <= none-niceness {
		return nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness); err != nil {
		return fmt.Errorf("lowering a thread's priority: %w", err)
	}
	return nil
}
