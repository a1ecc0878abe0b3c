//go:build unix

package main

import (
	"slices"
	"strings"
	"time"
)

// outcome is the result of a step.
type outcome struct {
	step   step
	wall   time.Duration
	cpu    time.Duration // of all its processes
	err    error
	log    string // its output
	report report
}

// report is the parsed report of a step's tests.
type report struct {
	passed   int
	failures []failure
	timings  []timing
	details  string // output of what failed
}

// failure is a failed test.
type failure struct {
	test    string
	command string // runs the test alone
}

// timing is the duration of a test.
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

// passed counts a step without tests as one check.
func (o outcome) passed() int {
	if o.report.passed == 0 && !o.failed() {
		return 1
	}
	return o.report.passed
}

// details returns the output of what failed, or else all output.
func (o outcome) details() string {
	if o.report.details != "" {
		return o.report.details
	}
	return o.log
}

// singleCommand returns the command that runs the step alone, or to which a test's name is added.
func (s step) singleCommand() string {
	command := s.single
	if len(command) == 0 {
		command = s.command
	}
	return strings.TrimSuffix(strings.Join(append(slices.Clone(s.env), command...), " "), " --")
}
