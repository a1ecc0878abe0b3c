// Package logs is how the server's log is written: as text or as JSON, from which
// level on, with the ids of the request and the trace that a line belongs to, and without
// what belongs to a person: phones, e-mail addresses and tokens.
//
// It does not know what is logged, nor where requests come from.
package logs

import (
	"context"
	"io"
	"log/slog"

	"axioma/internal/traces"
)

// The formats of a log.
const (
	Text = "text" // key=value, a line for each entry
	JSON = "json" // an object for each entry, each on a line
)

// New returns a logger that writes to w, in one of the formats, what has a level or
// a higher one. A line that is written with the context of a request says which.
func New(w io.Writer, format string, level slog.Level) *slog.Logger {
	return slog.New(newHandler(w, format, level))
}

func newHandler(w io.Writer, format string, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: withoutPeople}
	if format == JSON {
		return ofRequest{slog.NewJSONHandler(w, options)}
	}
	return ofRequest{slog.NewTextHandler(w, options)}
}

type contextKey struct{}

// WithRequest is the context of a request with an id.
func WithRequest(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, contextKey{}, id)
}

// RequestOf is the id of the request that a context belongs to; empty: of none.
func RequestOf(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

// ofRequest adds to each line the id of its request, and of its trace.
type ofRequest struct{ slog.Handler }

// Handle writes a line.
func (h ofRequest) Handle(ctx context.Context, record slog.Record) error {
	record = record.Clone()
	for _, of := range []slog.Attr{slog.String("request", RequestOf(ctx)), slog.String("trace", traces.ID(ctx))} {
		if of.Value.String() != "" {
			record.AddAttrs(of)
		}
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs is the handler whose lines have some attributes besides.
func (h ofRequest) WithAttrs(attrs []slog.Attr) slog.Handler {
	return ofRequest{h.Handler.WithAttrs(attrs)}
}

// WithGroup is the handler whose attributes stand in a group.
func (h ofRequest) WithGroup(name string) slog.Handler { return ofRequest{h.Handler.WithGroup(name)} }
