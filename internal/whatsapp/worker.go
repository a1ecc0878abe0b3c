// Package whatsapp sends the messages that use cases have queued. Its provider
// is the server's log, with which the whole product works without an account.
//
// It knows how messages leave the house; it does not know why they were
// written.
package whatsapp

import (
	"context"
	"log/slog"
	"time"

	"axioma/internal/service"
)

// pause is how long the worker rests when nothing waits.
const pause = time.Second

// Worker sends queued messages in the background.
type Worker struct {
	cases *service.Service
	log   *slog.Logger
}

// NewWorker returns a worker that writes messages to the log.
func NewWorker(cases *service.Service, log *slog.Logger) *Worker {
	return &Worker{cases: cases, log: log}
}

// Run sends until the context ends.
func (w *Worker) Run(ctx context.Context) {
	for {
		sent, err := w.step(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.ErrorContext(ctx, "sending messages", "error", err)
		}
		if sent > 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// step sends what waits and returns how much that was.
func (w *Worker) step(ctx context.Context) (int, error) {
	messages, err := w.cases.TakeMessages(ctx)
	for _, message := range messages {
		w.log.InfoContext(ctx, "message", "business", message.BusinessID, "to", message.Phone, "kind", message.Kind, "text", message.Text)
	}
	return len(messages), err
}
