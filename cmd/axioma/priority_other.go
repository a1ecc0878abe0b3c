//go:build !linux && !windows

package main

import (
	"fmt"
	"syscall"
)

// lowest gives the program the lowest priority.
func lowest() error {
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return nil
}
