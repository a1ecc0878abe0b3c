package store

import (
	"fmt"
	"syscall"
)

// niceness is how much the thread gives way: it has a quarter of a core that
// another one wants as well. With much less it would come to its next safe point so
// late that a collection of garbage, which waits for it, kept everybody, and a
// report on a busy machine would come too late.
const niceness = 5

// giveWay lowers the priority of the thread that calls it.
func giveWay() error {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness); err != nil {
		return fmt.Errorf("lowering a thread's priority: %w", err)
	}
	return nil
}
