package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"axioma/internal/logs"
)

// failureReporter is how the program says why it ends, also before its settings were read.
type failureReporter struct {
	log *slog.Logger // nil: it speaks to people
}

// newFailureReporter speaks as the log of a server does.
func newFailureReporter(out io.Writer, args []string) failureReporter {
	if !logsJSON(args) {
		return failureReporter{}
	}
	return failureReporter{log: logs.New(out, logs.JSON, slog.LevelInfo)}
}

// logsJSON reports whether a command line is of a server that logs JSON. What cannot be read
// of it does not matter: that is why it may end.
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

// report says something that is not to be overlooked.
func (s failureReporter) report(words string) {
	if s.log != nil {
		s.log.Error(words)
		return
	}
	fmt.Fprintln(os.Stderr, "axioma:", words)
}
