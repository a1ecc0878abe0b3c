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

// nightlyServer is a server with a database of some size, which copies it into a folder.
func nightlyServer(t *testing.T, folder string) (serveCommand, storetest.Database) {
	t.Helper()
	database := storetest.New(t)
	err := database.Try(t, `INSERT INTO settings (name, value) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
		SELECT 'filling ' || i, '`+strings.Repeat("x", 1000)+`' FROM n`)
	if err != nil {
		t.Fatal(err)
	}
	at := database.At()
	return serveCommand{config.Server{
		Database: config.Database{Data: at.Folder, DatabaseURL: at.URL, DatabaseConnections: store.FewestConnections}, BackupTo: folder,
	}}, database
}

// playing is the process in which the server has a copy made, played by this program.
func playing(ctx context.Context, t *testing.T, s serveCommand) *exec.Cmd {
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
	process := playing(t.Context(), t, s)
	if line := strings.Join(process.Args, " "); line != "axioma nightly "+folder {
		t.Errorf("the command line is %q", line)
	}
	made, err := runBackupProcess(t.Context(), process)
	if err != nil {
		t.Fatal(err)
	}
	if path := theCopy(t, folder); made.Path != path || made.Bytes < 5<<20 || len(made.SHA256) != 64 {
		t.Errorf("it is said to have made %+v, and has made %s", made, path)
	}
	if noted := database.Rows(t, "SELECT value FROM settings WHERE name = 'backup.last'"); len(noted) != 1 {
		t.Errorf("noted is %q", noted)
	}
}

func TestNightlyBackup_Failure_IsReportedToTheServer(t *testing.T) {
	t.Parallel()
	s := serveCommand{config.Server{BackupTo: t.TempDir(), BackupEncryption: config.BackupEncryption{BackupFor: []string{"age1nobody"}}}}
	_, err := runBackupProcess(t.Context(), playing(t.Context(), t, s))
	if err == nil || !strings.HasPrefix(err.Error(), `--backup-for "age1nobody" is no public key of age`) {
		t.Errorf("it says %v", err)
	}
	missing := filepath.Join(s.BackupTo, "axioma")
	if _, err := runBackupProcess(t.Context(), exec.Command(missing)); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("without a program it says %v", err)
	}
}

// midway is a process that was halted in the middle of a copy.
type midway struct {
	*exec.Cmd
	folder string             // in which the copy was to be
	end    context.CancelFunc // of the server that has started it
}

// halted starts copies until one is halted before it has a name.
func halted(t *testing.T, s serveCommand) midway {
	t.Helper()
	for {
		s.BackupTo = t.TempDir()
		ctx, end := context.WithCancel(t.Context())
		process := midway{Cmd: playing(ctx, t, s), folder: s.BackupTo, end: end}
		process.WaitDelay = 0 // it ends by itself, however slow the machine is
		process.getToWork(t)
		process.signal(t, syscall.SIGSTOP)
		if err := unix.Waitid(unix.P_PID, process.Process.Pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil); err != nil {
			t.Fatal(err)
		}
		if process.isAtWork(t) {
			return process
		}
		process.signal(t, syscall.SIGKILL) // it was too fast
		process.hasSucceeded(t)
	}
}

// getToWork starts the process, and returns when a part of its copy is written, or all.
func (m midway) getToWork(t *testing.T) {
	t.Helper()
	changed := watched(t, m.folder)
	if err := m.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
	})
	for !m.isAtWork(t) && len(matching(t, filepath.Join(m.folder, "axioma-*"))) == 0 {
		changed()
	}
}

// watched returns what waits until something changes in a folder, or in the workplaces
// that were in it when it was last called.
func watched(t *testing.T, folder string) (changed func()) {
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
	look := func(path string) {
		if _, err := unix.InotifyAddWatch(watch, path, unix.IN_CREATE|unix.IN_MODIFY|unix.IN_DELETE|unix.IN_MOVE); err != nil && !errors.Is(err, unix.ENOENT) {
			t.Fatal(err)
		}
	}
	look(folder)
	return func() {
		for _, workplace := range matching(t, filepath.Join(folder, ".axioma-partial-*")) {
			look(workplace)
		}
		if _, err := unix.Read(watch, make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
	}
}

// hasSucceeded waits for the end of the process.
func (m midway) hasSucceeded(t *testing.T) bool {
	t.Helper()
	err := m.Wait()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	return m.ProcessState.Success()
}

// wasBrokenOff waits for the end of the process, and reports whether that came before its
// copy was whole. Then it has left nothing.
func (m midway) wasBrokenOff(t *testing.T) bool {
	t.Helper()
	if m.hasSucceeded(t) {
		return false
	}
	if left := inFolder(t, m.folder); len(left) > 0 {
		t.Errorf("left is %q", left)
	}
	return true
}

// stat is what Linux says of a thread, from its state on (proc_pid_stat(5)).
func stat(t *testing.T, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(content[bytes.LastIndexByte(content, ')')+1:]))
}

func (m midway) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := m.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// isAtWork reports whether a part of its copy is written, and it has no name yet.
func (m midway) isAtWork(t *testing.T) bool {
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
	killed := halted(t, s)
	killed.signal(t, syscall.SIGKILL)
	if killed.hasSucceeded(t) {
		t.Error("the copy was not killed")
	}
	if left := inFolder(t, killed.folder); len(left) != 1 || !strings.HasPrefix(left[0], ".axioma-partial-") {
		t.Errorf("left is %q", left)
	}
	s.BackupTo = killed.folder
	if _, err := runBackupProcess(t.Context(), playing(t.Context(), t, s)); err != nil {
		t.Error(err)
	}
	if left := inFolder(t, killed.folder); len(left) != 2 || left[1] != left[0]+".sha256" {
		t.Errorf("after the next copy there is %q", left)
	}
}

func TestNightlyBackup_ServerEnds_StopsAndLeavesNothing(t *testing.T) {
	t.Parallel()
	s, _ := nightlyServer(t, "")
	for brokenOff := false; !brokenOff; {
		process := halted(t, s)
		for _, thread := range matching(t, fmt.Sprintf("/proc/%d/task/*/stat", process.Process.Pid)) {
			if niceness := stat(t, thread)[16]; niceness != "19" {
				t.Errorf("a thread has the niceness %s", niceness)
			}
		}
		process.end()
		process.signal(t, syscall.SIGCONT)
		brokenOff = process.wasBrokenOff(t) // or it was whole before it noticed
	}
}
