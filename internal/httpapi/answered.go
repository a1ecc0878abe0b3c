package httpapi

import (
	"net/http"
	"strings"
	"time"

	"axioma/internal/logs"
	"axioma/internal/traces"
)

// Answered is told of each answer: the method and the pattern of its route, its
// status, and how long it took; zero for a stream, which takes as long as somebody
// listens. What no route is called for has the route "other".
type Answered func(method, route string, status int, took time.Duration)

// telling answers a request and tells of it.
func (a *API) telling(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter, *http.Request)) {
	ctx, span := traces.StartRequest(r, a.proxied)
	if a.answered == nil && span == nil {
		answer(w, r)
		return
	}
	if span != nil {
		r = r.WithContext(ctx)
	}
	begun, noting := time.Now(), &statusNoted{ResponseWriter: w, status: http.StatusOK}
	answer(noting, r)
	took := time.Since(begun)
	if w.Header().Get("Content-Type") == eventStream {
		took = 0
	}
	method, route, _ := strings.Cut(r.Pattern, " ")
	if route == "" {
		method, route = "", "other"
	}
	endSpan(span, logs.RequestID(ctx), method, route, noting.status)
	if a.answered != nil {
		a.answered(method, route, noting.status, took)
	}
}

// endSpan says of a request by which route it was answered, and how. What was asked for
// besides is not said: paths have ids, and the rest is people's.
func endSpan(span *traces.Span, id, method, route string, status int) {
	if span == nil {
		return // without a name having been made
	}
	span.SetName(strings.TrimSpace(method + " " + route))
	span.SetAttribute(traces.Request, id)
	span.SetAttribute(traces.Method, method)
	span.SetAttribute(traces.Route, route)
	span.SetNumber(traces.Status, status)
	if status >= http.StatusInternalServerError {
		span.SetFailed()
	}
	span.End()
}

// statusNoted notes with which status is answered.
type statusNoted struct {
	http.ResponseWriter
	status int
	begun  bool
}

// WriteHeader notes the first status.
func (w *statusNoted) WriteHeader(status int) {
	if !w.begun {
		w.status, w.begun = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes the body; nothing but what was noted came before.
func (w *statusNoted) Write(body []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(body)
}

// Unwrap is the writer below, for http.ResponseController.
func (w *statusNoted) Unwrap() http.ResponseWriter { return w.ResponseWriter }
