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

// shift is a clock that the tests are run under. Every program of a step has the same one: it shows the chosen time when
// the step begins, and goes on from there. Only the time of day is shifted: what measures durations is left alone.
//
// Programs written in Go ask the kernel themselves, so they are compiled with a clock that is shifted: clock_sources.go.
// In Node.js and in the pages Date is shifted: date.js. PostgreSQL asks the C library, before which preload/clock.c stands.
type shift struct {
	start  time.Time
	folder string // of the shifted sources; empty: the clock is the machine's
}

// shopZone is where the shops of the tests are: a clock is named in their time.
const shopZone = "Europe/Madrid"

// shiftVariable says by how many seconds the clock of programs in Go and of PostgreSQL is ahead.
const shiftVariable = "TEST_CLOCK_SHIFT"

// scriptVariable names the script that shifts the clock of the browser's pages.
const scriptVariable = "TEST_CLOCK_SCRIPT"

// setClock prepares a clock that shows a time such as 2028-02-29T10:00 in the shops' zone; a time that comes twice, in
// the night in which clocks are set back, is the first of both. The empty text leaves the machine's clock.
func setClock(ctx context.Context, text string) (shift, error) {
	if text == "" {
		return shift{}, nil
	}
	zone, err := time.LoadLocation(shopZone)
	if err != nil {
		return shift{}, err
	}
	start, err := parseClock(text, zone)
	if err != nil {
		return shift{}, err
	}
	folder, err := os.MkdirTemp("", "axioma-clock-")
	if err != nil {
		return shift{}, fmt.Errorf("make a folder for the clock: %w", err)
	}
	clock := shift{start: start, folder: folder}
	if err := clock.writeSources(ctx); err != nil {
		return shift{}, errors.Join(err, os.RemoveAll(folder))
	}
	return clock, nil
}

func parseClock(text string, zone *time.Location) (time.Time, error) {
	const layout = "2006-01-02T15:04"
	start, err := time.ParseInLocation(layout, text, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("a clock is set as in 2028-02-29T10:00: %w", err)
	}
	if earlier := start.Add(-time.Hour); earlier.Format(layout) == text {
		return earlier, nil
	}
	return start, nil
}

func (c shift) none() bool { return c.folder == "" }

func (c shift) remove() {
	if err := os.RemoveAll(c.folder); err != nil {
		fmt.Fprintln(os.Stderr, "testrun: remove the clock:", err)
	}
}

// env are the settings that give a step with tests this clock, which shows the chosen time now.
func (c shift) env(s step) ([]string, error) {
	if c.none() || s.reads == nil {
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

// binary is where the program with this clock is built: beside the one with the machine's, never in its place.
func (c shift) binary() string { return filepath.Join(c.folder, "axioma") }

// ask runs a program and returns what it prints.
func ask(ctx context.Context, program string, args ...string) (string, error) {
	output, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(output)), nil
}

// on has the program built with this clock, beside the usual one. What runs tests gets the clock from env, as it begins.
func (c shift) on(steps []step) []step {
	if c.none() {
		return steps
	}
	shifted := slices.Clone(steps)
	for i, s := range shifted {
		if s.name == binaryBuild {
			shifted[i].command = []string{"go", "build", "-o", c.binary(), "./cmd/axioma"}
			shifted[i].env = []string{c.goFlags()}
		}
	}
	return shifted
}
