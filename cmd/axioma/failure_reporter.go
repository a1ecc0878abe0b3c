package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"axioma/internal/logs"
)

type failureReporter struct {
	log *slog.Logger // nil: print text
}

func newFailureReporter(out io.Writer, args []string) failureReporter {
	if !logsJSON(args) {
		return failureReporter{}
	}
	return failureReporter{log: logs.New(out, logs.JSON, slog.LevelInfo)}
}

// logsJSON reports whether the log is JSON. It ignores errors, which the caller may be about to report.
func logsJSON(args []string) bool {
	if len(args) == 0 || args[0] != "serve" {
		return false
	}
	format := os.Getenv("AXIOMA_LOG_FORMAT")
	for i, arg := range args {
		if value, isHere := strings.CutPrefix(arg, "--log-format="); isHere {
			format = value
		} else if arg == "--log-format" && i+1 < len(args) {
			format = args[i+1]
		}
	}
	return format == logs.JSON
}

func (s failureReporter) report(words string) {
	if s.log != nil {
		s.log.Error(words)
		return
	}
	fmt.Fprintln(os.Stderr, "axioma:", words)
}
