package main

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// lowest gives the program the lowest priority.
func lowest() error {
	if err := windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS); err != nil {
		return fmt.Errorf("lowering the program's priority: %w", err)
	}
	return nil
}
