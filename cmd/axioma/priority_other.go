//go:build unix && !linux

package main

import "syscall"

// lowest gives the program the lowest priority.
func lowest() error {
	_, err := lower()
	return err
}

// niceness is that of the program.
func niceness() (int, error) { return syscall.Getpriority(syscall.PRIO_PROCESS, 0) }

// ofOurs are the attributes of a program that this one starts.
func ofOurs() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
