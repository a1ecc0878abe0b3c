package httpapi

import (
	"context"
	"fmt"
	"net/http"
)

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

func (a *API) healthz(context.Context, *nothing) (*okOutput, error) { return ok(), nil }

func (a *API) readyz(ctx context.Context, _ *nothing) (*okOutput, error) {
	if err := a.ready(ctx); err != nil {
		a.log.ErrorContext(ctx, "not ready", "error", err)
		return nil, fmt.Errorf("not ready: %w", &Problem{
			status: http.StatusServiceUnavailable, Code: "NOT_READY", Message: "La base de datos no responde.",
		})
	}
	return ok(), nil
}
