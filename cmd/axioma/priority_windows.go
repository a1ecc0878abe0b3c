package main

import (
	"context"
	"fmt"
	"os/exec"

	"golang.org/x/sys/windows"
)

// lowest gives the program the lowest priority.
func lowest() error {
	if err := windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return nil
}

// inTurns has this program give way: no process halts another one here.
func inTurns() (done bool, code int, err error) { return false, 0, lowest() }

// takeTurns waits for the end of a program that was started.
func takeTurns(_ context.Context, program *exec.Cmd) error { return program.Wait() }
