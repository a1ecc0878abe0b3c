package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"axioma/internal/backup"
	"axioma/internal/service"
	"axioma/internal/service/act"
)

const (
	backupHour  = 4 // of the clock on the wall where the server stands
	backupFirst = 3 * time.Minute
	backupEvery = 20 * time.Minute // is looked whether a copy is due, and one that failed is tried again
)

// refuseMissingFolder keeps a mistyped folder, or a disk that is not there, from being
// noticed on the day when a copy is needed.
func (s serveCommand) refuseMissingFolder() error {
	if s.BackupTo == "" {
		return nil
	}
	if info, err := os.Stat(s.BackupTo); err != nil || !info.IsDir() {
		return fmt.Errorf("--backup-to: there is no folder %s", s.BackupTo)
	}
	_, err := recipients(s.BackupFor)
	return err
}

// backUpNightly makes a copy of the data each night, until the context ends.
func (s serveCommand) backUpNightly(ctx context.Context, cases *service.Service, log *slog.Logger) {
	if s.BackupTo == "" {
		return
	}
	act.Repeat(ctx, log, act.Routine{Name: "upkeep of backups", First: backupFirst, Every: backupEvery, Chore: func(ctx context.Context) error {
		made, err := s.backUpIfDue(ctx, cases, time.Now())
		if err == nil && made.Path != "" {
			log.Info("the data were copied", "to", made.Path, "bytes", made.Bytes)
		}
		if err != nil {
			return fmt.Errorf("copying the data to %s: %w", s.BackupTo, err)
		}
		return nil
	}})
}

// backUpIfDue makes a copy where none was made since the last time that one was due.
func (s serveCommand) backUpIfDue(ctx context.Context, cases *service.Service, now time.Time) (backup.Copy, error) {
	last, err := cases.Upkeep.LastBackup(ctx)
	if err != nil || !last.Before(backupDue(now)) {
		return backup.Copy{}, err
	}
	made, err := makeCopy(ctx, s.Database, s.BackupReaders, s.BackupTo, now)
	if err != nil {
		return backup.Copy{}, err
	}
	return made, cases.Upkeep.NoteBackup(ctx, now)
}

// backupDue is when the last copy was due at an instant.
func backupDue(now time.Time) time.Time {
	due := time.Date(now.Year(), now.Month(), now.Day(), backupHour, 0, 0, 0, now.Location())
	if due.After(now) {
		return due.AddDate(0, 0, -1)
	}
	return due
}
