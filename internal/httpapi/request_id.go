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

// requestIDHeader says in each answer, and to a proxy of ours that may have said it
// first, which request it is.
const requestIDHeader = "X-Request-Id"

// requestIDLength is how long the ids are that we give: long enough not to come twice in
// one log.
const requestIDLength = 12

// proxyRequestID is an id as proxies give it.
var proxyRequestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,40}$`)

// withRequestID is the request with its id in its context, so that each line of the log
// says it, and in the header of its answer.
func (a *API) withRequestID(w http.ResponseWriter, r *http.Request) *http.Request {
	id := r.Header.Get(requestIDHeader)
	if !a.trustProxy || !proxyRequestID.MatchString(id) {
		id = strings.ToLower(rand.Text()[:requestIDLength])
	}
	w.Header().Set(requestIDHeader, id)
	return r.WithContext(logs.WithRequestID(r.Context(), id))
}

// withRequestID is the problem as it is answered to a request: a fault of ours has the
// request's id, by which it is found in the log.
func (p *Problem) withRequestID(ctx context.Context) *Problem {
	if p.status < http.StatusInternalServerError {
		return p
	}
	answered := *p
	answered.RequestID = logs.RequestID(ctx)
	return &answered
}

// newProblemOf is newProblem for a request.
func newProblemOf(ctx huma.Context, status int, message string, faults ...error) huma.StatusError {
	return newProblem(status, message, faults...).withRequestID(ctx.Context())
}
