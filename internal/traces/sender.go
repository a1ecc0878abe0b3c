package traces

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/go-logr/logr"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// sayEvery is how seldom the log says that spans cannot be sent.
const sayEvery = 5 * time.Minute

// sender sends spans and says in the log, at once and then seldom, when they are lost.
type sender struct {
	sdktrace.SpanExporter
	log   *slog.Logger
	clock func() time.Time

	over   context.Context // nothing is sent any more
	giveUp context.CancelFunc

	mutex sync.Mutex
	said  time.Time
	lost  int // since then
}

func newSender(exporter sdktrace.SpanExporter, log *slog.Logger, clock func() time.Time) *sender {
	s := &sender{SpanExporter: exporter, log: log, clock: clock}
	s.over, s.giveUp = context.WithCancel(context.Background())
	return s
}

// ExportSpans implements sdktrace.SpanExporter. Its faults are told here, not to the library.
func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.over, cancel)()
	if err := s.SpanExporter.ExportSpans(ctx, spans); err != nil && s.over.Err() == nil {
		s.missed(len(spans), err)
	}
	return nil
}

func (s *sender) missed(spans int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.lost += spans
	now := s.clock()
	if !s.said.IsZero() && now.Sub(s.said) < sayEvery {
		return
	}
	s.log.Warn("traces cannot be sent", "spans lost", s.lost, "error", err)
	s.said, s.lost = now, 0
}

// libraryLogger is the log of the program for the library's words, without what they
// quote: that may be a header with a key.
func libraryLogger(log *slog.Logger) logr.Logger { return logr.New(librarySink{log}) }

type librarySink struct{ log *slog.Logger }

// Init implements logr.LogSink.
func (librarySink) Init(logr.RuntimeInfo) {}

// Enabled lets faults and warnings pass.
func (librarySink) Enabled(level int) bool { return level <= 1 }

// Info writes a warning.
func (s librarySink) Info(_ int, message string, _ ...any) { s.log.Warn("traces", "warning", message) }

// Error writes a fault.
func (s librarySink) Error(err error, message string, _ ...any) {
	s.log.Error("traces", "at", message, "error", err)
}

// WithValues implements logr.LogSink.
func (s librarySink) WithValues(...any) logr.LogSink { return s }

// WithName implements logr.LogSink.
func (s librarySink) WithName(string) logr.LogSink { return s }
