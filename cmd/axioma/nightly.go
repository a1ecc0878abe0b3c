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
	backupHour        = 4 // local time
	backupFirst       = 3 * time.Minute
	backupEvery       = 20 * time.Minute
	backupClockSkew   = time.Hour // how far another server's clock may be ahead
	backupStopTimeout = 5 * time.Second

	nightly = "nightly"
)

// refuseBackupSettings checks folder and keys at the start, not only when a backup is needed.
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

// prepareBackups does not create a missing folder that had backups: its disk is probably not mounted.
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
		log.Info("creating the folder of the nightly backups", "folder", folder)
	}
	if err := files.MakeFolder(folder); err != nil {
		return fmt.Errorf("--backup-to: %w", err)
	}
	return cases.Maintenance.RecordNightlyBackups(ctx, folder)
}

func refuseLostFolder(ctx context.Context, cases *service.Service, folder string) error {
	nightly, err := cases.Maintenance.NightlyBackups(ctx)
	if err != nil || nightly.Folder != folder {
		return err
	}
	last, err := cases.Maintenance.LastBackup(ctx)
	if err != nil || last.Before(nightly.Since.Truncate(time.Second)) {
		return err
	}
	return fmt.Errorf("--backup-to: %s is missing, and had backups of these data, the last one of %s: check whether its disk is mounted. "+
		"If it was removed on purpose, create the folder", folder, last.Local().Format(time.DateTime))
}

// isBackupDue ignores a last backup in the future (the clock was set back), which would prevent backups until then.
func isBackupDue(ctx context.Context, cases *service.Service, now time.Time) (bool, error) {
	last, err := cases.Maintenance.LastBackup(ctx)
	return err == nil && (last.Before(backupDue(now)) || last.After(now.Add(backupClockSkew))), err
}

// backUpInProcess makes a backup in a child process: its low priority does not slow the server's threads, and its
// memory is freed.
func (s serveCommand) backUpInProcess(ctx context.Context) (backup.Result, error) {
	process, err := s.backupProcess(ctx)
	if err != nil {
		return backup.Result{}, err
	}
	return runBackupProcess(ctx, process)
}

// backupProcess returns a child process that ends when its standard input closes: when ctx or this program ends.
func (s serveCommand) backupProcess(ctx context.Context) (*exec.Cmd, error) {
	program, err := ownProgram()
	if err != nil {
		return nil, fmt.Errorf("finding the program's path: %w", err)
	}
	process := exec.CommandContext(ctx, program, nightly, s.BackupTo)
	process.Args[0] = "axioma"
	process.Env = slices.Concat(config.RemoveSettings(os.Environ()), s.Database.Variables(), s.BackupEncryption.Variables())
	input, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("preparing the backup process: %w", err)
	}
	process.Cancel, process.WaitDelay = input.Close, backupStopTimeout
	return process, nil
}

func runBackupProcess(ctx context.Context, process *exec.Cmd) (result backup.Result, err error) {
	var output, complaints bytes.Buffer
	process.Stdout, process.Stderr = &output, &complaints
	if err := process.Start(); err != nil {
		return result, fmt.Errorf("starting the child process: %w", err)
	}
	if err := throttle(ctx, process); err != nil {
		return result, fmt.Errorf("%s (%w)", strings.TrimPrefix(strings.TrimSpace(complaints.String()), "axioma: "), err)
	}
	if err := json.Unmarshal(output.Bytes(), &result); err != nil {
		return result, fmt.Errorf("reading the backup's result: %w", err)
	}
	return result, nil
}

type nightlyCommand struct{ backupCommand }

// Run prints the backup's result as JSON. It stops when standard input closes: the server has ended.
func (n nightlyCommand) Run(ctx context.Context, c console) error {
	ctx, breakOff := context.WithCancelCause(ctx)
	defer breakOff(nil)
	go func() {
		_, err := io.Copy(io.Discard, c.in)
		breakOff(err)
	}()
	result, err := n.makeBackup(ctx, time.Now())
	if err != nil {
		return err
	}
	return json.NewEncoder(c.out).Encode(result)
}

func backupDue(now time.Time) time.Time {
	due := time.Date(now.Year(), now.Month(), now.Day(), backupHour, 0, 0, 0, now.Location())
	if due.After(now) {
		return due.AddDate(0, 0, -1)
	}
	return due
}
