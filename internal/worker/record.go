package worker

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/queueing"
)

const recordEvery = time.Second

// Record retries recording an outcome during its lease, after which another worker may hold it. It ignores
// cancellation, but does not retry after the context has ended.
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
		case <-time.After(recordEvery):
		}
	}
}
