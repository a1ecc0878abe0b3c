//go:build unix

package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// say prints a text at once, as people wait for it.
type say func(text string)

// result is how a whole run went.
type result struct {
	outcomes []outcome // in the order in which they ended
	left     []step    // not begun, since something that they stand on failed
	wall     time.Duration
}

func (r result) failed() bool {
	return len(r.left) > 0 || slices.ContainsFunc(r.outcomes, outcome.failed)
}

// schedule runs the steps, as many at once as there are cores, each when all that it stands on has succeeded, and
// says how each went as it ends.
func schedule(ctx context.Context, steps []step, clock shift, out say) result {
	started := time.Now()
	plan := plan{waiting: slices.Clone(steps), done: notAskedFor(steps)}
	ended := make(chan outcome)
	for {
		for len(plan.running) < runtime.NumCPU() && ctx.Err() == nil {
			next, ok := plan.next()
			if !ok {
				break
			}
			go func() { ended <- runStep(ctx, next, clock) }()
		}
		if len(plan.running) == 0 {
			return result{outcomes: plan.outcomes, left: plan.waiting, wall: time.Since(started)}
		}
		one := <-ended
		plan.end(one)
		out(told(one))
	}
}

// plan is what is still to be done.
type plan struct {
	waiting  []step // first things first
	running  []string
	done     map[string]bool
	outcomes []outcome
}

// notAskedFor are the steps that others stand on but that are no part of this run: they are taken as done.
func notAskedFor(steps []step) map[string]bool {
	done := map[string]bool{}
	for _, s := range steps {
		for _, name := range s.after {
			done[name] = !slices.ContainsFunc(steps, func(other step) bool { return other.name == name })
		}
	}
	return done
}

// next takes the first step that can begin.
func (p *plan) next() (step, bool) {
	i := slices.IndexFunc(p.waiting, func(s step) bool {
		return !slices.ContainsFunc(s.after, func(name string) bool { return !p.done[name] })
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
	p.done[o.step.name] = !o.failed()
	p.outcomes = append(p.outcomes, o)
}

// told is how a step went in a line, and what failed in it below.
func told(o outcome) string {
	verdict, tests := "ok    ", ""
	if o.failed() {
		verdict = "FAILED"
	}
	if o.report.passed > 0 {
		tests = fmt.Sprintf("  %d passed", o.report.passed)
	}
	line := fmt.Sprintf("%s  %-32s %4.0f s  cpu %4.0f s%s\n", verdict, o.step.name, o.wall.Seconds(), o.cpu.Seconds(), tests)
	if o.failed() {
		line += indented(o.details())
	}
	return line
}
