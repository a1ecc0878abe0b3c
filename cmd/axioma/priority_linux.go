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
	program, err := ownProgram()
	if err != nil {
		return fmt.Errorf("looking for the program: %w", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lowered, err := lower()
	if err != nil || !lowered {
		return err
	}
	return fmt.Errorf("starting the program anew: %w", syscall.Exec(program, os.Args, os.Environ()))
}

// lower gives the thread the lowest priority, and reports whether it had a higher one before.
// It is not that of a thread that has only what nobody else wants (SCHED_IDLE): on a machine
// that is busy for hours a copy would last for as many, and SQLite's journal grow meanwhile.
func lower() (lowered bool, err error) {
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return false, fmt.Errorf("asking for the program's priority: %w", err)
	}
	if priority <= ordinary-lowestNiceness {
		return false, nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowestNiceness); err != nil {
		return false, fmt.Errorf("lowering the program's priority: %w", err)
	}
	return true, nil
}

// ofOurs are the attributes of a program that ends with this one, however this one ends.
func ofOurs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
