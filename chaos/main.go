//go:build linux

// Command chaos cuts the power or kills the server under load, and looks for lost or doubled visits:
//
//	go run ./chaos -times 200                          power cuts, on SQLite
//	go run ./chaos -times 100 -kill                    kill -9, on SQLite
//	go run ./chaos -times 100 -kill -database URL      kill -9, on PostgreSQL
//	go run ./chaos -flood                              slow clients, and 10,000 requests while the database hangs
//	go run ./chaos -times 100 -corrupt                 damaged pages that axioma backup must find
//	go run ./chaos -times 9 -jump                      jumps of the server's clock
//	go run ./chaos -cluster                            failovers of a cluster of PostgreSQL
//
// Power cuts use a file system that forgets unflushed data (package lossyfs), and need Linux, root and /dev/fuse.
// Before some cuts the disk is full or hangs for a moment.
//
// Each round starts the server with the previous data and verifies acknowledged visits. An unacknowledged visit is
// repeated with its key, as by the counter. In half of the rounds the server then restarts normally, with a new WAL. No
// visit may be lost or doubled, and axioma check must find no fault.
//
// With -ignore files or -ignore folders the disk only acknowledges flushes: the command must fail.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"axioma/chaos/lossyfs"
)

type options struct {
	binary         string
	next           string // program of the next version, or ""
	database       string // postgres:// address; "": SQLite
	kill           bool
	flood          bool
	corrupt        bool
	jump           bool
	clock          string // file of the server's clock; "": the machine's
	cluster        bool
	keep           bool // the folder with the logs
	times          int
	clients        int
	seed           uint64
	record         string // file for figures
	ignoredFlushes lossyfs.IgnoredFlushes
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "chaos: %v\n", err)
		os.Exit(1)
	}
}

func parseOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.StringVar(&o.binary, "binary", "bin/axioma", "the program to test")
	flags.StringVar(&o.next, "next", "", "the program of the next version, to which the servers of a cluster are upgraded one after the other")
	flags.StringVar(&o.database, "database", "", "a postgres:// address to use instead of SQLite; with -kill, -flood or -jump")
	flags.BoolVar(&o.kill, "kill", false, "kill the server instead of cutting the power")
	flags.BoolVar(&o.flood, "flood", false, "hold connections by slow clients, and send 10,000 requests while the database hangs")
	flags.BoolVar(&o.corrupt, "corrupt", false, "damage a page of the file, and back it up")
	flags.BoolVar(&o.jump, "jump", false, "let the server's clock jump by hours and days")
	flags.BoolVar(&o.cluster, "cluster", false, "fail over a cluster of three PostgreSQL and three servers")
	flags.BoolVar(&o.keep, "keep", false, "leave the files and logs, and print their folder")
	flags.IntVar(&o.times, "times", 200, "number of rounds")
	flags.IntVar(&o.clients, "clients", 8, "concurrent counters")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "repeats the times and the surviving pages of an earlier run")
	flags.StringVar(&o.record, "record", "", "a Markdown file with a table, to which the result is added")
	flags.Func("ignore", "flushes that the disk acknowledges without doing them: files or folders", func(value string) error {
		switch value {
		case "files":
			o.ignoredFlushes.Files = true
		case "folders":
			o.ignoredFlushes.Folders = true
		default:
			return fmt.Errorf("%q is neither files nor folders", value)
		}
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return o, fmt.Errorf("reading the command line: %w", err)
	}
	if o.database != "" && !o.kill && !o.flood && !o.jump {
		return o, errors.New("power cuts are for SQLite: use -kill, -flood or -jump with -database")
	}
	return o, nil
}

func run(ctx context.Context, args []string) error {
	o, err := parseOptions(args)
	if err != nil {
		return err
	}
	if o.cluster && os.Getenv(ownNetwork) == "" {
		return runInOwnNetwork(args)
	}
	folder, err := os.MkdirTemp("", "axioma-chaos-")
	if err != nil {
		return fmt.Errorf("creating the folder of the test: %w", err)
	}
	begin := time.Now()
	t := newTrial(o, folder)
	switch {
	case o.cluster:
		err = t.runCluster(ctx)
	case o.flood:
		err = t.runFlood(ctx)
	case o.corrupt:
		err = t.runCorrupt(ctx)
	case o.jump:
		err = t.runClock(ctx)
	default:
		err = t.run(ctx)
	}
	if t.rounds > 0 {
		t.note("%d times", t.rounds)
	}
	if len(t.visits) > 0 {
		t.note("%d visits acknowledged, %d lost, %d doubled, %d sent again", t.countAcknowledged(), t.lostCount, t.doubledCount, t.sentAgain)
	}
	if t.refusedCount > 0 {
		t.note("%d refused by an outdated primary", t.refusedCount)
	}
	t.note("seed %d, %s", o.seed, time.Since(begin).Round(time.Second))
	result := strings.Join(t.notes, ", ")
	fmt.Println(o.name() + ": " + result)
	for _, fault := range t.faults[:min(len(t.faults), maxFaults)] {
		fmt.Println(fault)
	}
	if err == nil && len(t.faults) > 0 {
		err = errors.New("visits or data were damaged")
	}
	if err == nil && o.record != "" {
		err = record(o.record, o.name(), result)
	}
	if o.keep {
		fmt.Println(folder)
		return err
	}
	return errors.Join(err, os.RemoveAll(folder))
}

func (o options) name() string {
	engine := "SQLite"
	if o.database != "" {
		engine = "PostgreSQL"
	}
	switch {
	case o.cluster:
		return "cluster of PostgreSQL"
	case o.corrupt:
		return "damaged pages found by the backup, " + engine
	case o.jump:
		return "clock jumps, " + engine
	case o.flood:
		return "slow clients and 10,000 waiting, " + engine
	case o.kill:
		return "kill -9, " + engine
	}
	return "power cuts, SQLite"
}
