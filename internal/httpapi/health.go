package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// healthCalls are the calls about the process itself.
type healthCalls struct {
	log   *slog.Logger
	ready func(context.Context) error
}

type nothing struct{}

type okOutput struct {
	Body struct {
		OK bool `json:"ok"`
	}
}

func ok() *okOutput {
	out := &okOutput{}
	out.Body.OK = true
	return out
}

func (c healthCalls) healthz(context.Context, *nothing) (*okOutput, error) { return ok(), nil }

// readyWithin is how long the database may take to answer; a query that is ended
// then takes a moment more.
const readyWithin = 1400 * time.Millisecond

// notReady is what a server says that has no database; why stands in the log.
const notReady = "NOT_READY"

func (c healthCalls) readyz(ctx context.Context, _ *nothing) (*okOutput, error) {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if err := c.ready(ctx); err != nil {
		c.log.ErrorContext(ctx, "not ready", "error", err)
		return nil, fmt.Errorf("not ready: %w", &Problem{
			status: http.StatusServiceUnavailable, Code: notReady, Message: "La base de datos no responde.", retryAfter: busyFor,
		})
	}
	return ok(), nil
}
