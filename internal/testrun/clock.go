//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// testClock keeps monotonic time. Go programs are compiled with the clock (clock_sources.go), Node.js and browsers get
// a shifted Date (date.js), PostgreSQL a C library (preload/clock.c).
type testClock struct {
	start  time.Time
	folder string // shifted sources; empty: the machine's clock
}

const shopZone = "Europe/Madrid"

const shiftVariable = "TEST_CLOCK_SHIFT"

const scriptVariable = "TEST_CLOCK_SCRIPT"

// setClock reads a time such as 2028-02-29T10:00 in shopZone, the first of a repeated hour. Empty: the machine's clock.
func setClock(ctx context.Context, text string) (testClock, error) {
	if text == "" {
		return testClock{}, nil
	}
	zone, err := time.LoadLocation(shopZone)
	if err != nil {
		return testClock{}, err
	}
	start, err := parseClock(text, zone)
	if err != nil {
		return testClock{}, err
	}
	folder, err := os.MkdirTemp("", "axioma-clock-")
	if err != nil {
		return testClock{}, fmt.Errorf("make a folder for the clock: %w", err)
	}
	clock := testClock{start: start, folder: folder}
	if err := clock.writeSources(ctx); err != nil {
		return testClock{}, errors.Join(err, os.RemoveAll(folder))
	}
	return clock, nil
}

func parseClock(text string, zone *time.Location) (time.Time, error) {
	const layout = "2006-01-02T15:04"
	start, err := time.ParseInLocation(layout, text, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("invalid -clock, use the format 2028-02-29T10:00: %w", err)
	}
	if earlier := start.Add(-time.Hour); earlier.Format(layout) == text {
		return earlier, nil
	}
	return start, nil
}

func (c testClock) isMachineClock() bool { return c.folder == "" }

func (c testClock) remove() {
	if err := os.RemoveAll(c.folder); err != nil {
		fmt.Fprintln(os.Stderr, "testrun: remove the clock:", err)
	}
}

func (c testClock) env(s step) ([]string, error) {
	if c.isMachineClock() || s.readReport == nil {
		return nil, nil
	}
	ahead := time.Until(c.start).Truncate(time.Second)
	script, err := c.writeDate(ahead)
	if err != nil {
		return nil, err
	}
	settings := []string{
		c.goFlags(),
		fmt.Sprintf("%s=%.0f", shiftVariable, ahead.Seconds()),
		"AXIOMA_BINARY=" + c.binary(),
		"NODE_OPTIONS=--require=" + script,
		scriptVariable + "=" + script,
	}
	if s.name == goPostgres {
		settings = append(settings, "LD_PRELOAD="+c.preload())
	}
	return settings, nil
}

func (c testClock) binary() string { return filepath.Join(c.folder, "axioma") }

func commandOutput(ctx context.Context, program string, args ...string) (string, error) {
	output, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(output)), nil
}

func (c testClock) applyTo(steps []step) []step {
	if c.isMachineClock() {
		return steps
	}
	shiftedSteps := slices.Clone(steps)
	for i, s := range shiftedSteps {
		if s.name == binaryBuild {
			shiftedSteps[i].command = []string{"go", "build", "-o", c.binary(), "./cmd/axioma"}
			shiftedSteps[i].env = []string{c.goFlags()}
		}
	}
	return shiftedSteps
}
