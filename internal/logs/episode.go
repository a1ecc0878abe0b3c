package logs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Episode logs the start and end of a failing operation, not each retry. The zero value is ready. It is safe for
// concurrent use.
type Episode struct {
	mutex sync.Mutex
	since time.Time
	times int
}

// Record records a result; nil is a success. Repeated failures are logged at debug level. Database outages are left to
// Outages.
func (e *Episode) Record(ctx context.Context, log *slog.Logger, action string, err error, attributes ...any) {
	if err != nil && (isOutage(err) || ctx.Err() != nil) {
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if err == nil {
		e.end(ctx, log, action, attributes)
		return
	}
	attributes = append(attributes, "error", err)
	if e.times++; e.times > 1 {
		log.DebugContext(ctx, action, append(attributes, "failed", e.times)...)
		return
	}
	e.since = time.Now()
	log.ErrorContext(ctx, action, attributes...)
}

func (e *Episode) end(ctx context.Context, log *slog.Logger, action string, attributes []any) {
	if e.times == 0 {
		return
	}
	log.InfoContext(ctx, action+": works again", append(attributes, "after", time.Since(e.since).Round(time.Millisecond).String(), "failed", e.times)...)
	e.times = 0
}

// Episodes are episodes by name. The zero value is ready.
type Episodes struct {
	mutex sync.Mutex
	of    map[string]*Episode
}

// For returns the episode of a name.
func (e *Episodes) For(name string) *Episode {
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
