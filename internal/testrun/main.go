//go:build unix

// Command testrun runs the checks that must pass before a change is merged, in parallel, and prints a summary:
//
//	testrun all                      everything: `make test` and continuous integration
//	testrun check [-since COMMIT]    the checks that a change affects
//	testrun go|web|e2e|lint          one part
//	testrun race                     Go with the race detector and longer random histories
//	testrun late                     the web tests with late effects
//	testrun preact                   the web tests of the guests' screens, on Preact
//	testrun [-clock TIME] [-with-load] [-times N] PART
//
// It knows the commands, their dependencies and the formats of their reports.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// superviseArgument makes this program supervise one step, see supervise.go.
const superviseArgument = "keep"

func main() {
	if len(os.Args) > 2 && os.Args[1] == superviseArgument {
		os.Exit(supervise(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	if err == nil {
		return
	}
	if !errors.Is(err, errFailed) { // failures are in the summary already
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	os.Exit(1)
}

// errFailed is returned after the summary has listed the failures.
var errFailed = errors.New("something failed")

// request is the parsed command line.
type request struct {
	part     string
	since    string // the commit that `check` compares with
	clock    string // time for the tests; empty: now
	withLoad bool   // run a busy loop per core beside the tests
	times    int
}

func parse(args []string) (request, error) {
	var asked request
	flags := flag.NewFlagSet("testrun", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&asked.since, "since", "", "")
	flags.StringVar(&asked.clock, "clock", "", "")
	flags.BoolVar(&asked.withLoad, "with-load", false, "")
	flags.IntVar(&asked.times, "times", 1, "")
	if err := flags.Parse(args); err != nil {
		return request{}, err
	}
	if flags.NArg() != 1 || !slices.Contains(partNames(), flags.Arg(0)) {
		return request{}, fmt.Errorf("name one part: %s", strings.Join(partNames(), ", "))
	}
	asked.part = flags.Arg(0)
	return asked, nil
}

// run executes a command line in the repository's root.
func run(ctx context.Context, args []string, out io.Writer) error {
	asked, err := parse(args)
	if err != nil {
		return err
	}
	budgets, err := budgetsOf(asked.part)
	if err != nil {
		return err
	}
	steps, err := stepsOf(ctx, asked)
	if err != nil {
		return err
	}
	if asked.withLoad {
		defer startLoad()()
	}
	clock, err := setClock(ctx, asked.clock)
	if err != nil {
		return err
	}
	defer clock.remove()
	var unsaid error // first error of writing the output
	tell := func(text string) {
		_, err := io.WriteString(out, text)
		unsaid = cmp.Or(unsaid, err)
	}
	for range asked.times {
		if err := once(ctx, asked, clock.applyTo(steps), budgets, clock, tell); err != nil {
			return err
		}
	}
	return unsaid
}

func once(ctx context.Context, asked request, steps []step, budgets map[string]budget, clock testClock, tell printer) error {
	before := workTree(ctx)
	result := schedule(ctx, steps, clock, tell)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	tell("\n" + result.summary(budgets))
	if result.failed() {
		return errFailed
	}
	if asked.part == partAll && clock.isMachineClock() {
		return noteGreen(ctx, before)
	}
	return nil
}
