package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// serveUntilStopped drains while readyz fails, then shuts down. The listener closes before the streams, so that clients
// reconnect to another server.
func (s serveCommand) serveUntilStopped(ctx context.Context, log *slog.Logger, server *http.Server, startDraining func(), serving <-chan error) error {
	notifyManager(log, statusServing)
	select {
	case err := <-serving:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	notifyManager(log, statusStopping)
	log.Info("stopping", "drain", s.Drain)
	startDraining()
	select {
	case err := <-serving:
		return fmt.Errorf("serving: %w", err)
	case <-time.After(s.Drain):
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(deadline); err != nil {
		return errors.Join(fmt.Errorf("stopping: %w", err), server.Close())
	}
	return nil
}
