package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// setLowestPriority restarts the program from a thread of the lowest priority, which threads inherit. It returns nil if
// already lowered.
func setLowestPriority() error {
	program, err := ownProgram()
	if err != nil {
		return fmt.Errorf("finding the program's path: %w", err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	isLowered, err := lowerThreadPriority()
	if err != nil || !isLowered {
		return err
	}
	return fmt.Errorf("restarting the program: %w", syscall.Exec(program, os.Args, os.Environ()))
}

func niceness() (int, error) {
	const ordinary = 20 // value for niceness 0
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	return ordinary - priority, err
}

// childAttributes make a child end with this process.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
