package database

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// atLowPriority runs fn on a thread of its own, to which the system gives what the others
// leave of the cores: what counts for long gives way to a write at once. Among the
// threads of Go the write would wait for its turn, of 10 ms. A panic of fn is its
// error.
func atLowPriority(fn func() error) error {
	done := make(chan error, 1)
	go func() {
		// It is never unlocked: the thread ends with this goroutine, since nobody may
		// raise its priority again.
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

var errBrokenOff = errors.New("the function did not come to its end")

// catchPanic turns a panic of fn into its error.
func catchPanic(fn func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", cause, debug.Stack())
		}
	}()
	return fn()
}
