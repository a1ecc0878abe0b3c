package httpapi

import (
	"net/http"
	"strings"
	"time"

	"axioma/internal/logs"
	"axioma/internal/traces"
)

// ResponseObserver receives each response. A stream has duration zero, an unmatched request the route "other".
type ResponseObserver func(method, route string, status int, took time.Duration)

func (a *API) observe(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter, *http.Request)) {
	ctx, span := traces.StartRequest(r, a.trustProxy)
	if span != nil {
		r = r.WithContext(ctx)
	}
	startedAt, recorder := time.Now(), &statusRecorder{ResponseWriter: w, status: http.StatusOK}
	answer(recorder, r)
	took := time.Since(startedAt)
	if w.Header().Get("Content-Type") == eventStream {
		took = 0
	}
	method, route, _ := strings.Cut(r.Pattern, " ")
	if route == "" {
		method, route = "", "other"
	}
	endSpan(span, logs.RequestID(ctx), method, route, recorder.status)
	a.logSecurityEvent(r, recorder.status, route)
	if a.observeResponse != nil {
		a.observeResponse(method, route, recorder.status, took)
	}
}

// endSpan sets the attributes of a request's span and ends it. The path is not among them: it contains ids.
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

type statusRecorder struct {
	http.ResponseWriter
	status      int
	wroteHeader bool
}

func (w *statusRecorder) WriteHeader(status int) {
	if !w.wroteHeader {
		w.status, w.wroteHeader = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusRecorder) Write(body []byte) (int, error) {
	w.wroteHeader = true
	return w.ResponseWriter.Write(body)
}

// Unwrap serves http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
