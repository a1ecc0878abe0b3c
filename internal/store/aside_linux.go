package store

import (
	"fmt"
	"syscall"
)

// niceness is how much the thread gives way: it has a tenth of a core that another
// one wants as well. With less than that it would come to its next safe point so
// late that a collection of garbage, which waits for it, kept everybody.
const niceness = 10

// giveWay lowers the priority of the thread that calls it.
func giveWay() error {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness); err != nil {
		return fmt.Errorf("lowering a thread's priority: %w", err)
	}
	return nil
}
