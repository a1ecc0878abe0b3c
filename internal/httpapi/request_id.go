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

// requestIDHeader carries the request id in each response, and from a trusted proxy.
const requestIDHeader = "X-Request-Id"

// requestIDLength makes ids that do not repeat within one log.
const requestIDLength = 12

// proxyRequestID matches the ids that proxies set.
var proxyRequestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,40}$`)

// withRequestID returns the request with its id in the context, for the log, and sets the response header.
func (a *API) withRequestID(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestIDHeader)
	if !a.trustProxy || !proxyRequestID.MatchString(id) {
		id = strings.ToLower(rand.Text()[:requestIDLength])
	}
	w.Header().Set(requestIDHeader, id)
	return r.WithContext(logs.WithRequestID(r.Context(), id))
}

// withRequestID returns the problem with the request id if it is a fault, so that it can be found in the log.
func (p *Problem) withRequestID(ctx context.Context) *Problem {
	if p.status < http.StatusInternalServerError {
		return p
	}
	answered := *p
	answered.RequestID = logs.RequestID(ctx)
	return &answered
}

// newProblemOf is newProblem with the request id.
func newProblemOf(ctx huma.Context, status int, message string, faults ...error) huma.StatusError {
	return newProblem(status, message, faults...).withRequestID(ctx.Context())
}
