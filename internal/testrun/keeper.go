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

// keep runs the command of one step in this process's place and returns its exit code. Two things need a process
// between: what the step's own children left running is ended here and not by chance, and the CPU time of every
// descendant is counted, also of those whose parent never asked for it (Chromium's).
func keep(command []string) int {
	adoptOrphans()
	// Whoever interrupts tells the whole group; the keeper waits until its command has tidied up.
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
