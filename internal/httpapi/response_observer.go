package httpapi

import (
	"net/http"
	"strings"
	"time"

	"axioma/internal/logs"
	"axioma/internal/traces"
)

// ResponseObserver receives the method, route pattern, status and duration of each response. The duration of a stream
// is zero. An unmatched request has the route "other".
type ResponseObserver func(method, route string, status int, took time.Duration)

// observe runs a handler and reports its response to the metrics and the trace.
func (a *API) observe(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter, *http.Request)) {
	ctx, span := traces.StartRequest(r, a.trustProxy)
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
	a.logSecurityEvent(r, noting.status, route)
	if a.observeResponse != nil {
		a.observeResponse(method, route, noting.status, took)
	}
}

// endSpan ends the span of a request with its route and status. Paths are left out: they contain ids.
func endSpan(span *traces.Span, id, method, route string, status int) {
	if span == nil {
		return // avoids building the name
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

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status      int
	wroteHeader bool
}

// WriteHeader records the first status.
func (w *statusRecorder) WriteHeader(status int) {
	if !w.wroteHeader {
		w.status, w.wroteHeader = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write sends the body with status 200 unless another one was set.
func (w *statusRecorder) Write(body []byte) (int, error) {
	w.wroteHeader = true
	return w.ResponseWriter.Write(body)
}

// Unwrap returns the wrapped writer, for http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
