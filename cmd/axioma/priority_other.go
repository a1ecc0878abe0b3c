//go:build unix && !linux

package main

import "syscall"

func setLowestPriority() error {
	_, err := lowerThreadPriority()
	return err
}

func niceness() (int, error) { return syscall.Getpriority(syscall.PRIO_PROCESS, 0) }

func childAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
