package main

import (
	"context"
	"fmt"
	"os/exec"

	"golang.org/x/sys/windows"
)

// setLowestPriority gives the program the lowest priority.
func setLowestPriority() error {
	if err := windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return nil
}

// runThrottled lowers the priority only: Windows cannot pause a process.
func runThrottled() (done bool, code int, err error) { return false, 0, setLowestPriority() }

// throttle waits for the end of a child process.
func throttle(_ context.Context, program *exec.Cmd) error { return program.Wait() }
