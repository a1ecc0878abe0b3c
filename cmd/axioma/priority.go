package main

import "os"

// makeWay has commands that read all of the data, and are in no hurry, give way to
// everybody else on the machine: above all to the server, whose check-ins would otherwise
// share the cores with them. It is asked before anything was begun, for on Linux the
// program starts anew by it.
func makeWay(args []string) error {
	if len(args) == 0 || args[0] != "backup" && args[0] != nightly {
		return nil
	}
	return lowest()
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
