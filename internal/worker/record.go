package worker

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/queueing"
)

const retryInterval = time.Second

// Record retries recording an outcome for as long as a lease lasts. The lease began earlier, so record must check the
// claim. No attempt is cancelled, but none begins after the context has ended.
func Record(ctx context.Context, log *slog.Logger, action string, record func(context.Context) error, attributes ...any) {
	var episode logs.Episode
	for deadline := time.Now().Add(queueing.Lease); time.Now().Before(deadline); {
		err := record(context.WithoutCancel(ctx))
		episode.Record(ctx, log, action, err, attributes...)
		if err == nil || ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryInterval):
		}
	}
}
