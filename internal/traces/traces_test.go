package traces_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"axioma/internal/traces"
	"axioma/internal/traces/tracestest"
)

func start(t *testing.T, endpoint string, log *bytes.Buffer) *traces.Tracer {
	t.Helper()
	tracer, err := traces.New(t.Context(), traces.Options{Endpoint: endpoint, Version: "v1", Log: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}

func TestTracer_ChildSpan_HasParentAndResource(t *testing.T) {
	t.Parallel()
	collector := tracestest.New(t)
	tracer := start(t, collector.URL, &bytes.Buffer{})
	ctx, chore := traces.Start(tracer.NewContext(t.Context()), "chore")
	_, below := traces.StartChild(ctx, "write")
	below.SetNumber(traces.Status, 503)
	below.SetFailed()
	below.End()
	chore.End()
	if _, child := traces.StartChild(tracer.NewContext(t.Context()), "write"); child != nil {
		t.Error("a span without a parent was started")
	}
	if err := tracer.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := collector.Spans()
	if len(spans) != 2 || spans[0].Parent != spans[1].ID || spans[1].Parent != "" || !spans[0].Failed || spans[1].Failed ||
		spans[0].Attributes["http.response.status_code"] != "503" || traces.TraceID(ctx) != spans[0].Trace {
		t.Errorf("the received spans are %+v, want a failed child of a root", spans)
	}
	if resource := collector.Resource(); resource["service.name"] != "axioma" || resource["service.version"] != "v1" {
		t.Errorf("the resource is %v, want axioma in version v1", resource)
	}
}

func TestTracer_Nil_MakesNoSpan(t *testing.T) {
	t.Parallel()
	var none *traces.Tracer
	ctx := none.NewContext(t.Context())
	if ctx != t.Context() {
		t.Error("a nil tracer made another context")
	}
	if _, span := traces.Start(ctx, "chore"); span != nil {
		t.Error("a nil tracer started a span for a job")
	}
	if _, span := traces.StartRequest(httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx), true); span != nil {
		t.Error("a nil tracer started a span for a request")
	}
	if err := none.Shutdown(ctx); err != nil {
		t.Error(err)
	}
}

func TestTracer_RefusingCollector_IsLogged(t *testing.T) {
	t.Parallel()
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(refusing.Close)
	var log bytes.Buffer
	tracer := start(t, refusing.URL, &log)
	_, span := traces.Start(tracer.NewContext(t.Context()), "chore")
	span.End()
	if err := tracer.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if got := log.String(); !strings.Contains(got, `msg="traces cannot be sent" "spans lost"=1`) || strings.Count(got, "\n") != 1 {
		t.Errorf("the log says %q, want one line about a lost span", got)
	}
}

func TestTracer_Shutdown_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	arrival, over := make(chan struct{}), make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		close(arrival)
		if <-r.Context().Done(); err != nil {
			t.Error(err)
		}
		close(over)
	}))
	t.Cleanup(hanging.Close)
	tracer := start(t, hanging.URL, &bytes.Buffer{})
	_, span := traces.Start(tracer.NewContext(t.Context()), "chore")
	span.End()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrival; cancel() }()
	if err := tracer.Shutdown(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Shutdown returned %v, want context.Canceled", err)
	}
	<-over
}

// The library may quote a header that contains a secret.
func TestTracer_LibraryErrors_AreLoggedWithoutSecrets(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "Geheimnis")
	t.Setenv("OTEL_TRACES_SAMPLER", "sometimes")
	var log bytes.Buffer
	tracer := start(t, "http://127.0.0.1:1/v1/traces", &log)
	if err := tracer.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if got := log.String(); strings.Contains(got, "Geheimnis") || !strings.Contains(got, "parse headers") || !strings.Contains(got, "unsupported sampler") {
		t.Errorf("the log says %s; want no %q in it, %q in it and %q in it", got, "Geheimnis", "parse headers", "unsupported sampler")
	}
}

func BenchmarkDisabledTracing(b *testing.B) {
	request := httptest.NewRequest(http.MethodPost, "/", nil)
	b.ReportAllocs()
	for b.Loop() {
		ctx, span := traces.StartRequest(request, true)
		_, below := traces.StartChild(ctx, "database write")
		below.End()
		span.End()
	}
}
