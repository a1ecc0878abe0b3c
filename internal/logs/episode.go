package logs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Episode writes one line when something begins to fail and one when it works again, however
// often it fails in between: what is tried each second would fill the log. The zero value is
// something that works. Its methods may be called from any goroutine.
type Episode struct {
	mutex sync.Mutex
	since time.Time
	times int
}

// Note takes down how something went: err is why it failed, or nil. What failed is named by
// the attributes. Failures that are repeated are written at the level of debugging, and one
// that belongs to an outage of the database is passed over: that has lines of its own.
func (e *Episode) Note(ctx context.Context, log *slog.Logger, what string, err error, attributes ...any) {
	if err != nil && (isOutage(err) || ctx.Err() != nil) {
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if err == nil {
		e.end(ctx, log, what, attributes)
		return
	}
	attributes = append(attributes, "error", err)
	if e.times++; e.times > 1 {
		log.DebugContext(ctx, what, append(attributes, "failed", e.times)...)
		return
	}
	e.since = time.Now()
	log.ErrorContext(ctx, what, attributes...)
}

func (e *Episode) end(ctx context.Context, log *slog.Logger, what string, attributes []any) {
	if e.times == 0 {
		return
	}
	log.InfoContext(ctx, what+": works again", append(attributes, "after", time.Since(e.since).Round(time.Millisecond).String(), "failed", e.times)...)
	e.times = 0
}

// Episodes are episodes of several things, by name. The zero value has none.
type Episodes struct {
	mutex sync.Mutex
	of    map[string]*Episode
}

// Of returns the episode of a thing.
func (e *Episodes) Of(name string) *Episode {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.of == nil {
		e.of = map[string]*Episode{}
	}
	if e.of[name] == nil {
		e.of[name] = &Episode{}
	}
	return e.of[name]
}
