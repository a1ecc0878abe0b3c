//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// runCorrupt overwrites random pages. `axioma backup` must refuse each copy, or the damage is found when the backup is
// needed.
func (t *trial) runCorrupt(ctx context.Context) error {
	live, err := t.prepare(ctx)
	if err != nil {
		return err
	}
	if err := t.backUp(ctx, live); err != nil {
		return fmt.Errorf("backing up the intact file: %w", err)
	}
	for t.rounds < t.options.times && len(t.faults) < maxFaults && ctx.Err() == nil {
		if err := t.corruptOnce(ctx, live); err != nil {
			return err
		}
		t.rounds++
	}
	return ctx.Err()
}

func (t *trial) corruptOnce(ctx context.Context, live string) error {
	damagedFolder, err := t.copyFolder("damaged", live)
	if err != nil {
		return err
	}
	page, err := t.overwritePage(filepath.Join(damagedFolder, "axioma.db"))
	if err != nil {
		return err
	}
	var exit *exec.ExitError
	if err := t.backUp(ctx, damagedFolder); err == nil {
		t.report("the backup took a file whose page %d is damaged", page)
	} else if !errors.As(err, &exit) {
		return err
	}
	return os.RemoveAll(damagedFolder)
}

// overwritePage spares the first page, the file header.
func (t *trial) overwritePage(path string) (page int64, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, fmt.Errorf("reading the database file: %w", err)
	}
	size := int64(binary.BigEndian.Uint16(content[16:])) // https://www.sqlite.org/fileformat.html, section 1.3
	page = 2 + t.random.Int64N(int64(len(content))/size-1)
	noise := content[(page-1)*size : page*size]
	for i := range noise {
		noise[i] = byte(t.random.Uint32())
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return 0, fmt.Errorf("damaging page %d: %w", page, err)
	}
	return page, nil
}

func (t *trial) backUp(ctx context.Context, data string) error {
	target, err := t.newFolder("backup")
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, t.options.binary, "backup", target, "--data", data)
	command.Env = t.options.environment()
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("axioma backup: %w: %s", err, bytes.TrimSpace(output))
	}
	return os.RemoveAll(target)
}
