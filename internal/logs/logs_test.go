package logs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"axioma/internal/logs"
)

func TestLogger_RequestContext_AddsTheRequestID(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := logs.New(&out, logs.Text, slog.LevelInfo)
	ctx := logs.WithRequestID(t.Context(), "abcdefgh")
	log.InfoContext(ctx, "one")
	log.With("of", "a part").InfoContext(ctx, "two")
	log.WithGroup("part").InfoContext(ctx, "three", "a", 1)
	log.InfoContext(t.Context(), "four")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, line := range lines {
		if has := strings.Contains(line, "request=abcdefgh"); has != (i < 3) {
			t.Errorf("line %d has the wrong request id: %s", i+1, line)
		}
	}
}

func TestLogger_Formats(t *testing.T) {
	t.Parallel()
	var text, object bytes.Buffer
	logs.New(&text, logs.Text, slog.LevelInfo).Warn("hello", "n", 1, "error", errors.New("broken"))
	logs.New(&object, logs.JSON, slog.LevelInfo).Warn("hello", "n", 1, "error", errors.New("broken"))
	if !strings.Contains(text.String(), `level=WARN msg=hello n=1 error=broken`) {
		t.Errorf("the text line is wrong: %s, want %q in it", text.String(), `level=WARN msg=hello n=1 error=broken`)
	}
	var line struct {
		Level, Msg, Error string
		N                 int
	}
	if err := json.Unmarshal(object.Bytes(), &line); err != nil || line.Level != "WARN" || line.Msg != "hello" || line.N != 1 || line.Error != "broken" {
		t.Errorf("the JSON line is wrong: %s (%v)", object.String(), err)
	}
}

func TestLogger_LowerLevel_IsDropped(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logs.New(&out, logs.JSON, slog.LevelWarn).Info("hello")
	if out.Len() > 0 {
		t.Errorf("a line below the level was written: %s", out.String())
	}
}

// Errors from other packages may quote personal data.
func TestLogger_PersonalData_IsRedacted(t *testing.T) {
	t.Parallel()
	const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP"
	for _, format := range []string{logs.Text, logs.JSON} {
		var out bytes.Buffer
		log := logs.New(&out, format, slog.LevelInfo)
		log.Error("request failed", "error", errors.New("no number: +34600111222"), "who", "ana.garcia@example.com", "header", "Bearer "+token)
		for _, secret := range []string{"600111222", "ana", "example.com", token} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("the %s log has the secret %s: %s", format, secret, out.String())
			}
		}
		if !strings.Contains(out.String(), "no number: (hidden)") {
			t.Errorf("the %s log lacks the rest of the line: %s", format, out.String())
		}
	}
}

func TestLogger_LineBreaks_AreEscaped(t *testing.T) {
	t.Parallel()
	for _, format := range []string{logs.Text, logs.JSON} {
		var out bytes.Buffer
		logs.New(&out, format, slog.LevelInfo).Info("refused", "path", "/a\nlevel=ERROR msg=forged\r\x1b[2K", "forged\nkey", "x")
		if lines := strings.Count(out.String(), "\n"); lines != 1 || strings.ContainsAny(out.String(), "\r\x1b") {
			t.Errorf("in the %s log a caller can forge lines: %q", format, out.String())
		}
	}
}

func TestLogger_OtherValues_AreKept(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := logs.New(&out, logs.Text, slog.LevelInfo)
	log.Info("listening", "address", "127.0.0.1:8080", "from", "2001:db8::", "after", "+1500000", "id", "0192d4e5-6b7c-7def-8123-456789abcdef")
	if strings.Contains(out.String(), "hidden") {
		t.Errorf("too much is hidden in %s", out.String())
	}
}
