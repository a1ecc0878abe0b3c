package main

import (
	"fmt"
	"os"
)

// lowerPriority lowers the priority of a backup command. It may run the whole command in a child process; then done is
// true and the caller exits with code. Call it before anything else.
func lowerPriority(args []string) (done bool, code int) {
	var err error
	switch {
	case len(args) == 0:
	case args[0] == "backup":
		done, code, err = runThrottled()
	case args[0] == nightly: // throttled by its parent
		err = setLowestPriority()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "axioma: continuing at normal priority:", err)
	}
	return done, code
}

// ownProgram returns /proc/self/exe on Linux, which stays valid after an upgrade.
func ownProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
