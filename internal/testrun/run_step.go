//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const reportPlaceholder = "{report}"

const stopLimit = 20 * time.Second

func runStep(ctx context.Context, s step, clock testClock) outcome {
	o := outcome{step: s}
	folder, err := os.MkdirTemp("", "axioma-step-")
	if err != nil {
		o.err = fmt.Errorf("making a folder for the output of a step: %w", err)
		return o
	}
	defer func() { o.err = cmp.Or(o.err, os.RemoveAll(folder)) }()
	startedAt := time.Now()
	o.cpu, o.err = s.execute(ctx, folder, clock)
	o.wall = time.Since(startedAt)
	o.read(folder)
	return o
}

const (
	logFile    = "log"
	reportFile = "report.json"
)

func (s step) execute(ctx context.Context, folder string, clock testClock) (cpu time.Duration, err error) {
	log, err := os.Create(filepath.Join(folder, logFile))
	if err != nil {
		return 0, fmt.Errorf("make the step's log: %w", err)
	}
	defer func() { err = cmp.Or(err, log.Close()) }()
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("find this program: %w", err)
	}
	report := func(word string) string {
		return strings.ReplaceAll(word, reportPlaceholder, filepath.Join(folder, reportFile))
	}
	cmd := exec.CommandContext(ctx, self, append([]string{superviseArgument}, mapWords(s.command, report)...)...)
	settings, err := clock.env(s)
	if err != nil {
		return 0, err
	}
	cmd.Env = slices.Concat(os.Environ(), s.env, mapWords(s.reporting, report), settings)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = stopLimit
	err = cmd.Run()
	if cmd.ProcessState != nil {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return cpu, err
}

func (o *outcome) read(folder string) {
	log, err := os.ReadFile(filepath.Join(folder, logFile))
	if err != nil {
		o.err = errors.Join(o.err, err)
		return
	}
	o.log = string(log)
	if o.step.readReport == nil {
		return
	}
	report, err := o.step.readReport(o.step, o.log, filepath.Join(folder, reportFile))
	if err != nil {
		o.err = errors.Join(o.err, err)
		o.log += "\n" + err.Error() + "\n"
		return
	}
	o.report = report
}

func mapWords(words []string, change func(string) string) []string {
	newWords := make([]string, len(words))
	for i, word := range words {
		newWords[i] = change(word)
	}
	return newWords
}

func indent(text string) string {
	if text == "" {
		return ""
	}
	return "        " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n        ") + "\n"
}
