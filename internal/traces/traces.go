// Package traces creates OpenTelemetry spans for requests, transactions, sending and maintenance. Without a tracer a
// span is nil, and its methods do nothing.
//
// Spans have route names, kinds and results only: no personal data and no ids of people. The log has the ids, and the
// trace id in each line.
package traces

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Key is a span attribute. Its values are constants or numbers, except for Request.
type Key string

// OpenTelemetry's names where there are any.
const (
	Method   Key = "http.request.method"
	Route    Key = "http.route"
	Status   Key = "http.response.status_code"
	Request  Key = "axioma.request" // as in the log
	Database Key = "db.system.name"
	Message  Key = "axioma.message.kind"
	Result   Key = "axioma.message.result"
)

type contextKey struct{}

// Span is a traced operation. Methods of a nil Span do nothing.
type Span struct{ span trace.Span }

// StartRequest starts a request's span; nil without a tracer. If isTrusted, the traceparent header names the parent
// (W3C Trace Context).
func StartRequest(r *http.Request, isTrusted bool) (context.Context, *Span) {
	ctx := r.Context()
	if tracerFrom(ctx) == nil {
		return ctx, nil
	}
	if isTrusted {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	return startSpan(ctx, "request", trace.SpanKindServer)
}

// Start starts a child of the context's span, or a root span; nil without a tracer.
func Start(ctx context.Context, name string) (context.Context, *Span) {
	if tracerFrom(ctx) == nil {
		return ctx, nil
	}
	return startSpan(ctx, name, trace.SpanKindInternal)
}

// StartChild starts a child of the context's span; nil without one.
func StartChild(ctx context.Context, name string) (context.Context, *Span) {
	if tracerFrom(ctx) == nil || !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, nil
	}
	return startSpan(ctx, name, trace.SpanKindInternal)
}

// startSpan returns nil for an unsampled span. The context then keeps its children unsampled.
func startSpan(ctx context.Context, name string, kind trace.SpanKind) (context.Context, *Span) {
	ctx, span := tracerFrom(ctx).tracer.Start(ctx, name, trace.WithSpanKind(kind))
	if !span.IsRecording() {
		return ctx, nil
	}
	return ctx, &Span{span}
}

// SetName changes the name.
func (s *Span) SetName(name string) {
	if s != nil {
		s.span.SetName(name)
	}
}

// SetAttribute sets a text attribute.
func (s *Span) SetAttribute(key Key, value string) {
	if s != nil {
		s.span.SetAttributes(attribute.String(string(key), value))
	}
}

// SetNumber sets a number attribute.
func (s *Span) SetNumber(key Key, number int) {
	if s != nil {
		s.span.SetAttributes(attribute.Int(string(key), number))
	}
}

// SetFailed marks the span. Only the log has the error, which may quote personal data.
func (s *Span) SetFailed() {
	if s != nil {
		s.span.SetStatus(codes.Error, "")
	}
}

// End ends the span. Further calls do nothing.
func (s *Span) End() {
	if s != nil {
		s.span.End()
	}
}

// TraceID returns the id of the context's trace, or "" without a sampled one.
func TraceID(ctx context.Context) string {
	spanContext := trace.SpanContextFromContext(ctx)
	if !spanContext.IsSampled() {
		return ""
	}
	return spanContext.TraceID().String()
}
