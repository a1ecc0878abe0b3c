package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"axioma/internal/backup"
	"axioma/internal/config"
	"axioma/internal/files"
	"axioma/internal/service"
)

const (
	backupHour        = 4 // of the clock on the wall where the server stands
	backupFirst       = 3 * time.Minute
	backupEvery       = 20 * time.Minute // is looked whether a copy is due, and one that failed is tried again
	backupStopTimeout = 5 * time.Second  // after which a copy that is to break off is killed

	nightly = "nightly" // the hidden command that a server starts
)

// refuseBackupSettings keeps what is no folder, or no key, from being noticed on the day when
// a backup is needed.
func (s serveCommand) refuseBackupSettings() error {
	if s.BackupTo == "" {
		return nil
	}
	if info, err := os.Stat(s.BackupTo); err == nil && !info.IsDir() {
		return fmt.Errorf("--backup-to: %s is a file: name a folder", s.BackupTo)
	}
	_, err := recipients(s.BackupFor)
	return err
}

// prepareBackups makes the folder of the nightly backups where it is missing. One in which
// backups were made before is not made anew: its disk is not there.
func (s serveCommand) prepareBackups(ctx context.Context, cases *service.Service, log *slog.Logger) error {
	if s.BackupTo == "" {
		return nil
	}
	folder, err := filepath.Abs(s.BackupTo)
	if err != nil {
		return fmt.Errorf("--backup-to: %w", err)
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		if err := refuseLostFolder(ctx, cases, folder); err != nil {
			return err
		}
		log.Info("the folder of the nightly backups is made", "folder", folder)
	}
	if err := files.MakeFolder(folder); err != nil {
		return fmt.Errorf("--backup-to: %w", err)
	}
	return cases.Maintenance.RecordNightlyBackups(ctx, folder)
}

// refuseLostFolder refuses a folder that is missing and has backups of these data.
func refuseLostFolder(ctx context.Context, cases *service.Service, folder string) error {
	nightly, err := cases.Maintenance.NightlyBackups(ctx)
	if err != nil || nightly.Folder != folder {
		return err
	}
	last, err := cases.Maintenance.LastBackup(ctx)
	if err != nil || last.Before(nightly.Since.Truncate(time.Second)) {
		return err
	}
	return fmt.Errorf("--backup-to: %s is gone, and has backups of these data, the last of %s: look whether its disk is there. "+
		"If it was removed on purpose, make the folder anew", folder, last.Local().Format(time.DateTime))
}

// isBackupDue reports whether no copy was made since the last time that one was due.
func isBackupDue(ctx context.Context, cases *service.Service, now time.Time) (bool, error) {
	last, err := cases.Maintenance.LastBackup(ctx)
	return err == nil && last.Before(backupDue(now)), err
}

// backUpInProcess makes a copy in a process of its own: that one gives way to the server
// altogether, which threads of the server could not without keeping others, and what a
// copy takes of memory goes with it.
func (s serveCommand) backUpInProcess(ctx context.Context) (backup.Result, error) {
	process, err := s.backupProcess(ctx)
	if err != nil {
		return backup.Result{}, err
	}
	return runBackupProcess(ctx, process)
}

// backupProcess is the process that makes a copy. It ends when the context does, and by itself
// when this program ends, however that ends: its standard input is over then.
func (s serveCommand) backupProcess(ctx context.Context) (*exec.Cmd, error) {
	program, err := ownProgram()
	if err != nil {
		return nil, fmt.Errorf("looking for the program: %w", err)
	}
	process := exec.CommandContext(ctx, program, nightly, s.BackupTo)
	process.Args[0] = "axioma"
	process.Env = slices.Concat(config.RemoveSettings(os.Environ()), s.Database.Variables(), s.BackupEncryption.Variables())
	input, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("preparing the copy: %w", err)
	}
	process.Cancel, process.WaitDelay = input.Close, backupStopTimeout
	return process, nil
}

// runBackupProcess runs a process that makes a copy, by turns, and returns which one.
func runBackupProcess(ctx context.Context, process *exec.Cmd) (made backup.Result, err error) {
	var said, complaints bytes.Buffer
	process.Stdout, process.Stderr = &said, &complaints
	if err := process.Start(); err != nil {
		return made, fmt.Errorf("starting the program once more: %w", err)
	}
	if err := throttle(ctx, process); err != nil {
		return made, fmt.Errorf("%s (%w)", strings.TrimPrefix(strings.TrimSpace(complaints.String()), "axioma: "), err)
	}
	if err := json.Unmarshal(said.Bytes(), &made); err != nil {
		return made, fmt.Errorf("reading which copy was made: %w", err)
	}
	return made, nil
}

// nightlyCommand is the other side of backUpApart.
type nightlyCommand struct{ backupCommand }

// Run makes a copy and says which one, so that a program can read it. It breaks off when
// its input ends, since then whoever wanted the copy has ended.
func (n nightlyCommand) Run(ctx context.Context, c console) error {
	ctx, breakOff := context.WithCancelCause(ctx)
	defer breakOff(nil)
	go func() {
		_, err := io.Copy(io.Discard, c.in)
		breakOff(err)
	}()
	made, err := n.makeBackup(ctx, time.Now())
	if err != nil {
		return err
	}
	return json.NewEncoder(c.out).Encode(made)
}

// backupDue is when the last copy was due at an instant.
func backupDue(now time.Time) time.Time {
	due := time.Date(now.Year(), now.Month(), now.Day(), backupHour, 0, 0, 0, now.Location())
	if due.After(now) {
		return due.AddDate(0, 0, -1)
	}
	return due
}
