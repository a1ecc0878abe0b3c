// Command bench measures bin/axioma against its targets and prints a table:
//
//	go run ./bench              everything, on SQLite with an fsync per commit
//	go run ./bench -run images  the benchmarks with a matching name
//
// Client and server share the machine, so the client is cheap: HTTP/1.1 over persistent connections. A new benchmark is
// a function and a line in benchmarks. Results on SQLite depend on the machine, so they are compared, in alternation,
// with a baseline server (this program, started again).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"time"
)

type benchmark struct {
	name string
	live bool // needs a server with customers
	run  func(context.Context, *stage) ([]row, error)
}

// benchmarks that restart the server come last: they end the shared one.
func benchmarks() []benchmark {
	return []benchmark{
		{"disk", true, benchLimits},
		{"check-ins", true, benchCheckIns},
		{"customer reads", true, benchReads},
		{"progress", true, benchProgress},
		{"QR images", true, benchImages},
		{"lists", true, benchLists},
		{"counter", true, benchCounter},
		{"first minute", true, benchFirstMinute},
		{"Lighthouse", true, benchLighthouse},
		{"webhook", true, benchWebhook},
		{"queue", true, benchQueue},
		{"services report", false, benchReports},
		{"insights", false, benchInsights},
		{"large business", false, benchSize},
		{"fairness", false, benchFairness},
		{"imports", false, benchImports},
		{"pgbench comparison", false, benchOneByOne},
		{"pass updates", false, benchPassUpdates},
		{"backup", false, benchBackup},
		{"scale", false, benchScale},
		{"memory", true, benchMemory},
		{"start-up", true, benchStart},
		{"size of the binary", false, benchBinarySize},
		{"sizes of the pages", false, benchPageSizes},
	}
}

type options struct {
	binary      string
	webApp      string
	database    string
	connections int
	customers   int
	visits      int
	warmUp      time.Duration
	duration    time.Duration
	run         *regexp.Regexp
	settings    []string // environment of the server
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := command(os.Args[1:])(ctx)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func command(args []string) func(context.Context) error {
	if len(args) > 0 && args[0] == baselineCommand {
		return func(ctx context.Context) error { return serveBaseline(ctx, args[1:]) }
	}
	return func(ctx context.Context) error { return run(ctx, args) }
}

func parseOptions(args []string) (options, error) {
	var o options
	var pattern string
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "bin/axioma", "the program to measure")
	flags.StringVar(&o.webApp, "web", "internal/webui/dist", "the folder of the built web app")
	flags.StringVar(&o.database, "database", "", "a postgres:// address to use instead of SQLite")
	flags.IntVar(&o.connections, "connections", 32, "connections at the same time")
	flags.IntVar(&o.customers, "customers", 60_000, "customers to prepare; each checks in at most once")
	flags.IntVar(&o.visits, "visits", 1_000_000, "visits of the large shop; 10,000,000 take ten minutes to write")
	flags.DurationVar(&o.warmUp, "warm-up", time.Second, "load before the measurement begins")
	flags.DurationVar(&o.duration, "duration", 8*time.Second, "how long each measurement lasts")
	flags.StringVar(&pattern, "run", "", "only the benchmarks whose name matches this expression")
	if err := flags.Parse(args); err != nil {
		return o, fmt.Errorf("read the command line: %w", err)
	}
	var err error
	if o.run, err = regexp.Compile(pattern); err != nil {
		return o, fmt.Errorf("read -run: %w", err)
	}
	return o, nil
}

func run(ctx context.Context, args []string) (err error) {
	o, err := parseOptions(args)
	if err != nil {
		return err
	}
	s := &stage{options: o}
	defer func() { err = errors.Join(err, s.close()) }()

	rows, err := measure(ctx, s)
	fmt.Println()
	fmt.Print(table(rows))
	return err
}

func measure(ctx context.Context, s *stage) ([]row, error) {
	var rows []row
	for _, b := range benchmarks() {
		if !s.options.run.MatchString(b.name) {
			continue
		}
		if b.live {
			if err := s.prepare(ctx); err != nil {
				return rows, err
			}
		}
		progress("measuring %s", b.name)
		more, err := b.run(ctx, s)
		rows = append(rows, more...)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", b.name, err)
		}
	}
	return rows, nil
}

func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}
