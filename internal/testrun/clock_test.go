//go:build unix

package main

import (
	"fmt"
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

func TestParseClock(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-31T23:58": "2026-12-31T22:58:00Z",
		"2026-03-29T01:58": "2026-03-29T00:58:00Z", // two minutes before 3:00
		"2026-10-25T02:58": "2026-10-25T00:58:00Z", // the first of two
	} {
		clock, err := parseClock(text, madrid(t))
		if got := clock.UTC().Format(time.RFC3339); err != nil || got != want {
			t.Errorf("%s is read as %s, %v, want %s", text, got, err, want)
		}
	}
	if _, err := parseClock("tomorrow", madrid(t)); err == nil {
		t.Error("'tomorrow' is accepted as a clock")
	}
}

// Another version of Go may read the clock elsewhere.
func TestWriteSources_ShiftsTheGoClock(t *testing.T) {
	chdirToRoot(t)
	clock := testClock{folder: t.TempDir()}
	if err := clock.writeSources(t.Context()); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"time.go":                               shiftedClockRead,
		"limiter/internal/fasttime/fasttime.go": limiterSource,
	} {
		source, err := os.ReadFile(filepath.Join(clock.folder, file))
		if err != nil || !strings.Contains(string(source), want) {
			t.Errorf("%s lacks %q: %v", file, want, err)
		}
	}
	list := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", limiterModule+"/internal/fasttime")
	list.Env = append(os.Environ(), clock.goFlags())
	output, err := list.CombinedOutput()
	if got := strings.TrimSpace(string(output)); err != nil || got != filepath.Join(clock.limiter(), "internal", "fasttime") {
		t.Errorf("the Go command compiles %s, %v; want the replaced package", got, err)
	}
}

func TestClockEnv_EveryProgram_HasTheSameShift(t *testing.T) {
	clock := testClock{start: time.Now().Add(time.Hour), folder: t.TempDir()}
	settings := map[string]string{}
	for _, setting := range clockEnv(t, clock, postgres()) {
		name, value, _ := strings.Cut(setting, "=")
		settings[name] = value
	}
	ahead := settings[shiftVariable]
	if ahead == "" || settings["LD_PRELOAD"] != clock.preload() || "GOFLAGS="+settings["GOFLAGS"] != clock.goFlags() {
		t.Errorf("the environment of a program lacks the clock: %q", settings)
	}
	script := settings[scriptVariable]
	node := exec.CommandContext(t.Context(), "node", "--require="+script, "--print", dateQuestions)
	node.Env = append(os.Environ(), "NODE_OPTIONS=") // without the clock of this test run
	output, err := node.CombinedOutput()
	if want := "true true true true 2020"; err != nil || strings.TrimSpace(string(output)) != want || settings["NODE_OPTIONS"] != "--require="+script {
		t.Errorf("Date returned %s, %v, want %s", output, err, want)
	}
	if len(clockEnv(t, testClock{}, browser())) > 0 || len(clockEnv(t, clock, format())) > 0 {
		t.Error("a step without tests, or a run without a clock, gets a clock")
	}
}

// Another version of PostgreSQL may call other clock functions.
func TestPreload_ShiftsEveryClockFunction(t *testing.T) {
	chdirToRoot(t)
	clock := testClock{folder: t.TempDir()}
	if err := clock.writePreload(t.Context()); err != nil {
		t.Fatal(err)
	}
	machine, shiftedTimes := timesOfDay(t), timesOfDay(t, shiftVariable+"=-3600", "LD_PRELOAD="+clock.preload())
	for i, function := range []string{"time", "gettimeofday", "clock_gettime"} {
		if behind := machine[i] - shiftedTimes[i]; behind < 3_500 || behind > 3_600 {
			t.Errorf("%s is %d seconds behind, want 3600", function, behind)
		}
	}
}

func timesOfDay(t *testing.T, settings ...string) (seconds [3]int64) {
	t.Helper()
	read := exec.CommandContext(t.Context(), "bash", "-c", `printf '%(%s)T %s %s' -1 "${EPOCHREALTIME%[.,]*}" "$(date +%s)"`)
	read.Env = append(os.Environ(), settings...)
	output, err := read.CombinedOutput()
	if err != nil {
		t.Fatalf("ask for the time: %v: %s", err, output)
	}
	if _, err := fmt.Sscan(string(output), &seconds[0], &seconds[1], &seconds[2]); err != nil {
		t.Fatalf("read the times %s: %v", output, err)
	}
	return seconds
}

const dateQuestions = `
const real = performance.timeOrigin + performance.now()
const isAhead = (time) => time - real > 3_500_000 && time - real < 3_700_000
class Other extends Date {}
const asked = [Date.now(), new Date(), Date.parse(Date()), new Other()].map(isAhead)
const date = new Date(2020, 0)
;[...asked, date instanceof Date && date.constructor === Date && date.getFullYear()].join(' ')
`

func clockEnv(t *testing.T, clock testClock, s step) []string {
	t.Helper()
	settings, err := clock.env(s)
	if err != nil {
		t.Fatal(err)
	}
	return settings
}
