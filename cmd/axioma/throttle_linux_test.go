package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"axioma/internal/store/storetest"
)

func isPaused(t *testing.T, process *os.Process) bool {
	t.Helper()
	return stat(t, fmt.Sprintf("/proc/%d/stat", process.Pid))[0] == "T"
}

func TestThrottle_Process_IsPausedAndFinishes(t *testing.T) {
	t.Parallel()
	program := exec.Command("cat")
	input, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- throttle(ctx, program) }()
	for _, pauseBackup := range []bool{true, false, true} {
		for isPaused(t, program.Process) != pauseBackup {
			time.Sleep(time.Millisecond)
		}
	}
	end()
	if err := input.Close(); err != nil {
		t.Error(err)
	}
	select {
	case err := <-result:
		if err != nil {
			t.Errorf("the program ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Errorf("the process was not resumed within a minute: %v", program.Process.Kill())
	}
}

// newManualBackup returns a backup command that runs the test binary.
func newManualBackup(t *testing.T, database storetest.Database, folder string) pausedBackup {
	t.Helper()
	program := exec.Command(os.Args[0], append([]string{"backup", folder}, database.Flags()...)...)
	program.Env = append(os.Environ(), programVariable+"=1")
	return pausedBackup{Cmd: program, folder: folder}
}

func TestBackup_Throttled_PassesOutputAndExitCode(t *testing.T) {
	t.Parallel()
	_, database := nightlyServer(t, "")
	folder := t.TempDir()
	if output, err := newManualBackup(t, database, folder).CombinedOutput(); err != nil || !strings.Contains(string(output), backupIn(t, folder)+"\n") {
		t.Errorf("the backup ends with %v and prints %q, want the name of the backup", err, output)
	}
	if output, err := newManualBackup(t, database, folder+"/missing/").CombinedOutput(); err == nil || !strings.Contains(string(output), "no folder for") {
		t.Errorf("without a folder the backup ends with %v and prints %q, want an error about the folder", err, output)
	}
}

func TestBackup_Interrupted_LeavesNothing(t *testing.T) {
	t.Parallel()
	_, database := nightlyServer(t, "")
	for brokenOff := false; !brokenOff; {
		process := newManualBackup(t, database, t.TempDir())
		process.startWriting(t)
		process.signal(t, syscall.SIGTERM)
		brokenOff = process.wasInterrupted(t) // or the backup was already complete
	}
}
