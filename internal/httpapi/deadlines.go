package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const (
	defaultResponseTimeout = 4 * time.Second
	retryDelay             = 2 * time.Second
)

// withAuthDeadline sets the deadline of the authentication. finish restores the context and records the time spent, so
// that the time of a slow body does not count.
func (a *API) withAuthDeadline(ctx huma.Context) (authContext huma.Context, finish func() huma.Context) {
	startedAt := time.Now()
	deadlineCtx, cancel := context.WithTimeout(ctx.Context(), a.responseTimeout)
	return huma.WithContext(ctx, deadlineCtx), func() huma.Context {
		cancel()
		return huma.WithValue(ctx, elapsedKey, time.Since(startedAt))
	}
}

// withDeadline limits the time of a handler, but not of a stream that it returns.
func withDeadline[I, O any](r route, timeout time.Duration, h handler[I, O]) handler[I, O] {
	if r.hasNoDeadline {
		return h
	}
	return func(ctx context.Context, in *I) (*O, error) {
		authTime, _ := ctx.Value(elapsedKey).(time.Duration)
		ctx, cancel := context.WithTimeout(ctx, timeout-authTime)
		defer cancel()
		return h(ctx, in)
	}
}

func (p problems) logOverload(ctx context.Context, problem *Problem, err error) {
	if problem.status == http.StatusServiceUnavailable && problem.Code != notReady {
		p.log.WarnContext(ctx, "could not answer", "code", problem.Code, "error", operatorError{err})
	}
}

// ifSupported returns err, or nil for a connection without deadlines, as in tests.
func ifSupported(err error) error {
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
