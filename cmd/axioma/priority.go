package main

import (
	"fmt"
	"os"
)

// lowerPriority lowers the priority of backups. It must be called first, because it may run the command in a child
// process. If done, the program must exit with code.
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

// ownProgram returns /proc/self/exe on Linux, which stays valid after an upgrade.
func ownProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
