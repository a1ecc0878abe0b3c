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

// crashed is how a program of Go ends that has panicked.
const crashed = 2

// Crash writes a panic as one line of the log and ends the program; it has to be deferred.
// Without it the panic would be many lines that are neither text nor JSON.
func Crash(log *slog.Logger) {
	if cause := recover(); cause != nil {
		log.Error("panic", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		os.Exit(crashed)
	}
}

// ForHTTP is a log for a server of net/http. What strangers cause with half requests is for
// debugging only; a panic is a fault of ours.
func ForHTTP(to *slog.Logger) *log.Logger { return log.New(httpWriter{to}, "", 0) }

type httpWriter struct{ log *slog.Logger }

// Write writes a line.
func (w httpWriter) Write(text []byte) (int, error) {
	level := slog.LevelDebug
	if bytes.Contains(text, []byte("panic serving")) {
		level = slog.LevelError
	}
	w.log.Log(context.Background(), level, string(bytes.TrimSpace(text)))
	return len(text), nil
}
