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

// isHalted reports whether a process is stopped by a signal.
func isHalted(t *testing.T, process *os.Process) bool {
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
	ended := make(chan error, 1)
	go func() { ended <- throttle(ctx, program) }()
	for _, halted := range []bool{true, false, true} {
		for isHalted(t, program.Process) != halted {
			time.Sleep(time.Millisecond)
		}
	}
	end()
	if err := input.Close(); err != nil {
		t.Error(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(time.Minute):
		t.Errorf("it is halted for good: %v", program.Process.Kill())
	}
}

// byHand is the command that copies a database into a folder, played by this program.
func byHand(t *testing.T, database storetest.Database, folder string) midway {
	t.Helper()
	program := exec.Command(os.Args[0], append([]string{"backup", folder}, database.Flags()...)...)
	program.Env = append(os.Environ(), programVariable+"=1")
	return midway{Cmd: program, folder: folder}
}

func TestBackup_Throttled_PassesOutputAndExitCode(t *testing.T) {
	t.Parallel()
	_, database := nightlyServer(t, "")
	folder := t.TempDir()
	if said, err := byHand(t, database, folder).CombinedOutput(); err != nil || !strings.Contains(string(said), theCopy(t, folder)+"\n") {
		t.Errorf("it ends with %v and says %q", err, said)
	}
	if said, err := byHand(t, database, folder+"/missing/").CombinedOutput(); err == nil || !strings.Contains(string(said), "there is no folder") {
		t.Errorf("without a folder it ends with %v and says %q", err, said)
	}
}

func TestBackup_Interrupted_LeavesNothing(t *testing.T) {
	t.Parallel()
	_, database := nightlyServer(t, "")
	for brokenOff := false; !brokenOff; {
		process := byHand(t, database, t.TempDir())
		process.getToWork(t)
		process.signal(t, syscall.SIGTERM)
		brokenOff = process.wasBrokenOff(t) // or it was whole before it heard
	}
}
