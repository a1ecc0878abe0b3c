package worker

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/queueing"
)

// recordEvery is the pause before an outcome is recorded again.
const recordEvery = time.Second

// Record records the outcome of a task, and tries again for as long as the task's lease lasts:
// afterwards another worker may hold the task. record is not cancelled with the context; it is
// tried at most once more after the context has ended. what names the recording in the log.
func Record(ctx context.Context, log *slog.Logger, what string, record func(context.Context) error, attributes ...any) {
	var episode logs.Episode
	for deadline := time.Now().Add(queueing.Lease); time.Now().Before(deadline); {
		err := record(context.WithoutCancel(ctx))
		episode.Note(ctx, log, what, err, attributes...)
		if err == nil || ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(recordEvery):
		}
	}
}
