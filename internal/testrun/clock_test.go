//go:build unix

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

func madrid(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(shopZone)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestAClockIsSetInTheShopsTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-31T23:58": "2026-12-31T22:58:00Z",
		"2026-03-29T01:58": "2026-03-29T00:58:00Z", // two minutes later it is three
		"2026-10-25T02:58": "2026-10-25T00:58:00Z", // the first of two
	} {
		clock, err := parseClock(text, madrid(t))
		if got := clock.UTC().Format(time.RFC3339); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", text, got, err, want)
		}
	}
	if _, err := parseClock("tomorrow", madrid(t)); err == nil {
		t.Error("no clock shows 'tomorrow'")
	}
}

// The overlay replaces one statement of Go's own source, which another version of Go may have written otherwise.
func TestTheClockOfGoCanBeShifted(t *testing.T) {
	clock := shift{folder: t.TempDir()}
	if err := clock.writeOverlay(t.Context()); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(clock.overlay())
	if err != nil {
		t.Fatal(err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(table, &overlay); err != nil || len(overlay.Replace) != 2 {
		t.Fatalf("the overlay is %s, %v", table, err)
	}
	var sources strings.Builder
	for _, file := range overlay.Replace {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources.Write(source)
	}
	for _, part := range []string{readsShifted, shiftSource, limiterSource} {
		if !strings.Contains(sources.String(), part) {
			t.Errorf("no source says %q", part)
		}
	}
}

func TestEveryProgramOfAStepHasTheSameShift(t *testing.T) {
	clock := shift{start: time.Now().Add(time.Hour), folder: t.TempDir(), faker: "/faker.so"}
	settings := strings.Join(clock.env(browser()), "\n") + "\n"
	if !strings.Contains(settings, "LD_PRELOAD=/faker.so\n") || !strings.Contains(settings, "-overlay="+clock.overlay()+"\n") {
		t.Errorf("not every program gets the clock: %s", settings)
	}
	var ahead []string
	for line := range strings.Lines(settings) {
		if name, value, _ := strings.Cut(strings.TrimSpace(line), "="); name == shiftVariable || name == "FAKETIME" {
			ahead = append(ahead, strings.TrimPrefix(value, "+"))
		}
	}
	if len(ahead) != 2 || ahead[0] != ahead[1] {
		t.Errorf("the shifts are %q", ahead)
	}
	if (shift{}).env(browser()) != nil || clock.env(format()) != nil {
		t.Error("only tests run under a clock, and only when one is set")
	}
}
