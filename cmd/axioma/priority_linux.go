package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

const (
	lowestNiceness = 19
	ordinary       = 20 // is what Linux calls a niceness of 0 when it is asked
)

// lowest gives the program the lowest priority. On Linux each thread has its own, and a
// new one that of the thread that made it. So the program begins anew in its place, from
// a thread of that priority: all of its threads then have it. It returns where that was
// done already, and where it cannot be done.
func lowest() error {
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return fmt.Errorf("asking for the program's priority: %w", err)
	}
	if priority <= ordinary-lowestNiceness {
		return nil
	}
	program, err := ownProgram()
	if err != nil {
		return fmt.Errorf("looking for the program: %w", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowestNiceness); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return fmt.Errorf("starting the program anew: %w", syscall.Exec(program, os.Args, os.Environ()))
}
