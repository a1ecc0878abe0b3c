package logs

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Outages logs the start and end of a database outage. Meanwhile it drops single failures and counts failed requests.
type Outages struct {
	log *slog.Logger

	mutex    sync.Mutex
	requests map[string]bool // ids of failed requests
}

// NewWithOutages drops entries repeated by an outage. The caller must notify Outages.
func NewWithOutages(w io.Writer, format string, level slog.Level) (*slog.Logger, *Outages) {
	handler := newHandler(w, format, level)
	outages := &Outages{log: slog.New(handler), requests: map[string]bool{}}
	return slog.New(outageFilter{Handler: handler, outages: outages}), outages
}

// OutageStarted logs the start of an outage.
func (o *Outages) OutageStarted(cause error) {
	o.mutex.Lock()
	clear(o.requests)
	o.mutex.Unlock()
	o.log.Error("the database is unavailable; requests fail until it is back", "error", cause)
}

// OutageEnded logs duration and failed requests.
func (o *Outages) OutageEnded(after time.Duration) {
	o.mutex.Lock()
	failedRequests := len(o.requests)
	clear(o.requests)
	o.mutex.Unlock()
	o.log.Info("the database is back", "after", after.Round(time.Millisecond).String(), "failed_requests", failedRequests)
}

func (o *Outages) count(request string) {
	if request == "" {
		return
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.requests[request] = true
}

// MessageNotReady is logged for a failed readiness probe, which is no failed request.
const MessageNotReady = "not ready"

type outageFilter struct {
	slog.Handler
	outages *Outages
}

func (q outageFilter) Handle(ctx context.Context, record slog.Record) error {
	if hasOutageError(record) {
		if record.Message != MessageNotReady {
			q.outages.count(RequestID(ctx))
		}
		return nil
	}
	return q.Handler.Handle(ctx, record)
}

func (q outageFilter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return outageFilter{Handler: q.Handler.WithAttrs(attrs), outages: q.outages}
}

func (q outageFilter) WithGroup(name string) slog.Handler {
	return outageFilter{Handler: q.Handler.WithGroup(name), outages: q.outages}
}

func hasOutageError(record slog.Record) (found bool) {
	record.Attrs(func(attr slog.Attr) bool {
		err, isError := attr.Value.Any().(error)
		found = isError && isOutage(err)
		return !found
	})
	return found
}

// isOutage reports whether each of several joined errors is of an outage.
func isOutage(err error) bool {
	if joinedError, isJoined := err.(interface{ Unwrap() []error }); isJoined {
		if outage, known := err.(interface{ Outage() bool }); known {
			return outage.Outage()
		}
		for _, one := range joinedError.Unwrap() {
			if !isOutage(one) {
				return false
			}
		}
		return len(joinedError.Unwrap()) > 0
	}
	var outage interface{ Outage() bool }
	return errors.As(err, &outage) && outage.Outage()
}
