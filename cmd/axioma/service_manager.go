package main

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// What the service manager is told of the program, where systemd or one like it has
// started it and asks (sd_notify(3)); elsewhere all of this does nothing.
const (
	statusServing  = daemon.SdNotifyReady + "\nSTATUS=Serving."
	statusWaiting  = "STATUS=Waiting for the database."
	statusStopping = daemon.SdNotifyStopping + "\nSTATUS=Finishing what has begun."
	watchdogAlive  = daemon.SdNotifyWatchdog
)

// notifyManager says something to the service manager. That it cannot be told is no reason to
// stop serving.
func notifyManager(log *slog.Logger, what string) {
	if _, err := daemon.SdNotify(false, what); err != nil {
		log.Warn("the service manager cannot be told how the server is", "error", err)
	}
}

// runWatchdog says that the program is alive, twice in the time after which the
// service manager would start it anew, until ctx ends. Each time the handler answers
// /api/healthz before: one that is stuck, or answers that it is not well, says nothing.
//
// A database that is away, or a disk that is full, is no part of it: a program that is
// started anew finds neither, and counters would lose what still answers.
func runWatchdog(ctx context.Context, log *slog.Logger, handler http.Handler) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("the service manager's watchdog is not understood", "error", err)
	}
	if within <= 0 {
		return
	}
	ticks := time.NewTicker(within / 2)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if ctx.Err() != nil {
			return // where it is time for both, either may be chosen
		}
		if isHealthy(ctx, handler) {
			notifyManager(log, watchdogAlive)
		}
	}
}

// isHealthy asks the handler whether the process lives, as a caller would.
func isHealthy(ctx context.Context, handler http.Handler) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/api/healthz", http.NoBody)
	if err != nil {
		return false
	}
	answer := statusRecorder{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(&answer, request)
	return answer.status == http.StatusOK
}

// statusRecorder is an answer of which only the status matters.
type statusRecorder struct {
	header http.Header
	status int
}

// Header is where the handler puts what nobody reads.
func (s *statusRecorder) Header() http.Header { return s.header }

// Write takes everything and keeps nothing.
func (s *statusRecorder) Write(body []byte) (int, error) { return len(body), nil }

// WriteHeader keeps the status.
func (s *statusRecorder) WriteHeader(status int) { s.status = status }
