//go:build unix

package main

import (
	"slices"
	"strings"
	"time"
)

// outcome is how a step went.
type outcome struct {
	step   step
	wall   time.Duration
	cpu    time.Duration // of every process that it started
	err    error
	log    string // all that it printed
	report report
}

// report is what a step says of its tests.
type report struct {
	passed   int
	failures []failure
	timings  []timing
	details  string // what people need to see of what failed
}

// failure is a test that failed.
type failure struct {
	test  string
	alone string // the command that runs it by itself
}

// timing is how long a test took.
type timing struct {
	test string
	took time.Duration
}

// reader makes a report of what a step has printed and of the file that its tests' report was written to.
type reader func(s step, log, file string) (report, error)

func (o outcome) failed() bool { return o.err != nil || len(o.report.failures) > 0 }

// failures names what failed: tests, or the step itself where no test has been named.
func (o outcome) failures() []failure {
	if !o.failed() || len(o.report.failures) > 0 {
		return o.report.failures
	}
	return []failure{{test: o.step.name, alone: o.step.alone()}}
}

// passed counts a step without tests of its own as one check.
func (o outcome) passed() int {
	if o.report.passed == 0 && !o.failed() {
		return 1
	}
	return o.report.passed
}

// details is what failed as the step's program tells it: its whole output where it has no tests.
func (o outcome) details() string {
	if o.report.details != "" {
		return o.report.details
	}
	return o.log
}

// alone is the command that runs the step by itself, or that a test's name is added to.
func (s step) alone() string {
	command := s.single
	if len(command) == 0 {
		command = s.command
	}
	return strings.TrimSuffix(strings.Join(append(slices.Clone(s.env), command...), " "), " --")
}
