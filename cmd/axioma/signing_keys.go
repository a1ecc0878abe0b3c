package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"

	"axioma/internal/config"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

type keysCommand struct {
	List   keysListCommand   `cmd:"" help:"List the keys that sign sessions, with their state."`
	Rotate keysRotateCommand `cmd:"" help:"Sign sessions with a new key. The sessions of the former key stay valid until they end or the key is retired. Servers need no restart."`
	Retire keysRetireCommand `cmd:"" help:"End all sessions that a former key signed."`
}

type keysListCommand struct{ config.Database }

func (k keysListCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, k.Database, func(cases *service.Service) error {
		keys, err := cases.SigningKeys.List(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		if _, err := fmt.Fprintln(table, "KEY\tKEPT\tSIGNS SINCE\tSTATE"); err != nil {
			return err
		}
		for _, key := range keys {
			if _, err := fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", key.ID, keyPlace(key), keyDate(key.Since), keyState(key)); err != nil {
				return err
			}
		}
		return table.Flush()
	})
}

func keyPlace(key access.SigningKey) string {
	if key.Outside {
		return "outside"
	}
	return "database"
}

func keyDate(at time.Time) string {
	if at.IsZero() {
		return "unknown"
	}
	return at.Local().Format(time.DateOnly)
}

func keyState(key access.SigningKey) string {
	switch {
	case !key.RetiredAt.IsZero():
		return "retired on " + keyDate(key.RetiredAt)
	case key.Signs:
		return "signs"
	}
	return "valid until " + keyDate(key.EndsAt)
}

type keysRotateCommand struct {
	config.Database
	InDatabase bool `help:"Sign with a key in the database although the current one is outside. Then remove AXIOMA_SIGNING_KEY from the settings of all servers and restart them."`
}

func (k keysRotateCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, k.Database, func(cases *service.Service) error {
		key, err := cases.SigningKeys.Rotate(ctx, k.InDatabase)
		return printResult(c, fmt.Sprintf("New key: %s. Sessions of former keys stay valid. To end them too: axioma keys retire --old", key.ID), err)
	})
}

type keysRetireCommand struct {
	config.Database
	Key string `arg:"" optional:"" help:"The key, as axioma keys list shows it."`
	Old bool   `help:"All keys but the one that signs."`
}

func (k keysRetireCommand) Validate() error {
	if (k.Key == "") != k.Old {
		return errors.New("name a key, or use --old")
	}
	return nil
}

func (k keysRetireCommand) Run(ctx context.Context, c console) error {
	return withCases(ctx, k.Database, func(cases *service.Service) error {
		if !k.Old {
			return printResult(c, "Key retired, its sessions have ended: "+k.Key, cases.SigningKeys.Retire(ctx, k.Key))
		}
		retiredKeys, err := cases.SigningKeys.RetireOld(ctx)
		if err == nil && len(retiredKeys) == 0 {
			return printResult(c, "There are no former keys.", nil)
		}
		return printResult(c, "Keys retired, their sessions have ended: "+strings.Join(retiredKeys, ", "), err)
	})
}

const (
	keyCommandTimeout = 30 * time.Second
	keyCommandOutput  = 64 << 10
)

func (s serveCommand) signingKeys(ctx context.Context) ([][]byte, error) {
	if s.SigningKeys.Command == "" {
		if s.SigningKeys.Keys == "" {
			return nil, nil
		}
		return config.ParseSigningKeys(s.SigningKeys.Keys)
	}
	text, err := runKeyCommand(ctx, s.SigningKeys.Command, keyCommandTimeout)
	if err != nil {
		return nil, fmt.Errorf("--signing-key-command: %w", err)
	}
	keys, err := config.ParseSigningKeys(text)
	if err != nil {
		return nil, fmt.Errorf("the output of --signing-key-command is refused: %w", err)
	}
	return keys, nil
}

// runKeyCommand runs a command and returns its output. A failed command's error contains its error output, but not its
// output.
func runKeyCommand(ctx context.Context, line string, timeout time.Duration) (string, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", errors.New("it names no program")
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Env = config.RemoveSettings(os.Environ())
	command.WaitDelay = time.Second
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &limitedBuffer{buffer: &out, remainingBytes: keyCommandOutput}, &limitedBuffer{buffer: &complaints, remainingBytes: keyCommandOutput}
	err := command.Run()
	switch {
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("%s did not end within %s", words[0], timeout)
	case err != nil:
		return "", errors.Join(fmt.Errorf("running %s: %w", words[0], err), complaintOf(complaints.String()))
	}
	return out.String(), nil
}

func complaintOf(text string) error {
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return nil
	}
	return errors.New(text)
}

type limitedBuffer struct {
	buffer         io.Writer
	remainingBytes int
}

func (l *limitedBuffer) Write(text []byte) (int, error) {
	prefix := text[:min(l.remainingBytes, len(text))]
	l.remainingBytes -= len(prefix)
	if _, err := l.buffer.Write(prefix); err != nil {
		return 0, err
	}
	return len(text), nil
}
