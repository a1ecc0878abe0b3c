package httpapi

import (
	"net/http"
	"strings"
	"time"

	"axioma/internal/logs"
	"axioma/internal/traces"
)

// ResponseObserver is told of each answer: the method and the pattern of its route, its
// status, and how long it took; zero for a stream, which takes as long as somebody
// listens. What no route is called for has the route "other".
type ResponseObserver func(method, route string, status int, took time.Duration)

// observe answers a request and tells of it.
func (a *API) observe(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter, *http.Request)) {
	ctx, span := traces.StartRequest(r, a.trustProxy)
	if a.observeResponse == nil && span == nil {
		answer(w, r)
		return
	}
	if span != nil {
		r = r.WithContext(ctx)
	}
	begun, noting := time.Now(), &statusRecorder{ResponseWriter: w, status: http.StatusOK}
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
	if a.observeResponse != nil {
		a.observeResponse(method, route, noting.status, took)
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

// statusRecorder notes with which status is answered.
type statusRecorder struct {
	http.ResponseWriter
	status      int
	wroteHeader bool
}

// WriteHeader notes the first status.
func (w *statusRecorder) WriteHeader(status int) {
	if !w.wroteHeader {
		w.status, w.wroteHeader = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes the body; nothing but what was noted came before.
func (w *statusRecorder) Write(body []byte) (int, error) {
	w.wroteHeader = true
	return w.ResponseWriter.Write(body)
}

// Unwrap is the writer below, for http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
