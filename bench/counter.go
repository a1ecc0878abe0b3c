package main

import (
	"context"
	"time"
)

// counterTimes are milliseconds until the response shows.
type counterTimes struct{ Online, Offline []float64 }

// benchCounter measures from a reader's last key, online and offline.
func benchCounter(ctx context.Context, s *stage) ([]row, error) {
	var times counterTimes
	if err := s.measureInBrowser(ctx, "counter", &times); err != nil {
		return nil, err
	}
	online, offline := toLatencies(times.Online), toLatencies(times.Offline)
	return []row{
		below("a reader's key to the painted answer, p50", toMilliseconds(online.percentile(50)), 100, " ms"),
		below("  p95", toMilliseconds(online.percentile(95)), 200, " ms"),
		below("  without a network, p50", toMilliseconds(offline.percentile(50)), 60, " ms"),
		below("  without a network, p95", toMilliseconds(offline.percentile(95)), 60, " ms"),
	}, nil
}

func toLatencies(times []float64) latencies {
	var l latencies
	for _, ms := range times {
		l.add(time.Duration(ms * float64(time.Millisecond)))
	}
	l.sort()
	return l
}
