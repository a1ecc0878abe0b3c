package httpapi

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/logs"
)

// requestIDHeader may come from a trusted proxy.
const requestIDHeader = "X-Request-Id"

// requestIDLength makes ids unique within one log.
const requestIDLength = 12

var proxyRequestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,40}$`)

func (a *API) withRequestID(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestIDHeader)
	if !a.trustProxy || !proxyRequestID.MatchString(id) {
		id = strings.ToLower(rand.Text()[:requestIDLength])
	}
	w.Header().Set(requestIDHeader, id)
	return r.WithContext(logs.WithRequestID(r.Context(), id))
}

// withRequestID returns the problem with the request's id, if it is a server error.
func (p *Problem) withRequestID(ctx context.Context) *Problem {
	if p.status < http.StatusInternalServerError {
		return p
	}
	problem := *p
	problem.RequestID = logs.RequestID(ctx)
	return &problem
}

func newProblemOf(ctx huma.Context, status int, message string, faults ...error) huma.StatusError {
	return newProblem(status, message, faults...).withRequestID(ctx.Context())
}
