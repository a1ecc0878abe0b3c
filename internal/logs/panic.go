package logs

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"runtime/debug"
)

const panicExitCode = 2

// ExitOnPanic must be deferred. It logs a panic as one line and exits: Go's own output lacks the log's format.
func ExitOnPanic(log *slog.Logger) {
	if cause := recover(); cause != nil {
		log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		os.Exit(panicExitCode)
	}
}

// NewHTTPLogger is for net/http. It logs clients' errors at debug level, and panics as errors.
func NewHTTPLogger(to *slog.Logger) *log.Logger { return log.New(httpWriter{to}, "", 0) }

type httpWriter struct{ log *slog.Logger }

func (w httpWriter) Write(text []byte) (int, error) {
	level := slog.LevelDebug
	if bytes.Contains(text, []byte("panic serving")) {
		level = slog.LevelError
	}
	w.log.Log(context.Background(), level, string(bytes.TrimSpace(text)))
	return len(text), nil
}
