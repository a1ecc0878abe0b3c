//go:build unix

package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// goFlags leave Go and the module cache unchanged.
func (c testClock) goFlags() string {
	return "GOFLAGS=-trimpath -overlay=" + c.overlay() + " -modfile=" + c.modules()
}

func (c testClock) overlay() string { return filepath.Join(c.folder, "overlay.json") }

func (c testClock) modules() string { return filepath.Join(c.folder, "go.mod") }

func (c testClock) limiter() string { return filepath.Join(c.folder, "limiter") }

//go:embed date.js
var dateSource string

func (c testClock) writeDate(ahead time.Duration) (file string, err error) {
	milliseconds := strconv.FormatInt(ahead.Milliseconds(), 10)
	file = filepath.Join(c.folder, "date-"+milliseconds+".cjs")
	source := strings.ReplaceAll(dateSource, "now() + AHEAD", "now() + "+milliseconds)
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return "", fmt.Errorf("write the shifted Date: %w", err)
	}
	return file, nil
}

// clockRead is where package time reads the clock.
const (
	clockRead        = "\tsec, nsec, mono := runtimeNow()\n\tif mono == 0 {"
	shiftedClockRead = "\tsec, nsec, mono := runtimeNow()\n\tsec += testClockShift\n\tif mono == 0 {"
)

const shiftSource = `
var testClockShift = readTestClockShift()

func readTestClockShift() int64 {
	text, found := syscall.Getenv("` + shiftVariable + `")
	if !found {
		return 0
	}
	seconds, err := ParseDuration(text + "s")
	if err != nil {
		panic("` + shiftVariable + `: " + err.Error())
	}
	return int64(seconds / Second)
}
`

// limiterModule reads the clock without package time.
const limiterModule = "github.com/sethvargo/go-limiter"

const limiterSource = `package fasttime

import "time"

func Now() uint64 { return uint64(time.Now().UnixNano()) }
`

// writeSources runs in the repository's root.
func (c testClock) writeSources(ctx context.Context) error {
	if err := c.writeTime(ctx); err != nil {
		return err
	}
	if err := c.writeLimiter(ctx); err != nil {
		return err
	}
	if err := c.writeModules(); err != nil {
		return err
	}
	return c.writePreload(ctx)
}

func (c testClock) writeTime(ctx context.Context) error {
	original, err := commandOutput(ctx, "go", "list", "-f", "{{.Dir}}/time.go", "time")
	if err != nil {
		return err
	}
	source, err := shiftTimeSource(original)
	if err != nil {
		return err
	}
	timeFile := filepath.Join(c.folder, "time.go")
	if err := os.WriteFile(timeFile, []byte(source), 0o600); err != nil {
		return fmt.Errorf("write the shifted package time: %w", err)
	}
	table, err := json.Marshal(map[string]map[string]string{"Replace": {original: timeFile}})
	if err != nil {
		return err
	}
	return os.WriteFile(c.overlay(), table, 0o600)
}

// writeLimiter copies the module: its cached files are read only.
func (c testClock) writeLimiter(ctx context.Context) error {
	original, err := commandOutput(ctx, "go", "list", "-m", "-f", "{{.Dir}}", limiterModule)
	if err != nil {
		return err
	}
	if err := runQuietly(exec.CommandContext(ctx, "cp", "-R", original, c.limiter())); err != nil {
		return err
	}
	if err := runQuietly(exec.CommandContext(ctx, "chmod", "-R", "u+w", c.limiter())); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.limiter(), "internal", "fasttime", "fasttime.go"), []byte(limiterSource), 0o600)
}

func (c testClock) writeModules() error {
	ours, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	content := fmt.Sprintf("%s\nreplace %s => %s\n", ours, limiterModule, c.limiter())
	if err := os.WriteFile(c.modules(), []byte(content), 0o600); err != nil {
		return err
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.folder, "go.sum"), sums, 0o600)
}

//go:embed preload/clock.c
var preloadSource string

func (c testClock) preload() string { return filepath.Join(c.folder, "clock.so") }

// writePreload builds a library readable by PostgreSQL's account.
func (c testClock) writePreload(ctx context.Context) error {
	if err := runQuietly(exec.CommandContext(ctx, "scripts/system-packages")); err != nil {
		return err
	}
	compile := exec.CommandContext(ctx, cmp.Or(os.Getenv("CC"), "gcc"), "-shared", "-fPIC", "-O2", "-o", c.preload(), "-xc", "-")
	compile.Stdin = strings.NewReader(preloadSource)
	if err := runQuietly(compile); err != nil {
		return err
	}
	return os.Chmod(c.folder, 0o755)
}

// runQuietly prints no output; an error contains it.
func runQuietly(command *exec.Cmd) error {
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command.Args, " "), err, output)
	}
	return nil
}

func shiftTimeSource(file string) (string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read package time: %w", err)
	}
	source := string(content)
	if strings.Count(source, clockRead) != 1 {
		return "", fmt.Errorf("%s does not read the clock where this program expects it", file)
	}
	source = strings.Replace(source, clockRead, shiftedClockRead, 1)
	return strings.Replace(source, "import (\n", "import (\n\t\"syscall\"\n", 1) + shiftSource, nil
}
