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

type healthCalls struct {
	log      *slog.Logger
	ready    func(context.Context) error
	draining atomic.Bool
}

type noInput struct{}

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

func (c *healthCalls) healthz(context.Context, *noInput) (*okOutput, error) { return ok(), nil }

// readyTimeout excludes the short time that cancelling takes.
const readyTimeout = 1400 * time.Millisecond

const notReady = "NOT_READY"

func (c *healthCalls) readyz(ctx context.Context, _ *noInput) (*okOutput, error) {
	if c.draining.Load() {
		return nil, notReadyProblem("El servidor se está deteniendo.")
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := c.ready(ctx); err != nil {
		c.log.ErrorContext(ctx, logs.MessageNotReady, "error", err)
		return nil, notReadyProblem("La base de datos no está disponible.")
	}
	return ok(), nil
}

func notReadyProblem(reason string) error {
	return fmt.Errorf("not ready: %w", &Problem{
		status: http.StatusServiceUnavailable, Code: notReady, Message: reason, retryAfter: retryDelay,
	})
}
