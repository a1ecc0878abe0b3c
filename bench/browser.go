package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func (s *stage) measureInBrowser(ctx context.Context, name string, measurements any) error {
	return s.measureBy(ctx, name, measurements, "npm", "--prefix", "e2e", "run", "--silent", "bench", "--", name)
}

func (s *stage) measureBy(ctx context.Context, name string, measurements any, program string, arguments ...string) error {
	report, err := filepath.Abs(filepath.Join(s.folder, name+".json"))
	if err != nil {
		return fmt.Errorf("name the browser's report: %w", err)
	}
	cmd := exec.CommandContext(ctx, program, arguments...)
	cmd.Env = append(os.Environ(), "BENCH_URL=http://"+s.server.address, "BENCH_REPORT="+report)
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("measure %s in a browser: %w:\n%s", name, err, output)
	}
	content, err := os.ReadFile(report)
	if err != nil {
		return fmt.Errorf("read what the browser measured: %w", err)
	}
	if err := json.Unmarshal(content, measurements); err != nil {
		return fmt.Errorf("read what the browser measured: %w", err)
	}
	return nil
}
