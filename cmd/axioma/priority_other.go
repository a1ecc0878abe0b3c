//go:build unix && !linux

package main

import (
	"fmt"
	"syscall"
)

const lowestNiceness = 19

// lowest gives the program the lowest priority.
func lowest() error {
	_, err := lower()
	return err
}

// lower is lowest, and reports whether the program had a higher one before.
func lower() (lowered bool, err error) {
	before, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return false, fmt.Errorf("asking for the program's priority: %w", err)
	}
	if before >= lowestNiceness {
		return false, nil
	}
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, lowestNiceness); err != nil {
		return false, fmt.Errorf("lowering the program's priority: %w", err)
	}
	return true, nil
}

// ofOurs are the attributes of a program that this one starts.
func ofOurs() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
