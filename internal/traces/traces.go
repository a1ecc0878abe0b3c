// Package traces follows what the program does, for OpenTelemetry: a request from its
// route down to the transactions of the database, a try to send a message, a chore. It
// sends spans by OTLP, where the settings say so, and costs next to nothing where they
// do not: a span that nobody follows is nil, and all that is said of it does nothing.
//
// Spans hold words of the program alone: names of routes, kinds and results. What
// belongs to a person is not said to them, nor what leads to her; the log has the ids,
// and the id of the trace in each line.
package traces

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Key is what may be said of a span. Each has words of the program or numbers as values,
// of which there are few, but for Request.
type Key string

// All that is said of spans. Where OpenTelemetry has a word for it, it is that word.
const (
	Method   Key = "http.request.method"
	Route    Key = "http.route"
	Status   Key = "http.response.status_code"
	Request  Key = "axioma.request" // its id, as the log has it
	Database Key = "db.system.name"
	Message  Key = "axioma.message.kind"
	Result   Key = "axioma.message.result"
)

type contextKey struct{}

// Span is something that takes its time. Of nil, which is followed by nobody, nothing is
// noted.
type Span struct{ span trace.Span }

// Serve begins the span of a request, under the span of whoever sends it, where its
// headers are believed and name one (traceparent, as W3C has it). It is nil where the
// program is not followed.
func Serve(r *http.Request, believed bool) (context.Context, *Span) {
	ctx := r.Context()
	if tracerIn(ctx) == nil {
		return ctx, nil
	}
	if believed {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	return begin(ctx, "request", trace.SpanKindServer)
}

// Begin begins a span that stands alone, or under that of the context. It is nil where
// the program is not followed.
func Begin(ctx context.Context, name string) (context.Context, *Span) {
	if tracerIn(ctx) == nil {
		return ctx, nil
	}
	return begin(ctx, name, trace.SpanKindInternal)
}

// Within begins a span under that of the context; where there is none it is nil.
func Within(ctx context.Context, name string) (context.Context, *Span) {
	if tracerIn(ctx) == nil || !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, nil
	}
	return begin(ctx, name, trace.SpanKindInternal)
}

// begin returns nil for what the sampler has not chosen; what is under it knows that by
// the context.
func begin(ctx context.Context, name string, kind trace.SpanKind) (context.Context, *Span) {
	ctx, span := tracerIn(ctx).tracer.Start(ctx, name, trace.WithSpanKind(kind))
	if !span.IsRecording() {
		return ctx, nil
	}
	return ctx, &Span{span}
}

// Name gives it the name that is known by now.
func (s *Span) Name(name string) {
	if s != nil {
		s.span.SetName(name)
	}
}

// Note says something of it in a word.
func (s *Span) Note(key Key, word string) {
	if s != nil {
		s.span.SetAttributes(attribute.String(string(key), word))
	}
}

// Count says something of it in a number.
func (s *Span) Count(key Key, number int) {
	if s != nil {
		s.span.SetAttributes(attribute.Int(string(key), number))
	}
}

// Fail says that it has failed. Why stands in the log: an error may quote what it was
// given.
func (s *Span) Fail() {
	if s != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends it. Only the first time counts.
func (s *Span) End() {
	if s != nil {
		s.span.End()
	}
}

// ID is the id of the trace that a context belongs to; empty: of none that is sent.
func ID(ctx context.Context) string {
	of := trace.SpanContextFromContext(ctx)
	if !of.IsSampled() {
		return ""
	}
	return of.TraceID().String()
}
