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

// throttleInterval is how long the child runs and pauses in turn: even at the lowest priority it disturbs others'
// caches. It is short: a paused child may hold a lock.
const throttleInterval = 20 * time.Millisecond

// throttle pauses the child. After ctx ends the child runs freely, to clean up.
func throttle(ctx context.Context, program *exec.Cmd) error {
	ctx, over := context.WithCancel(ctx)
	var pacing sync.WaitGroup
	pacing.Go(func() { pauseAndResume(ctx, program.Process) })
	defer pacing.Wait()
	defer over()
	return program.Wait()
}

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

func sendSignal(process *os.Process, sig os.Signal) bool { return process.Signal(sig) == nil }

// runThrottled runs this command again in a throttled child. In that child it does nothing.
func runThrottled() (done bool, code int, err error) {
	path, err := ownProgram()
	if err != nil {
		return false, 0, fmt.Errorf("finding the program's path: %w", err)
	}
	runtime.LockOSThread() // the child inherits this thread's priority
	defer runtime.UnlockOSThread()
	isLowered, err := lowerThreadPriority()
	if err != nil || !isLowered {
		return false, 0, err
	}
	program := exec.Command(path, os.Args[1:]...)
	program.Args[0] = os.Args[0]
	program.Stdin, program.Stdout, program.Stderr = os.Stdin, os.Stdout, os.Stderr
	program.SysProcAttr = childAttributes()
	program.SysProcAttr.Setpgid = true // only this process signals the child
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := program.Start(); err != nil {
		signal.Stop(signals)
		return false, 0, fmt.Errorf("starting the child process: %w", err)
	}
	go func() {
		for each := range signals {
			sendSignal(program.Process, each)
		}
	}()
	if err := throttle(context.Background(), program); err != nil {
		code = max(1, program.ProcessState.ExitCode())
	}
	return true, code, nil
}
