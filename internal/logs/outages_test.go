package logs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"axioma/internal/logs"
)

type outageError struct{}

func (outageError) Error() string { return "no connection" }
func (outageError) Outage() bool  { return true }

func lines(out *bytes.Buffer) []string {
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestOutages_Outage_LogsStartAndEnd(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log, outages := logs.NewWithOutages(&out, logs.JSON, slog.LevelInfo)
	outages.OutageStarted(errors.New("no connection"))
	for request := range 12 {
		ctx := logs.WithRequestID(t.Context(), fmt.Sprint("request", request/2)) // two entries per request
		log.With("of", "a part").WarnContext(ctx, "could not answer", "error", fmt.Errorf("looking: %w", outageError{}))
		log.Error("maintenance", "error", errors.Join(outageError{}, fmt.Errorf("again: %w", outageError{})))
	}
	log.Error("maintenance", "error", errors.Join(outageError{}, errors.New("another fault")))
	outages.OutageEnded(5 * time.Second)
	logLines := lines(&out)
	if len(logLines) != 3 || !strings.Contains(logLines[0], "is unavailable") || !strings.Contains(logLines[1], "another fault") ||
		!strings.Contains(logLines[2], `"after":"5s","failed_requests":6`) {
		t.Errorf("the log has %s; want the outage, another fault and the end", out.String())
	}
	for _, line := range logLines {
		if !json.Valid([]byte(line)) {
			t.Errorf("this line is not JSON: %s", line)
		}
	}
}

func TestEpisode_RepeatedFailure_LogsStartAndEnd(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := logs.New(&out, logs.Text, slog.LevelInfo)
	var episode logs.Episode
	episode.Record(t.Context(), log, "sending", nil)
	for range 20 {
		episode.Record(t.Context(), log, "sending", errors.New("refused"), "vendor", "APPLE")
	}
	episode.Record(t.Context(), log, "sending", outageError{})
	for range 2 {
		episode.Record(t.Context(), log, "sending", nil, "vendor", "APPLE")
	}
	logLines := lines(&out)
	if len(logLines) != 2 || !strings.Contains(logLines[0], "level=ERROR msg=sending vendor=APPLE error=refused") ||
		!strings.Contains(logLines[1], `msg="sending: works again" vendor=APPLE after=`) || !strings.Contains(logLines[1], "failed=20") {
		t.Errorf("the log has %s, want the failure and its end", out.String())
	}
}

func TestHTTPLogger_Panic_IsOneErrorLine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := logs.NewHTTPLogger(logs.New(&out, logs.JSON, slog.LevelInfo))
	log.Print("http: TLS handshake error from 127.0.0.1:1: EOF")
	log.Print("http: panic serving 127.0.0.1:1: broken\ngoroutine 1 [running]:\n")
	if logLines := lines(&out); len(logLines) != 1 || !json.Valid([]byte(logLines[0])) || !strings.Contains(logLines[0], `"level":"ERROR"`) {
		t.Errorf("the log has %s, want one JSON line of level ERROR", out.String())
	}
}
