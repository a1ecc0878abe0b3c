package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// setLowestPriority gives the program the lowest priority. On Linux priorities belong to threads and are inherited. So
// the program restarts itself from a thread of the lowest priority. It returns if that was done before, or failed.
func setLowestPriority() error {
	program, err := ownProgram()
	if err != nil {
		return fmt.Errorf("finding the program's path: %w", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	lowered, err := lowerThreadPriority()
	if err != nil || !lowered {
		return err
	}
	return fmt.Errorf("restarting the program: %w", syscall.Exec(program, os.Args, os.Environ()))
}

// niceness returns the niceness of the thread.
func niceness() (int, error) {
	const ordinary = 20 // the system call's value for niceness 0
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	return ordinary - priority, err
}

// childAttributes make a child process end with this one.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
