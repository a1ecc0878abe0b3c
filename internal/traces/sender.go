package traces

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/go-logr/logr"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

const reportInterval = 5 * time.Minute

// sender exports spans. It logs lost ones at most once per reportInterval.
type sender struct {
	sdktrace.SpanExporter
	log   *slog.Logger
	clock func() time.Time

	stopContext context.Context
	stop        context.CancelFunc

	mutex      sync.Mutex
	reportedAt time.Time
	lostCount  int
}

func newSender(exporter sdktrace.SpanExporter, log *slog.Logger, clock func() time.Time) *sender {
	s := &sender{SpanExporter: exporter, log: log, clock: clock}
	s.stopContext, s.stop = context.WithCancel(context.Background())
	return s
}

// ExportSpans sends spans. It logs errors instead of returning them to the library.
func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.stopContext, cancel)()
	if err := s.SpanExporter.ExportSpans(ctx, spans); err != nil && s.stopContext.Err() == nil {
		s.reportLost(len(spans), err)
	}
	return nil
}

func (s *sender) reportLost(spans int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.lostCount += spans
	now := s.clock()
	if !s.reportedAt.IsZero() && now.Sub(s.reportedAt) < reportInterval {
		return
	}
	s.log.Warn("traces cannot be sent", "spans lost", s.lostCount, "error", err)
	s.reportedAt, s.lostCount = now, 0
}

// libraryLogger logs the library's errors without values, which may include secret headers.
func libraryLogger(log *slog.Logger) logr.Logger { return logr.New(librarySink{log}) }

type librarySink struct{ log *slog.Logger }

func (librarySink) Init(logr.RuntimeInfo) {}

func (librarySink) Enabled(level int) bool { return level <= 1 }

func (s librarySink) Info(_ int, message string, _ ...any) { s.log.Warn("traces", "warning", message) }

func (s librarySink) Error(err error, message string, _ ...any) {
	s.log.Error("traces", "at", message, "error", err)
}

func (s librarySink) WithValues(...any) logr.LogSink { return s }

func (s librarySink) WithName(string) logr.LogSink { return s }
