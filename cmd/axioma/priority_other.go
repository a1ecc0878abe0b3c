//go:build unix && !linux

package main

import "syscall"

// setLowestPriority gives the program the lowest priority.
func setLowestPriority() error {
	_, err := lowerThreadPriority()
	return err
}

// niceness is that of the program.
func niceness() (int, error) { return syscall.Getpriority(syscall.PRIO_PROCESS, 0) }

// childAttributes are the attributes of a program that this one starts.
func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
