package main

import (
	"fmt"
	"os"
)

// lowerPriority has commands that read all of the data, and are in no hurry, give way to
// everybody else on the machine: above all to the server, whose check-ins would otherwise
// share the cores with them. It is asked before anything was begun, for a program begins
// anew by it. It reports whether another one has done what was asked for, and how that ended.
func lowerPriority(args []string) (done bool, code int) {
	var err error
	switch {
	case len(args) == 0:
	case args[0] == "backup":
		done, code, err = runThrottled()
	case args[0] == nightly: // whoever starts it has it take turns
		err = setLowestPriority()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "axioma: goes on without giving way to others:", err)
	}
	return done, code
}

// ownProgram is the file of this program: where the system tells, the very one that runs,
// also after another one has taken its place.
func ownProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
