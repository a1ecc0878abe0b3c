package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"axioma/internal/config"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func nightlyServer(t *testing.T, folder string) (serveCommand, storetest.Database) {
	t.Helper()
	database := storetest.New(t)
	err := database.Try(t, `INSERT INTO settings (name, value) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
		SELECT 'filling ' || i, '`+strings.Repeat("x", 1000)+`' FROM n`)
	if err != nil {
		t.Fatal(err)
	}
	at := database.Location()
	return serveCommand{config.Server{
		Database: config.Database{Data: at.Folder, DatabaseURL: at.URL, DatabaseConnections: store.FewestConnections}, BackupTo: folder,
	}}, database
}

// backupStandIn returns a backup process that runs the test binary.
func backupStandIn(ctx context.Context, t *testing.T, s serveCommand) *exec.Cmd {
	t.Helper()
	process, err := s.backupProcess(ctx)
	if err != nil {
		t.Fatal(err)
	}
	process.Env = append(process.Env, programVariable+"=1")
	return process
}

func TestNightlyBackup_Process_ShowsNoPassword(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, database := nightlyServer(t, folder)
	process := backupStandIn(t.Context(), t, s)
	if line := strings.Join(process.Args, " "); line != "axioma nightly "+folder {
		t.Errorf("the command line is %q, want %q", line, "axioma nightly "+folder)
	}
	result, err := runBackupProcess(t.Context(), process)
	if err != nil {
		t.Fatal(err)
	}
	if path := backupIn(t, folder); result.Path != path || result.Bytes < 5<<20 || len(result.SHA256) != 64 {
		t.Errorf("the result is %+v, but the file is %s; want this path, its size and hash", result, path)
	}
	if storedTimes := database.Rows(t, "SELECT value FROM settings WHERE name = 'backup.last'"); len(storedTimes) != 1 {
		t.Errorf("the stored time of the last backup is %q, want one", storedTimes)
	}
}

func TestNightlyBackup_Failure_IsReportedToTheServer(t *testing.T) {
	t.Parallel()
	s := serveCommand{config.Server{BackupTo: t.TempDir(), BackupEncryption: config.BackupEncryption{BackupFor: []string{"age1invalid"}}}}
	_, err := runBackupProcess(t.Context(), backupStandIn(t.Context(), t, s))
	if err == nil || !strings.HasPrefix(err.Error(), `--backup-for "age1invalid" is not an age public key`) {
		t.Errorf("the backup for an invalid public key returned the error %v, want one that begins with %q", err, `--backup-for "age1invalid" is not an age public key`)
	}
	missing := filepath.Join(s.BackupTo, "axioma")
	if _, err := runBackupProcess(t.Context(), exec.Command(missing)); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("the backup without a program returned the error %v, want one that names the program", err)
	}
}

type pausedBackup struct {
	*exec.Cmd
	folder string
	end    context.CancelFunc
}

func pauseBackup(t *testing.T, s serveCommand) pausedBackup {
	t.Helper()
	for {
		s.BackupTo = t.TempDir()
		ctx, end := context.WithCancel(t.Context())
		process := pausedBackup{Cmd: backupStandIn(ctx, t, s), folder: s.BackupTo, end: end}
		process.WaitDelay = 0 // the process ends by itself, however slow the machine is
		process.startWriting(t)
		process.signal(t, syscall.SIGSTOP)
		if err := unix.Waitid(unix.P_PID, process.Process.Pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil); err != nil {
			t.Fatal(err)
		}
		if process.isAtWork(t) {
			return process
		}
		process.signal(t, syscall.SIGKILL) // the backup was too fast
		process.waitForSuccess(t)
	}
}

func (m pausedBackup) startWriting(t *testing.T) {
	t.Helper()
	waitForChange := watchFolder(t, m.folder)
	if err := m.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
	})
	for !m.isAtWork(t) && len(matching(t, filepath.Join(m.folder, "axioma-*"))) == 0 {
		waitForChange()
	}
}

func watchFolder(t *testing.T, folder string) (waitForChange func()) {
	t.Helper()
	watch, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Close(watch); err != nil {
			t.Error(err)
		}
	})
	inspect := func(path string) {
		if _, err := unix.InotifyAddWatch(watch, path, unix.IN_CREATE|unix.IN_MODIFY|unix.IN_DELETE|unix.IN_MOVE); err != nil && !errors.Is(err, unix.ENOENT) {
			t.Fatal(err)
		}
	}
	inspect(folder)
	return func() {
		for _, workplace := range matching(t, filepath.Join(folder, ".axioma-partial-*")) {
			inspect(workplace)
		}
		if _, err := unix.Read(watch, make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
	}
}

func (m pausedBackup) waitForSuccess(t *testing.T) bool {
	t.Helper()
	err := m.Wait()
	var exitErr *exec.ExitError
	if err != nil && !errors.As(err, &exitErr) && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return m.ProcessState.Success()
}

func (m pausedBackup) wasInterrupted(t *testing.T) bool {
	t.Helper()
	if m.waitForSuccess(t) {
		return false
	}
	if remaining := inFolder(t, m.folder); len(remaining) > 0 {
		t.Errorf("the folder has %q, want nothing", remaining)
	}
	return true
}

// stat returns the fields from the state on (proc_pid_stat(5)).
func stat(t *testing.T, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
}

func (m pausedBackup) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := m.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

func (m pausedBackup) isAtWork(t *testing.T) bool {
	t.Helper()
	for _, path := range matching(t, filepath.Join(m.folder, ".axioma-partial-*", "axioma.db")) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}

func matching(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestNightlyBackup_Killed_LeavesNoBackup(t *testing.T) {
	t.Parallel()
	s, _ := nightlyServer(t, "")
	killedBackup := pauseBackup(t, s)
	killedBackup.signal(t, syscall.SIGKILL)
	if killedBackup.waitForSuccess(t) {
		t.Error("the copy must be killed before it ends")
	}
	if remaining := inFolder(t, killedBackup.folder); len(remaining) != 1 || !strings.HasPrefix(remaining[0], ".axioma-partial-") {
		t.Errorf("the folder has %q, want one partial copy", remaining)
	}
	s.BackupTo = killedBackup.folder
	if _, err := runBackupProcess(t.Context(), backupStandIn(t.Context(), t, s)); err != nil {
		t.Error(err)
	}
	if remaining := inFolder(t, killedBackup.folder); len(remaining) != 3 || remaining[1] != remaining[0]+".json" || remaining[2] != remaining[0]+".sha256" {
		t.Errorf("after the next copy the folder has %q, want one backup", remaining)
	}
}

func TestNightlyBackup_ServerEnds_StopsAndLeavesNothing(t *testing.T) {
	t.Parallel()
	s, _ := nightlyServer(t, "")
	for brokenOff := false; !brokenOff; {
		process := pauseBackup(t, s)
		for _, thread := range matching(t, fmt.Sprintf("/proc/%d/task/*/stat", process.Process.Pid)) {
			if niceness := stat(t, thread)[16]; niceness != "19" {
				t.Errorf("a thread has the niceness %s, want 19", niceness)
			}
		}
		process.end()
		process.signal(t, syscall.SIGCONT)
		brokenOff = process.wasInterrupted(t) // or the backup was already complete
	}
}
