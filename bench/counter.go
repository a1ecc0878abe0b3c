package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// answers are how long people at the counter waited for the screen, in milliseconds.
type answers struct{ Online, Offline []float64 }

// benchCounter measures in a real browser how long it takes from the last key of a reader to the answer on the screen,
// with a network and without. e2e/bench does the reading.
func benchCounter(ctx context.Context, s *stage) ([]row, error) {
	report, err := filepath.Abs(filepath.Join(s.folder, "counter.json"))
	if err != nil {
		return nil, fmt.Errorf("name the browser's report: %w", err)
	}
	cmd := exec.CommandContext(ctx, "npm", "--prefix", "e2e", "run", "--silent", "bench")
	cmd.Env = append(os.Environ(), "BENCH_URL=http://"+s.server.address, "BENCH_REPORT="+report)
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("scan in a browser: %w:\n%s", err, output)
	}
	content, err := os.ReadFile(report)
	if err != nil {
		return nil, fmt.Errorf("read what the browser measured: %w", err)
	}
	var measured answers
	if err := json.Unmarshal(content, &measured); err != nil {
		return nil, fmt.Errorf("read what the browser measured: %w", err)
	}
	online, offline := inOrder(measured.Online), inOrder(measured.Offline)
	return []row{
		below("a reader's key to the painted answer, p50", inMilliseconds(online.percentile(50)), 100, " ms"),
		below("  p95", inMilliseconds(online.percentile(95)), 200, " ms"),
		below("  without a network, p50", inMilliseconds(offline.percentile(50)), 60, " ms"),
		below("  without a network, p95", inMilliseconds(offline.percentile(95)), 60, " ms"),
	}, nil
}

// inOrder makes sorted latencies of milliseconds.
func inOrder(times []float64) latencies {
	var l latencies
	for _, ms := range times {
		l.add(time.Duration(ms * float64(time.Millisecond)))
	}
	l.sort()
	return l
}
