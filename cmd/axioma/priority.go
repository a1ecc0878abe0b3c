package main

import (
	"fmt"
	"os"
)

// lowerPriority gives long commands the lowest priority, so that they do not slow the server. It must run first,
// because it may restart the program. It reports whether a child process has done the work, and its exit code.
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

// ownProgram returns the path of this program: the running file itself where the system has it, even after an upgrade
// replaced it.
func ownProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
