package traces

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options configure a tracer.
type Options struct {
	Endpoint string // OTLP/HTTP: http://127.0.0.1:4318/v1/traces
	Version  string
	Log      *slog.Logger
}

// Tracer creates and exports spans. A nil Tracer creates none.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	sender   *sender
}

// New returns a tracer that the caller must Shutdown. OpenTelemetry's environment variables set sampling, headers and
// certificates. A full buffer drops spans.
func New(ctx context.Context, options Options) (*Tracer, error) {
	setLibraryLogger(options.Log)
	serviceResource, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(), resource.WithAttributes(
		attribute.String("service.name", "axioma"), attribute.String("service.version", options.Version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describing the service in traces: %w", err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(options.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("creating the trace exporter: %w", err)
	}
	sender := newSender(exporter, options.Log, time.Now)
	provider := sdktrace.NewTracerProvider(sdktrace.WithResource(serviceResource), sdktrace.WithBatcher(sender))
	return &Tracer{provider: provider, tracer: provider.Tracer("axioma"), sender: sender}, nil
}

func setLibraryLogger(log *slog.Logger) {
	otel.SetLogger(libraryLogger(log))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Error("traces", "error", err) }))
}

// NewContext returns a context whose spans this tracer creates.
func (t *Tracer) NewContext(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, contextKey{}, t)
}

func tracerFrom(ctx context.Context) *Tracer {
	t, _ := ctx.Value(contextKey{}).(*Tracer)
	return t
}

// Shutdown exports the remaining spans until ctx ends.
func (t *Tracer) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	defer t.sender.stop()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("exporting the last traces: %w", err)
	}
	return nil
}
