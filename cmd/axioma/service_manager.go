package main

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Notifications to systemd, see sd_notify(3). Without a service manager they do nothing.
const (
	statusServing  = daemon.SdNotifyReady + "\nSTATUS=Serving."
	statusWaiting  = "STATUS=Waiting for the database."
	statusStopping = daemon.SdNotifyStopping + "\nSTATUS=Finishing what has begun."
	watchdogAlive  = daemon.SdNotifyWatchdog
)

func notifyManager(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("notifying the service manager failed", "error", err)
	}
}

// runWatchdog ignores a database outage or full disk: a restart would not help and would interrupt what still works.
func runWatchdog(ctx context.Context, log *slog.Logger, handler http.Handler) {
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("reading the service manager's watchdog setting failed", "error", err)
	}
	if interval <= 0 {
		return
	}
	ticks := time.NewTicker(interval / 2)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if ctx.Err() != nil {
			return // select may choose either ready case
		}
		if isHealthy(ctx, handler) {
			notifyManager(log, watchdogAlive)
		}
	}
}

func isHealthy(ctx context.Context, handler http.Handler) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api/healthz", http.NoBody)
	if err != nil {
		return false
	}
	answer := statusRecorder{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(&answer, request)
	return answer.status == http.StatusOK
}

type statusRecorder struct {
	header http.Header
	status int
}

func (s *statusRecorder) Header() http.Header { return s.header }

func (s *statusRecorder) Write(body []byte) (int, error) { return len(body), nil }

func (s *statusRecorder) WriteHeader(status int) { s.status = status }
