//go:build unix

package main

import (
	"slices"
	"strings"
	"time"
)

type outcome struct {
	step   step
	wall   time.Duration
	cpu    time.Duration // of all processes
	err    error
	log    string
	report report
}

type report struct {
	passedCount int
	failures    []failure
	timings     []timing
	details     string
}

type failure struct {
	test    string
	command string
}

type timing struct {
	test string
	took time.Duration
}

type reader func(s step, log, file string) (report, error)

func (o outcome) failed() bool { return o.err != nil || len(o.report.failures) > 0 }

// failures returns the failed tests, or the step itself if no test is named.
func (o outcome) failures() []failure {
	if !o.failed() || len(o.report.failures) > 0 {
		return o.report.failures
	}
	return []failure{{test: o.step.name, command: o.step.singleCommand()}}
}

func (o outcome) countPassed() int {
	if o.report.passedCount == 0 && !o.failed() {
		return 1
	}
	return o.report.passedCount
}

func (o outcome) details() string {
	if o.report.details != "" {
		return o.report.details
	}
	return o.log
}

func (s step) singleCommand() string {
	command := s.single
	if len(command) == 0 {
		command = s.command
	}
	return strings.TrimSuffix(strings.Join(append(slices.Clone(s.env), command...), " "), " --")
}
