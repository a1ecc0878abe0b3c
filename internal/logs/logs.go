// Package logs writes the log as text or JSON, with request and trace ids, and redacts phones, e-mail addresses and
// tokens.
package logs

import (
	"context"
	"io"
	"log/slog"

	"axioma/internal/traces"
)

// The formats of a log.
const (
	Text = "text" // key=value, one line per entry
	JSON = "json" // one object per line
)

// New returns a logger for entries of at least level.
func New(w io.Writer, format string, level slog.Level) *slog.Logger {
	return slog.New(newHandler(w, format, level))
}

func newHandler(w io.Writer, format string, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: redactAttr}
	if format == JSON {
		return requestHandler{slog.NewJSONHandler(w, options)}
	}
	return requestHandler{slog.NewTextHandler(w, options)}
}

type contextKey struct{}

// WithRequestID stores the id of a request.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, contextKey{}, id)
}

// RequestID returns the request id of a context, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

type requestHandler struct{ slog.Handler }

func (h requestHandler) Handle(ctx context.Context, record slog.Record) error {
	record = record.Clone()
	for _, attribute := range []slog.Attr{slog.String("request", RequestID(ctx)), slog.String("trace", traces.TraceID(ctx))} {
		if attribute.Value.String() != "" {
			record.AddAttrs(attribute)
		}
	}
	return h.Handler.Handle(ctx, record)
}

func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}
