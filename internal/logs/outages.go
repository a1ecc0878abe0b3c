package logs

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Outages writes one line when the database goes away and one when it is back. It leaves out
// the lines that others would write of each failure meanwhile, and counts the requests among
// them.
type Outages struct {
	log *slog.Logger

	mutex    sync.Mutex
	requests map[string]bool // that failed since the outage began
}

// NewQuiet is New without the lines that an outage of the database would repeat. What it
// returns besides is to be told when one begins and ends.
func NewQuiet(w io.Writer, format string, level slog.Level) (*slog.Logger, *Outages) {
	handler := newHandler(w, format, level)
	outages := &Outages{log: slog.New(handler), requests: map[string]bool{}}
	return slog.New(quiet{Handler: handler, outages: outages}), outages
}

// Began writes that the database is away.
func (o *Outages) Began(cause error) {
	o.mutex.Lock()
	clear(o.requests)
	o.mutex.Unlock()
	o.log.Error("the database is away; what needs it fails until it is back", "error", cause)
}

// Ended writes that the database is back, after how long, and how many requests have failed.
func (o *Outages) Ended(after time.Duration) {
	o.mutex.Lock()
	failed := len(o.requests)
	clear(o.requests)
	o.mutex.Unlock()
	o.log.Info("the database is back", "after", after.Round(time.Millisecond).String(), "failed_requests", failed)
}

// count counts a request that has failed, once.
func (o *Outages) count(request string) {
	if request == "" {
		return
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.requests[request] = true
}

// NotReady is the line of a probe that found the server not ready. It is no request that has
// failed.
const NotReady = "not ready"

// quiet leaves out lines of errors that belong to an outage.
type quiet struct {
	slog.Handler
	outages *Outages
}

// Handle writes a line, unless its error belongs to an outage.
func (q quiet) Handle(ctx context.Context, record slog.Record) error {
	if ofOutage(record) {
		if record.Message != NotReady {
			q.outages.count(RequestOf(ctx))
		}
		return nil
	}
	return q.Handler.Handle(ctx, record)
}

// WithAttrs is the handler whose lines have some attributes besides.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{Handler: q.Handler.WithAttrs(attrs), outages: q.outages}
}

// WithGroup is the handler whose attributes stand in a group.
func (q quiet) WithGroup(name string) slog.Handler {
	return quiet{Handler: q.Handler.WithGroup(name), outages: q.outages}
}

func ofOutage(record slog.Record) (found bool) {
	record.Attrs(func(attr slog.Attr) bool {
		err, isError := attr.Value.Any().(error)
		found = isError && isOutage(err)
		return !found
	})
	return found
}

// isOutage reports whether all that an error joins, or the error itself, is of an outage that
// is told by itself.
func isOutage(err error) bool {
	if joined, isJoined := err.(interface{ Unwrap() []error }); isJoined {
		if of, known := err.(interface{ Outage() bool }); known {
			return of.Outage()
		}
		for _, one := range joined.Unwrap() {
			if !isOutage(one) {
				return false
			}
		}
		return len(joined.Unwrap()) > 0
	}
	var of interface{ Outage() bool }
	return errors.As(err, &of) && of.Outage()
}
