//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

func record(file, trial, result string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the file of trial results: %w", err)
	}
	commit, err := exec.Command("git", "rev-parse", "--short=8", "HEAD").Output()
	if err != nil {
		return fmt.Errorf("asking for the commit: %w", err)
	}
	row := fmt.Sprintf("| %s | %s | %s | %s | %d cores, %s/%s |", trial, result, time.Now().Format(time.DateOnly),
		strings.TrimSpace(string(commit)), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	if err := os.WriteFile(file, []byte(withRow(string(content), trial, row)), 0o644); err != nil {
		return fmt.Errorf("writing the file of trial results: %w", err)
	}
	return nil
}

func withRow(content, trial, row string) string {
	lines := strings.Split(strings.TrimRight(content, "\n"), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "| "+trial+" |") {
			lines[i] = row
			return strings.Join(lines, "\n") + "\n"
		}
	}
	return strings.Join(append(lines, row), "\n") + "\n"
}
