//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == superviseArgument {
		os.Exit(supervise(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func shellStep(name, script string, after ...string) step {
	return step{name: name, after: after, command: []string{"sh", "-c", script}}
}

func runSchedule(t *testing.T, steps ...step) (result, string) {
	t.Helper()
	var out strings.Builder
	r := schedule(t.Context(), steps, testClock{}, func(text string) { out.WriteString(text) })
	return r, out.String()
}

func TestSchedule_Step_WaitsForItsDependencies(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	r, out := runSchedule(t, shellStep("second", "test -e "+mark, "first"), shellStep("first", "sleep 0.1; touch "+mark))
	if r.failed() {
		t.Errorf("the second step began before the first had ended:\n%s", out)
	}
}

func TestSchedule_FailedDependency_SkipsTheStep(t *testing.T) {
	r, out := runSchedule(t, shellStep("build", "echo does not compile; exit 3"), shellStep("test", "true", "build"), shellStep("lint", "true"))
	if !r.failed() || len(r.skippedSteps) != 1 || r.skippedSteps[0].name != "test" || len(r.outcomes) != 2 {
		t.Errorf("the steps skipped are %v, and the outcomes are %v; want the skipped step test, and two outcomes", r.skippedSteps, r.outcomes)
	}
	summary := r.summary(nil)
	lines := strings.Split(strings.TrimSpace(summary), "\n")
	last := lines[len(lines)-4:]
	if last[0] != "FAILED  build" || !strings.Contains(last[1], "alone: sh -c") || !strings.HasSuffix(last[2], ": test") || last[3] != "1 passed, 2 failed" {
		t.Errorf("the summary ends with %q; want the failed build, its command, and the counts", last)
	}
	if !strings.Contains(out, "        does not compile") {
		t.Errorf("the output of the step is missing:\n%s", out)
	}
}

func TestSchedule_ExternalDependency_CountsAsDone(t *testing.T) {
	if r, out := runSchedule(t, shellStep("test", "true", "build")); r.failed() {
		t.Errorf("the step waited for a step outside the run:\n%s", out)
	}
}

func TestSchedule_Interrupt_EndsRunningSteps(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	startFile, cleanupFile := filepath.Join(t.TempDir(), "begun"), filepath.Join(t.TempDir(), "tidied")
	waits := shellStep("waits", "trap 'touch "+cleanupFile+"; exit 1' TERM; touch "+startFile+"; sleep 600 & wait")
	done := make(chan result)
	go func() {
		done <- schedule(ctx, []step{waits, shellStep("later", "true", "waits")}, testClock{}, func(string) {})
	}()
	for _, err := os.Stat(startFile); err != nil; _, err = os.Stat(startFile) {
		time.Sleep(time.Millisecond)
	}
	interrupt()
	if r := <-done; !r.failed() || len(r.outcomes) != 1 {
		t.Errorf("an interrupted run ended with %v, want a failure with one outcome", r.outcomes)
	}
	if _, err := os.Stat(cleanupFile); err != nil {
		t.Errorf("the step could not clean up: %v", err)
	}
}

func TestBudgets_EveryStep_HasOne(t *testing.T) {
	budgets, err := budgetsOf(partAll)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{totalBudget}
	for _, s := range withPreparations(parts()[partAll]) {
		names = append(names, s.name)
	}
	for _, name := range names {
		if budgets[name].cpu == 0 {
			t.Errorf("%q has no budget", name)
		}
	}
	for name := range budgets {
		if !slices.Contains(names, name) {
			t.Errorf("%q has a budget but is not a step", name)
		}
	}
}

func TestBudgetsOf_PartialRuns_HaveNone(t *testing.T) {
	for _, part := range []string{partCheck, partRace} {
		if budgets, err := budgetsOf(part); err != nil || len(budgets) > 0 {
			t.Errorf("%s has budgets %v, %v; want none", part, budgets, err)
		}
	}
}

func TestVerdict_OverBudget_IsReported(t *testing.T) {
	limits := budget{cpu: 10 * time.Second, wall: 20 * time.Second}
	for _, run := range []struct {
		wall, cpu time.Duration
		want      string
	}{
		{30 * time.Second, 15 * time.Second, ""},
		{30 * time.Second, 16 * time.Second, "over its budget of CPU time"},
		{31 * time.Second, 15 * time.Second, "over its budget of 20 s"},
	} {
		got := verdict(run.wall, run.cpu, limits)
		if strings.Contains(got, "over") != (run.want != "") || !strings.Contains(got, run.want) {
			t.Errorf("%s of wall time and %s of CPU time: %q, want %q", run.wall, run.cpu, got, run.want)
		}
	}
}
