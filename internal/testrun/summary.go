//go:build unix

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

const slowestShown = 10

func (r result) summary(budgets map[string]budget) string {
	out := &strings.Builder{}
	passedCount, failures := r.count()
	r.printShares(out, budgets)
	r.printSlowest(out)
	fmt.Fprintln(out)
	for _, f := range failures {
		fmt.Fprintf(out, "FAILED  %s\n  alone: %s\n", f.test, f.command)
	}
	for _, s := range r.skippedSteps {
		fmt.Fprintf(out, "not run, because a dependency failed: %s\n", s.name)
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passedCount, len(failures)+len(r.skippedSteps))
	return out.String()
}

func (r result) count() (passedCount int, failures []failure) {
	for _, o := range r.outcomes {
		passedCount += o.countPassed()
		failures = append(failures, o.failures()...)
	}
	return passedCount, failures
}

func (r result) printShares(out *strings.Builder, budgets map[string]budget) {
	cpu := r.cpu()
	fmt.Fprintf(out, "%-32s %7s %7s %6s %7s\n", "step", "wall s", "cpu s", "share", "budget")
	outcomes := slices.Clone(r.outcomes)
	slices.SortStableFunc(outcomes, func(a, b outcome) int { return cmp.Compare(b.cpu, a.cpu) })
	for _, o := range outcomes {
		share := 100 * o.cpu.Seconds() / max(cpu.Seconds(), 0.001)
		fmt.Fprintf(out, "%-32s %7.0f %7.0f %4.0f %% %s\n", o.step.name, o.wall.Seconds(), o.cpu.Seconds(), share, verdict(o.wall, o.cpu, budgets[o.step.name]))
	}
	fmt.Fprintf(out, "%-32s %7.0f %7.0f %6s %s\n", totalBudget, r.wall.Seconds(), cpu.Seconds(), "", verdict(r.wall, cpu, budgets[totalBudget]))
}

func (r result) cpu() time.Duration {
	var sum time.Duration
	for _, o := range r.outcomes {
		sum += o.cpu
	}
	return sum
}

func verdict(wall, cpu time.Duration, may budget) string {
	text := "      -"
	if may.cpu > 0 {
		text = fmt.Sprintf("%7.0f", may.cpu.Seconds())
	}
	if isOverBudget(cpu, may.cpu) {
		text += "  over its budget of CPU time"
	}
	if isOverBudget(wall, may.wall) {
		text += fmt.Sprintf("  over its budget of %.0f s", may.wall.Seconds())
	}
	return text
}

func (r result) printSlowest(out *strings.Builder) {
	var timings []timing
	for _, o := range r.outcomes {
		for _, t := range o.report.timings {
			timings = append(timings, timing{test: o.step.name + ": " + t.test, took: t.took})
		}
	}
	slices.SortStableFunc(timings, func(a, b timing) int { return cmp.Compare(b.took, a.took) })
	if len(timings) > 0 {
		fmt.Fprintln(out, "\nThe slowest tests:")
	}
	for _, t := range timings[:min(slowestShown, len(timings))] {
		fmt.Fprintf(out, "%7.1f s  %s\n", t.took.Seconds(), t.test)
	}
}
