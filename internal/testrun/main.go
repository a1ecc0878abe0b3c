//go:build unix

// Command testrun runs the checks before a merge in parallel and prints a summary:
//
//	testrun all                      everything: `make test` and continuous integration
//	testrun check [-since COMMIT]    the checks that a change affects
//	testrun tests|go|web|e2e|lint    one part
//	testrun race                     Go with the race detector and longer random histories
//	testrun late                     the web tests with late effects
//	testrun preact                   the web tests of the guests' screens, on Preact
//	testrun [-clock TIME] [-with-load] [-times N] PART
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

// superviseArgument makes this program run supervise.
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
	if !errors.Is(err, errFailed) {
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	os.Exit(1)
}

var errFailed = errors.New("something failed")

type request struct {
	part     string
	since    string
	clock    string // of the tests; empty: now
	withLoad bool
	times    int
}

func parse(args []string) (request, error) {
	var options request
	flags := flag.NewFlagSet("testrun", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&options.since, "since", "", "")
	flags.StringVar(&options.clock, "clock", "", "")
	flags.BoolVar(&options.withLoad, "with-load", false, "")
	flags.IntVar(&options.times, "times", 1, "")
	if err := flags.Parse(args); err != nil {
		return request{}, err
	}
	if flags.NArg() != 1 || !slices.Contains(partNames(), flags.Arg(0)) {
		return request{}, fmt.Errorf("name one part: %s", strings.Join(partNames(), ", "))
	}
	options.part = flags.Arg(0)
	return options, nil
}

func run(ctx context.Context, args []string, out io.Writer) error {
	options, err := parse(args)
	if err != nil {
		return err
	}
	budgets, err := budgetsOf(options.part)
	if err != nil {
		return err
	}
	steps, err := stepsOf(ctx, options)
	if err != nil {
		return err
	}
	if options.withLoad {
		defer startLoad()()
	}
	clock, err := setClock(ctx, options.clock)
	if err != nil {
		return err
	}
	defer clock.remove()
	var printErr error
	emit := func(text string) {
		_, err := io.WriteString(out, text)
		printErr = cmp.Or(printErr, err)
	}
	for range options.times {
		if err := once(ctx, options, clock.applyTo(steps), budgets, clock, emit); err != nil {
			return err
		}
	}
	return printErr
}

func once(ctx context.Context, options request, steps []step, budgets map[string]budget, clock testClock, emit printer) error {
	before := workTree(ctx)
	result := schedule(ctx, steps, clock, emit)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	emit("\n" + result.summary(budgets))
	if result.failed() {
		return errFailed
	}
	if options.part == partAll && clock.isMachineClock() {
		return noteGreen(ctx, before)
	}
	return nil
}
