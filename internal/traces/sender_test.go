package traces

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestSender_LostSpans_AreLoggedOncePerInterval(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	now := time.Unix(1_800_000_000, 0)
	s := newSender(nil, slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
	for range 3 {
		s.reportLost(10, errors.New("no route"))
	}
	now = now.Add(reportInterval)
	s.reportLost(10, errors.New("no route"))
	got := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(got) != 2 || !strings.Contains(got[0], `"spans lost"=10`) || !strings.Contains(got[1], `"spans lost"=30`) {
		t.Errorf("the log says %q, want 10 and then 30 lost spans", got)
	}
}
