package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// setLowestPriority gives the program the lowest priority. On Linux each thread has its own, and a
// new one that of the thread that made it. So the program begins anew in its place, from
// a thread of that priority: all of its threads then have it. It returns where that was
// done already, and where it cannot be done.
func setLowestPriority() error {
	program, err := ownProgram()
	if err != nil {
		return fmt.Errorf("looking for the program: %w", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lowered, err := lowerThreadPriority()
	if err != nil || !lowered {
		return err
	}
	return fmt.Errorf("starting the program anew: %w", syscall.Exec(program, os.Args, os.Environ()))
}

// niceness is that of the thread.
func niceness() (int, error) {
	const ordinary = 20 // is what Linux calls a niceness of 0 when it is asked
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	return ordinary - priority, err
}

// childAttributes are the attributes of a program that ends with this one, however this one ends.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
