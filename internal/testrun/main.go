//go:build unix

// Command testrun runs what has to hold before a change goes in, on all cores at once, and says in short how it went:
//
//	testrun all                      everything: what `make test` and continuous integration run
//	testrun check [-since COMMIT]    what a change touches
//	testrun go|web|e2e|lint          one part
//	testrun race                     Go with the race detector everywhere and longer random histories
//	testrun late                     the web units on a page that is drawn late
//	testrun preact                   the web units of the guests' screens, on Preact
//	testrun [-clock TIME] [-beside-load] [-times N] PART
//
// It knows which command checks what, what each stands on, and how to read their reports. It does not know what is
// checked.
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

// keeperArgument makes this program the keeper of one step, see keeper_linux.go.
const keeperArgument = "keep"

func main() {
	if len(os.Args) > 2 && os.Args[1] == keeperArgument {
		os.Exit(keep(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	if err == nil {
		return
	}
	if !errors.Is(err, errFailed) { // what failed has been printed
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	os.Exit(1)
}

// errFailed says that something does not hold; the summary has said what.
var errFailed = errors.New("something failed")

// request is what the command line asks for.
type request struct {
	part  string
	since string // the commit that `check` compares with
	clock string // when the tests believe to be run; empty: now
	load  bool   // whether as many busy loops as cores run beside them
	times int
}

func parse(args []string) (request, error) {
	var asked request
	flags := flag.NewFlagSet("testrun", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&asked.since, "since", "", "")
	flags.StringVar(&asked.clock, "clock", "", "")
	flags.BoolVar(&asked.load, "beside-load", false, "")
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

// run carries out a command line from the repository's root.
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
	if asked.load {
		defer besideLoad()()
	}
	clock, err := setClock(ctx, asked.clock)
	if err != nil {
		return err
	}
	defer clock.remove()
	var unsaid error // what kept the run from being told of
	tell := func(text string) {
		_, err := io.WriteString(out, text)
		unsaid = cmp.Or(unsaid, err)
	}
	for range asked.times {
		if err := once(ctx, asked, clock.on(steps), budgets, clock, tell); err != nil {
			return err
		}
	}
	return unsaid
}

func once(ctx context.Context, asked request, steps []step, budgets map[string]budget, clock shift, tell say) error {
	before := workTree(ctx)
	result := schedule(ctx, steps, clock, tell)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	tell("\n" + result.summary(budgets))
	if result.failed() {
		return errFailed
	}
	if asked.part == partAll && clock.none() {
		return noteGreen(ctx, before)
	}
	return nil
}
