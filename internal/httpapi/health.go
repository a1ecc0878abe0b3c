package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
)

// healthCalls are the calls about the process itself.
type healthCalls struct {
	log      *slog.Logger
	ready    func(context.Context) error
	draining atomic.Bool // the server will stop
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

func (c *healthCalls) healthz(context.Context, *nothing) (*okOutput, error) { return ok(), nil }

// readyTimeout is how long the database may take to answer; a query that is ended
// then takes a moment more.
const readyTimeout = 1400 * time.Millisecond

// notReady is what a server says that has no database, or is about to stop; why stands
// in the log.
const notReady = "NOT_READY"

func (c *healthCalls) readyz(ctx context.Context, _ *nothing) (*okOutput, error) {
	if c.draining.Load() {
		return nil, notReadyProblem("El servidor se está deteniendo.")
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := c.ready(ctx); err != nil {
		c.log.ErrorContext(ctx, logs.MessageNotReady, "error", err)
		return nil, notReadyProblem("La base de datos no responde.")
	}
	return ok(), nil
}

func notReadyProblem(why string) error {
	return fmt.Errorf("not ready: %w", &Problem{
		status: http.StatusServiceUnavailable, Code: notReady, Message: why, retryAfter: retryDelay,
	})
}
