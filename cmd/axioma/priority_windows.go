package main

import (
	"context"
	"fmt"
	"os/exec"

	"golang.org/x/sys/windows"
)

func setLowestPriority() error {
	if err := windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return nil
}

// runThrottled only lowers the priority: Windows cannot pause a process.
func runThrottled() (done bool, code int, err error) { return false, 0, setLowestPriority() }

func throttle(_ context.Context, program *exec.Cmd) error { return program.Wait() }
