package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"os"
	"strings"
	"time"

	"axioma/internal/backup"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const progressInterval = time.Minute

// detectCopy holds queued messages if the data seem a copy or an earlier state.
func (s serveCommand) detectCopy(ctx context.Context, cases *service.Service, log *slog.Logger) error {
	current, err := s.installation()
	if err != nil {
		return err
	}
	if s.BackupTo != "" {
		if current.Progress, err = backup.ReadProgress(s.BackupTo); err != nil {
			log.Warn("this start cannot tell whether the data were set back", "error", err)
		}
	}
	check, err := cases.RestoredMessages.CheckInstallation(ctx, current)
	if err != nil {
		return err
	}
	if check.HeldCount > 0 {
		log.Warn("these data were served elsewhere before, or were set back: queued messages are held until you decide in the control panel, "+
			"or with \"axioma messages release\" or \"axioma messages drop\"", "held", check.HeldCount, "changed", check.Changes)
	} else if check.Changes != "" {
		log.Info("these data were served elsewhere before, or were set back; no messages are queued", "changed", check.Changes)
	}
	return nil
}

// markProgress also writes a mark when the context ends.
func (s serveCommand) markProgress(ctx context.Context, cases *service.Service, log *slog.Logger) {
	if s.BackupTo == "" {
		return
	}
	mark := func(ctx context.Context) error {
		number, err := cases.RestoredMessages.AdvanceProgress(ctx)
		if err != nil {
			return err
		}
		return backup.WriteProgress(s.BackupTo, number)
	}
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "progress mark", First: time.Second, Every: progressInterval, Run: mark})
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), backupStopTimeout)
	defer cancel()
	if err := mark(last); err != nil {
		log.WarnContext(last, "writing the last progress mark", "error", err)
	}
}

// installation identifies PostgreSQL without the machine: several may serve it.
func (s serveCommand) installation() (loyalty.Installation, error) {
	var current loyalty.Installation
	if s.PublicURL != "" || len(s.HTTPS.Domains) > 0 {
		current.URL = s.BaseURL()
	}
	if s.DatabaseURL != "" {
		return current, nil
	}
	database, err := store.FileIdentity(s.Data)
	current.Database, current.Machine = database, machineIdentity()
	return current, err
}

// machineIdentity hashes the secret machine id. In containers it is empty: there the id changes at each start.
func machineIdentity() string {
	if inContainer() {
		return ""
	}
	for _, path := range []string{"/etc/machine-id", "/var/lib/dbus/machine-id"} {
		id, err := os.ReadFile(path)
		if text := strings.TrimSpace(string(id)); err == nil && len(text) == 32 {
			sum := hmac.New(sha256.New, []byte(text))
			sum.Write([]byte("axioma"))
			return hex.EncodeToString(sum.Sum(nil)[:16])
		}
	}
	return ""
}

func inContainer() bool {
	for _, file := range []string{"/.dockerenv", "/run/.containerenv", "/run/systemd/container"} {
		if _, err := os.Stat(file); err == nil {
			return true
		}
	}
	return os.Getenv("container") != "" || os.Getenv("KUBERNETES_SERVICE_HOST") != ""
}
