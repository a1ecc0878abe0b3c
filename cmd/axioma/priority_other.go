//go:build unix && !linux

package main

import "syscall"

// setLowestPriority gives the program the lowest priority.
func setLowestPriority() error {
	_, err := lowerThreadPriority()
	return err
}

// niceness returns the niceness of the program.
func niceness() (int, error) { return syscall.Getpriority(syscall.PRIO_PROCESS, 0) }

// childAttributes are the attributes of a child process.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
