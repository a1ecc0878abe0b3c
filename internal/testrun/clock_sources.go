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

// goFlags have programs compiled with the shifted sources. Nothing is written into the Go installation, nor into the
// cache of modules: package time is overlaid, and the library that counts tries is replaced by a changed copy of it.
func (c shift) goFlags() string {
	return "GOFLAGS=-trimpath -overlay=" + c.overlay() + " -modfile=" + c.modules()
}

func (c shift) overlay() string { return filepath.Join(c.folder, "overlay.json") }

func (c shift) modules() string { return filepath.Join(c.folder, "go.mod") }

// limiter is where the changed copy of the library is.
func (c shift) limiter() string { return filepath.Join(c.folder, "limiter") }

//go:embed date.js
var dateSource string

// writeDate writes the script that shifts Date, and returns where.
func (c shift) writeDate(ahead time.Duration) (file string, err error) {
	milliseconds := strconv.FormatInt(ahead.Milliseconds(), 10)
	file = filepath.Join(c.folder, "date-"+milliseconds+".cjs")
	source := strings.ReplaceAll(dateSource, "now() + AHEAD", "now() + "+milliseconds)
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return "", fmt.Errorf("write the shifted Date: %w", err)
	}
	return file, nil
}

// The one place of package time that reads the clock.
const (
	readsClock   = "\tsec, nsec, mono := runtimeNow()\n\tif mono == 0 {"
	readsShifted = "\tsec, nsec, mono := runtimeNow()\n\tsec += testClockShift\n\tif mono == 0 {"
)

// shiftSource reads the shift once, when a program starts.
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

// limiterModule counts tries by a clock that it asks past package time, for speed.
const limiterModule = "github.com/sethvargo/go-limiter"

// limiterSource stands for the file in which it does.
const limiterSource = `package fasttime

import "time"

func Now() uint64 { return uint64(time.Now().UnixNano()) }
`

// writeSources writes what programs are compiled from with this clock, from the repository's root.
func (c shift) writeSources(ctx context.Context) error {
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

// writeTime writes the shifted package time and the table that has the Go command compile it.
func (c shift) writeTime(ctx context.Context) error {
	original, err := ask(ctx, "go", "list", "-f", "{{.Dir}}/time.go", "time")
	if err != nil {
		return err
	}
	source, err := shiftedTime(original)
	if err != nil {
		return err
	}
	shifted := filepath.Join(c.folder, "time.go")
	if err := os.WriteFile(shifted, []byte(source), 0o600); err != nil {
		return fmt.Errorf("write the shifted package time: %w", err)
	}
	table, err := json.Marshal(map[string]map[string]string{"Replace": {original: shifted}})
	if err != nil {
		return err
	}
	return os.WriteFile(c.overlay(), table, 0o600)
}

// writeLimiter copies the library's sources, which nobody may write to, and changes the one.
func (c shift) writeLimiter(ctx context.Context) error {
	original, err := ask(ctx, "go", "list", "-m", "-f", "{{.Dir}}", limiterModule)
	if err != nil {
		return err
	}
	if err := carryOut(exec.CommandContext(ctx, "cp", "-R", original, c.limiter())); err != nil {
		return err
	}
	if err := carryOut(exec.CommandContext(ctx, "chmod", "-R", "u+w", c.limiter())); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.limiter(), "internal", "fasttime", "fasttime.go"), []byte(limiterSource), 0o600)
}

// writeModules writes a go.mod that takes the copy, and its go.sum.
func (c shift) writeModules() error {
	ours, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	replaced := fmt.Sprintf("%s\nreplace %s => %s\n", ours, limiterModule, c.limiter())
	if err := os.WriteFile(c.modules(), []byte(replaced), 0o600); err != nil {
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

// preload is the library that stands before the C library.
func (c shift) preload() string { return filepath.Join(c.folder, "clock.so") }

// writePreload compiles it, where PostgreSQL's user may read it.
func (c shift) writePreload(ctx context.Context) error {
	if err := carryOut(exec.CommandContext(ctx, "scripts/system-packages")); err != nil {
		return err
	}
	compile := exec.CommandContext(ctx, cmp.Or(os.Getenv("CC"), "gcc"), "-shared", "-fPIC", "-O2", "-o", c.preload(), "-xc", "-")
	compile.Stdin = strings.NewReader(preloadSource)
	if err := carryOut(compile); err != nil {
		return err
	}
	return os.Chmod(c.folder, 0o755)
}

// carryOut runs a program whose words matter only where it fails.
func carryOut(command *exec.Cmd) error {
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(command.Args, " "), err, output)
	}
	return nil
}

// shiftedTime is the file of package time that reads the clock, with the shift in it.
func shiftedTime(file string) (string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read package time: %w", err)
	}
	source := string(content)
	if strings.Count(source, readsClock) != 1 {
		return "", fmt.Errorf("%s does not read the clock as this program knows it", file)
	}
	source = strings.Replace(source, readsClock, readsShifted, 1)
	return strings.Replace(source, "import (\n", "import (\n\t\"syscall\"\n", 1) + shiftSource, nil
}
