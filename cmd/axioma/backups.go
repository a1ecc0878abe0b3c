package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"axioma/internal/httpapi"
	"axioma/internal/logs"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

// backups makes the backups of a server, one at a time: each night, and when an operator asks
// for one.
type backups struct {
	serve    serveCommand
	cases    *service.Service
	log      *slog.Logger
	requests chan struct{}

	making sync.Mutex
	mutex  sync.Mutex
	state  httpapi.BackupState
}

func newBackups(serve serveCommand, cases *service.Service, log *slog.Logger) *backups {
	return &backups{serve: serve, cases: cases, log: log, requests: make(chan struct{}, 1)}
}

// forOperators are the backups that an operator may ask for; nil where no folder is set up.
func (b *backups) forOperators() *httpapi.Backups {
	if b.serve.BackupTo == "" {
		return nil
	}
	return &httpapi.Backups{Start: b.Start, State: b.State}
}

// Start asks for a backup. Where one is asked for already, that one will do.
func (b *backups) Start() {
	b.mutex.Lock() // or the backup might end, and be noted, before it is noted as running
	defer b.mutex.Unlock()
	select {
	case b.requests <- struct{}{}:
		b.state = httpapi.BackupState{Running: true}
	default:
	}
}

// State says how the backups of this server stand.
func (b *backups) State() httpapi.BackupState {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.state
}

func (b *backups) setState(state httpapi.BackupState) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.state = state
}

// RunNightly makes a backup of the data each night, until the context ends.
func (b *backups) RunNightly(ctx context.Context) {
	if b.serve.BackupTo == "" {
		return
	}
	usecase.RunPeriodically(ctx, b.log, usecase.PeriodicTask{Name: "upkeep of backups", First: backupFirst, Every: backupEvery, Run: func(ctx context.Context) error {
		due, err := isBackupDue(ctx, b.cases, time.Now())
		if err != nil || !due {
			return err
		}
		return b.make(ctx)
	}})
}

// RunRequested makes the backups that operators ask for, until the context ends.
func (b *backups) RunRequested(ctx context.Context) {
	var episode logs.Episode
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.requests:
		}
		episode.Record(ctx, b.log, "a backup that an operator asked for", b.make(ctx))
	}
}

// make makes one backup.
func (b *backups) make(ctx context.Context) error {
	b.making.Lock()
	defer b.making.Unlock()
	b.setState(httpapi.BackupState{Running: true})
	made, err := b.serve.backUpInProcess(ctx)
	b.setState(httpapi.BackupState{Failed: err != nil})
	if err != nil {
		return fmt.Errorf("copying the data to %s: %w", b.serve.BackupTo, err)
	}
	b.log.Info("the data were copied", "to", made.Path, "bytes", made.Bytes)
	return nil
}
