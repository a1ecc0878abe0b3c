//go:build unix

// Command testpg runs another command with a private PostgreSQL server:
//
//	go run ./internal/testpg -- go test ./...
//
// It starts a cluster in a temporary folder on a free loopback port, sets AXIOMA_TEST_DATABASE_URL, and removes all at
// the end. Only kill -9 leaves the stopped cluster's folder.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

const (
	urlVariable = "AXIOMA_TEST_DATABASE_URL"

	// commandGrace is how long an interrupted command may take to end.
	commandGrace = 10 * time.Second

	exitUsage     = 2
	exitCannotRun = 125
	exitSignal    = 128
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run does the work of main and returns the exit code, so that deferred cleanup runs.
func run(args []string) int {
	// A child's death signal (see isolate) fires when its starting thread ends.
	runtime.LockOSThread()

	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		complain("usage: testpg -- command [argument ...]")
		return exitUsage
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()

	cluster, err := startCluster(ctx)
	if err != nil {
		complain("%v", err)
		return exitCannotRun
	}
	defer cluster.remove()
	complain("%s on 127.0.0.1:%d", cluster.version, cluster.port)

	return runCommand(ctx, args, cluster.url())
}

// runCommand gives the command a process group: children (of go test) must end with the command.
func runCommand(ctx context.Context, args []string, databaseURL string) int {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), urlVariable+"="+databaseURL)
	cmd.SysProcAttr = isolate(nil, syscall.SIGTERM)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = commandGrace

	err := cmd.Run()
	if cmd.ProcessState == nil {
		complain("run %s: %v", args[0], err)
		return exitCannotRun
	}
	return exitCode(cmd.ProcessState, err)
}

func exitCode(state *os.ProcessState, err error) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exitSignal + int(status.Signal())
	}
	var exitError *exec.ExitError
	if err != nil && !errors.As(err, &exitError) {
		complain("%v", err)
		return exitCannotRun
	}
	return state.ExitCode()
}

func complain(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "testpg: "+format+"\n", args...)
}
