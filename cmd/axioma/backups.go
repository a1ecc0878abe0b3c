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

func (b *backups) forOperators() *httpapi.Backups {
	if b.serve.BackupTo == "" {
		return nil
	}
	return &httpapi.Backups{Start: b.Start, State: b.State}
}

func (b *backups) Start() {
	b.mutex.Lock() // so that the backup cannot end before it is marked running
	defer b.mutex.Unlock()
	select {
	case b.requests <- struct{}{}:
		b.state = httpapi.BackupState{Running: true}
	default:
	}
}

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

func (b *backups) RunNightly(ctx context.Context) {
	if b.serve.BackupTo == "" {
		return
	}
	usecase.RunPeriodically(ctx, b.log, usecase.PeriodicTask{Name: "maintenance of backups", First: backupFirst, Every: backupEvery, Run: func(ctx context.Context) error {
		due, err := isBackupDue(ctx, b.cases, time.Now())
		if err != nil || !due {
			return err
		}
		return b.make(ctx)
	}})
}

func (b *backups) RunRequested(ctx context.Context) {
	var episode logs.Episode
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.requests:
		}
		episode.Record(ctx, b.log, "backup requested by an operator", b.make(ctx))
	}
}

func (b *backups) make(ctx context.Context) error {
	b.making.Lock()
	defer b.making.Unlock()
	b.setState(httpapi.BackupState{Running: true})
	result, err := b.serve.backUpInProcess(ctx)
	b.setState(httpapi.BackupState{Failed: err != nil})
	if err != nil {
		return fmt.Errorf("making a backup in %s: %w", b.serve.BackupTo, err)
	}
	b.log.Info("backup made", "to", result.Path, "bytes", result.Bytes)
	return nil
}
