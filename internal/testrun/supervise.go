//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// supervise runs a command, ends processes it leaves, and returns its exit code. It counts the CPU time of all
// descendants, also if their parents never waited (Chromium).
func supervise(command []string) int {
	adoptOrphans()
	// An interrupt reaches the process group. It is ignored here, to wait for the command's cleanup.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	endOrphans()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return max(exit.ExitCode(), 1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
