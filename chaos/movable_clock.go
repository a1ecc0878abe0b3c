//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// clockVariable names a file with the clock's lead in seconds.
const clockVariable = "CHAOS_CLOCK"

// clockRead is where package time reads the clock.
const (
	clockRead      = "\tsec, nsec, mono := runtimeNow()\n"
	movedClockRead = clockRead + "\tsec += atomic.LoadInt64(movedClock)\n"
)

// movedClockSource maps the file into memory: a jump is seen at once. Monotonic time does not jump.
const movedClockSource = `
var movedClock = mapMovedClock()

func mapMovedClock() *int64 {
	path, found := syscall.Getenv("` + clockVariable + `")
	if !found {
		return new(int64)
	}
	file, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		panic(path + ": " + err.Error())
	}
	page, err := syscall.Mmap(file, 0, 8, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		panic(path + ": " + err.Error())
	}
	return (*int64)(unsafe.Pointer(&page[0]))
}
`

type movableClock struct {
	file  *os.File
	ahead time.Duration
}

func newMovableClock(folder string) (*movableClock, error) {
	file, err := os.Create(filepath.Join(folder, "clock"))
	if err != nil {
		return nil, fmt.Errorf("creating the clock: %w", err)
	}
	c := &movableClock{file: file}
	return c, c.set(0)
}

func (c *movableClock) set(ahead time.Duration) error {
	seconds := binary.NativeEndian.AppendUint64(nil, uint64(int64(ahead/time.Second)))
	if _, err := c.file.WriteAt(seconds, 0); err != nil {
		return fmt.Errorf("moving the clock: %w", err)
	}
	c.ahead = ahead
	return nil
}

func (c *movableClock) now() time.Time { return time.Now().Add(c.ahead) }

func buildMovable(ctx context.Context, folder string) (string, error) {
	original, err := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}/time.go", "time").Output()
	if err != nil {
		return "", fmt.Errorf("looking for package time: %w", err)
	}
	path := strings.TrimSpace(string(original))
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading package time: %w", err)
	}
	source, err := movableTimeSource(string(content))
	if err != nil {
		return "", err
	}
	timeFile, overlay := filepath.Join(folder, "time.go"), filepath.Join(folder, "overlay.json")
	table, err := json.Marshal(map[string]map[string]string{"Replace": {path: timeFile}})
	if err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	if err := errors.Join(os.WriteFile(timeFile, []byte(source), 0o600), os.WriteFile(overlay, table, 0o600)); err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	program := filepath.Join(folder, "axioma")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", overlay, "-o", program, "axioma/cmd/axioma")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building axioma with a movable clock: %w:\n%s", err, output)
	}
	return program, nil
}

func movableTimeSource(source string) (string, error) {
	const imports = "import (\n"
	if strings.Count(source, clockRead) != 1 || strings.Count(source, imports) != 1 || strings.Count(source, `_ "unsafe"`) != 1 {
		return "", errors.New("package time does not read the clock where this program expects it")
	}
	source = strings.Replace(source, clockRead, movedClockRead, 1)
	source = strings.Replace(source, imports, imports+"\t\"sync/atomic\"\n\t\"syscall\"\n", 1)
	return strings.Replace(source, `_ "unsafe"`, `"unsafe"`, 1) + movedClockSource, nil
}
