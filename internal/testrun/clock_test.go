//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
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

// The sources stand for Go's own and a library's, which other versions may have written otherwise.
func TestTheClockOfGoCanBeShifted(t *testing.T) {
	atRoot(t)
	clock := shift{folder: t.TempDir()}
	if err := clock.writeSources(t.Context()); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"time.go":                               readsShifted,
		"limiter/internal/fasttime/fasttime.go": limiterSource,
	} {
		source, err := os.ReadFile(filepath.Join(clock.folder, file))
		if err != nil || !strings.Contains(string(source), want) {
			t.Errorf("%s does not say %q: %v", file, want, err)
		}
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", limiterModule+"/internal/fasttime")
	list.Env = append(os.Environ(), clock.goFlags())
	output, err := list.CombinedOutput()
	if got := strings.TrimSpace(string(output)); err != nil || got != filepath.Join(clock.limiter(), "internal", "fasttime") {
		t.Errorf("the Go command would compile %s, %v", got, err)
	}
}

func TestEveryProgramOfAStepHasTheSameShift(t *testing.T) {
	clock := shift{start: time.Now().Add(time.Hour), folder: t.TempDir(), faker: "/faker.so"}
	settings := strings.Join(clock.env(browser()), "\n") + "\n"
	if !strings.Contains(settings, "LD_PRELOAD=/faker.so\n") || !strings.Contains(settings, clock.goFlags()+"\n") {
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
