package queueing_test

import (
	"net/http"
	"testing"
	"time"

	"axioma/internal/queueing"
)

func TestRetryAfter_EachForm_IsADayAtMost(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for header, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "0": 0, "-5": 0, "soon": 0, "1e9": 0,
		"86401": day, "4294967296": day, "99999999999999999999": day,
		"Tue, 10 Mar 2026 12:05:00 GMT": 5 * time.Minute, "Tue, 10 Mar 2026 11:00:00 GMT": 0, "Fri, 10 Mar 2056 12:00:00 GMT": day,
	} {
		if got := queueing.RetryAfter(http.Header{"Retry-After": {header}}, now); got != want {
			t.Errorf("Retry-After %q is read as %s, want %s", header, got, want)
		}
	}
}
