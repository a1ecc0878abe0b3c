package main

import (
	"fmt"
	"os"
)

// lowerPriority must run first, because it may restart the program. done: a child process has done the work.
func lowerPriority(args []string) (done bool, code int) {
	var err error
	switch {
	case len(args) == 0:
	case args[0] == "backup":
		done, code, err = runThrottled()
	case args[0] == nightly: // its parent throttles it
		err = setLowestPriority()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "axioma: continuing at normal priority:", err)
	}
	return done, code
}

// The running file itself where the system has it, even after an upgrade replaced it.
func ownProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
