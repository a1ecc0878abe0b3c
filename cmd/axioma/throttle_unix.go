//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// throttleInterval is how long a program that gives way works, and how long it rests then. However
// little the system gives it of the cores, what it does there is felt by whoever has them
// next, and by whoever works beside it. What others wait for it holds no longer than this.
const throttleInterval = 20 * time.Millisecond

// throttle has a program that was started work half of the time, and waits for its end.
// When the context ends it is not halted any more, so that it can tidy up.
func throttle(ctx context.Context, program *exec.Cmd) error {
	ctx, over := context.WithCancel(ctx)
	var pacing sync.WaitGroup
	pacing.Go(func() { pauseAndResume(ctx, program.Process) })
	defer pacing.Wait()
	defer over()
	return program.Wait()
}

// pauseAndResume halts a process and has it go on, by turns, until the context or the process ends.
func pauseAndResume(ctx context.Context, process *os.Process) {
	turns := time.NewTicker(throttleInterval)
	defer turns.Stop()
	for next, then := syscall.SIGSTOP, syscall.SIGCONT; ; next, then = then, next {
		select {
		case <-ctx.Done():
			sendSignal(process, syscall.SIGCONT)
			return
		case <-turns.C:
		}
		if !sendSignal(process, next) {
			return
		}
	}
}

// sendSignal says something to a process, and reports whether that has not ended yet.
func sendSignal(process *os.Process, what os.Signal) bool { return process.Signal(what) == nil }

// runThrottled runs this command line once more, in a program of the lowest priority that takes
// turns, and reports how that ended. It does nothing where this is that program already.
func runThrottled() (done bool, code int, err error) {
	path, err := ownProgram()
	if err != nil {
		return false, 0, fmt.Errorf("looking for the program: %w", err)
	}
	runtime.LockOSThread() // whose priority the program gets that it starts
	defer runtime.UnlockOSThread()
	lowered, err := lowerThreadPriority()
	if err != nil || !lowered {
		return false, 0, err
	}
	program := exec.Command(path, os.Args[1:]...)
	program.Args[0] = os.Args[0]
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	program.SysProcAttr = childAttributes()
	program.SysProcAttr.Setpgid = true // it hears each signal once, from us
	asked := make(chan os.Signal, 2)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	if err := program.Start(); err != nil {
		signal.Stop(asked)
		return false, 0, fmt.Errorf("starting the program once more: %w", err)
	}
	go func() {
		for each := range asked {
			sendSignal(program.Process, each)
		}
	}()
	if err := throttle(context.Background(), program); err != nil {
		code = max(1, program.ProcessState.ExitCode())
	}
	return true, code, nil
}
