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

// Options say where spans go.
type Options struct {
	Endpoint string // address that takes them by OTLP over HTTP: http://127.0.0.1:4318/v1/traces
	Version  string // of the program
	Log      *slog.Logger
}

// Tracer makes spans and sends them. A nil one makes none.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	sender   *sender
}

// New returns a tracer, whose sending is ended by End. How many requests are followed,
// what headers and certificates it takes to send, and what else OpenTelemetry has
// standard environment variables for is read from these. Nobody waits for a span to be
// sent, and what there is no room for is lost.
func New(ctx context.Context, options Options) (*Tracer, error) {
	tell(options.Log)
	described, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(), resource.WithAttributes(
		attribute.String("service.name", "axioma"), attribute.String("service.version", options.Version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describing the program in traces: %w", err)
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(options.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("sending traces: %w", err)
	}
	sender := newSender(exporter, options.Log, time.Now)
	provider := sdktrace.NewTracerProvider(sdktrace.WithResource(described), sdktrace.WithBatcher(sender))
	return &Tracer{provider: provider, tracer: provider.Tracer("axioma"), sender: sender}, nil
}

// tell has the library write into the log of the program what it would write to standard
// error. It keeps that for the whole program.
func tell(log *slog.Logger) {
	otel.SetLogger(libraryLogger(log))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Error("traces", "error", err) }))
}

// In is the context of what is followed.
func (t *Tracer) In(ctx context.Context) context.Context {
	if t == nil {
		return ctx
	}
	return context.WithValue(ctx, contextKey{}, t)
}

func tracerIn(ctx context.Context) *Tracer {
	t, _ := ctx.Value(contextKey{}).(*Tracer)
	return t
}

// End sends what has not been sent, until ctx ends, and no more.
func (t *Tracer) End(ctx context.Context) error {
	if t == nil {
		return nil
	}
	defer t.sender.giveUp()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("sending the last traces: %w", err)
	}
	return nil
}
