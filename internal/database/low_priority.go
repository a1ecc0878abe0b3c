package database

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// atLowPriority runs fn on its own thread, so that the kernel lets a short write preempt a long read: Go's time slice
// is 10 ms. A panic is returned as an error.
func atLowPriority(fn func() error) error {
	done := make(chan error, 1)
	go func() {
		// The thread ends with the goroutine: its priority cannot be raised again.
		runtime.LockOSThread()
		err := errBrokenOff
		defer func() { done <- err }()
		fault := lowerPriority()
		if fault == nil {
			fault = catchPanic(fn)
		}
		err = fault
	}()
	return <-done
}

var errBrokenOff = errors.New("the function did not return")

func catchPanic(fn func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", cause, debug.Stack())
		}
	}()
	return fn()
}
