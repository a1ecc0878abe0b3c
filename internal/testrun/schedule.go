//go:build unix

package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"
)

type printer func(text string)

type result struct {
	outcomes     []outcome
	skippedSteps []step
	wall         time.Duration
}

func (r result) failed() bool {
	return len(r.skippedSteps) > 0 || slices.ContainsFunc(r.outcomes, outcome.failed)
}

func schedule(ctx context.Context, steps []step, clock testClock, out printer) result {
	startedAt := time.Now()
	plan := plan{waiting: slices.Clone(steps), doneSteps: externalDependencies(steps)}
	outcomes := make(chan outcome)
	for {
		for len(plan.running) < runtime.NumCPU() && ctx.Err() == nil {
			next, ok := plan.next()
			if !ok {
				break
			}
			go func() { outcomes <- runStep(ctx, next, clock) }()
		}
		if len(plan.running) == 0 {
			return result{outcomes: plan.outcomes, skippedSteps: plan.waiting, wall: time.Since(startedAt)}
		}
		one := <-outcomes
		plan.end(one)
		out(formatOutcome(one))
	}
}

type plan struct {
	waiting   []step // by priority
	running   []string
	doneSteps map[string]bool
	outcomes  []outcome
}

// externalDependencies are outside this run and count as done.
func externalDependencies(steps []step) map[string]bool {
	doneSteps := map[string]bool{}
	for _, s := range steps {
		for _, name := range s.after {
			doneSteps[name] = !slices.ContainsFunc(steps, func(other step) bool { return other.name == name })
		}
	}
	return doneSteps
}

func (p *plan) next() (step, bool) {
	i := slices.IndexFunc(p.waiting, func(s step) bool {
		return !slices.ContainsFunc(s.after, func(name string) bool { return !p.doneSteps[name] })
	})
	if i < 0 {
		return step{}, false
	}
	next := p.waiting[i]
	p.waiting = slices.Delete(p.waiting, i, i+1)
	p.running = append(p.running, next.name)
	return next, true
}

func (p *plan) end(o outcome) {
	p.running = slices.DeleteFunc(p.running, func(name string) bool { return name == o.step.name })
	p.doneSteps[o.step.name] = !o.failed()
	p.outcomes = append(p.outcomes, o)
}

func formatOutcome(o outcome) string {
	verdict, tests := "ok    ", ""
	if o.failed() {
		verdict = "FAILED"
	}
	if o.report.passedCount > 0 {
		tests = fmt.Sprintf("  %d passed", o.report.passedCount)
	}
	line := fmt.Sprintf("%s  %-32s %4.0f s  cpu %4.0f s%s\n", verdict, o.step.name, o.wall.Seconds(), o.cpu.Seconds(), tests)
	if o.failed() {
		line += indent(o.details())
	}
	return line
}
