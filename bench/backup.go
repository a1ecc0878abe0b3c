package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"axioma/internal/store/seed"
)

const (
	copiedCustomers = 80_000
	copyTurns       = 24 // of each, many and short: what else happens on the machine falls on both alike
	copySlices      = 40 // of the time that a measurement lasts; with longer ones the customers would not be enough
	fewerBeside     = 10 // % of the check-ins, at most, that a backup may cost
)

// benchBackup registers visits by turns beside a backup and without one. The backup is halted for the turns without it. It
// takes much longer than all turns together, so after each turn it goes on by itself, unmeasured: each turn beside it
// has another part of it, the end of it too.
func benchBackup(ctx context.Context, s *stage) (rows []row, err error) {
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx, seed.Businesses{Business: olderBusiness, Customers: copiedCustomers, Visits: s.options.visits, Days: 1460}); err != nil {
		return nil, err
	}
	copies, err := own.newCopier(ctx)
	if err != nil {
		return nil, err
	}
	visits := own.comings(pastCustomers(0, copiedCustomers))
	visits.warmUp, visits.duration = visits.warmUp/copySlices, visits.duration/copySlices
	with, without, err := copies.takeTurns(ctx, visits)
	if err = errors.Join(err, copies.end()); err != nil {
		return nil, err
	}
	return []row{
		information("a backup beside nobody", number(copies.alone.Seconds())+" s"),
		information("check-ins without a backup", number(without.mean())+"/s"),
		information("  beside one", number(with.mean())+"/s"),
		below("  fewer beside one", 100-100*with.mean()/without.mean(), fewerBeside, " %"),
		information("  p99 without and beside one", fmt.Sprintf("%s, %s ms", number(inMilliseconds(without.percentile(99))), number(inMilliseconds(with.percentile(99))))),
		information("  fewer in each quarter of it", quarters(with, without)),
		information("  turns of each, and backups that ended", fmt.Sprintf("%d, %d", len(with), copies.made)),
	}, nil
}

// quarters tells how many fewer there were in each quarter of the turns, in percent: so it can be seen which part of a
// backup costs most.
func quarters(with, without series) string {
	const n = 4
	fewer := make([]string, n)
	for i := range n {
		from, to := i*len(with)/n, (i+1)*len(with)/n
		fewer[i] = number(100 - 100*with[from:to].mean()/without[from:to].mean())
	}
	return strings.Join(fewer, ", ") + " %"
}

// mean is of all rounds together: no part of a backup is left out, as the median would do.
func (s series) mean() float64 {
	var requests int
	var elapsed time.Duration
	for _, round := range s {
		requests, elapsed = requests+round.requests, elapsed+round.elapsed
	}
	return float64(requests) / elapsed.Seconds()
}

// copier makes one backup after the other while it is not halted.
type copier struct {
	command func() *exec.Cmd
	alone   time.Duration // how long a backup takes when nobody is served
	stop    context.CancelFunc
	ended   chan error

	mutex   sync.Mutex
	process *os.Process // of the backup that is being made; nil: of none
	halted  bool
	made    int
}

// newCopier makes a backup, and is halted then.
func (s *stage) newCopier(ctx context.Context) (*copier, error) {
	folder := filepath.Join(s.folder, "copies")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for copies: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	c := &copier{stop: stop, ended: make(chan error, 1), halted: true}
	c.command = func() *exec.Cmd {
		command := exec.CommandContext(ctx, s.options.binary, "backup", folder, "--data", s.folder)
		command.Env = s.options.environment()
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return command
	}
	begin := time.Now()
	if output, err := c.command().CombinedOutput(); err != nil {
		stop()
		return nil, fmt.Errorf("make a backup: %w: %.2000s", err, output)
	}
	c.alone = time.Since(begin)
	go func() { c.ended <- c.repeat(ctx) }()
	return c, nil
}

// repeat makes backups until the context ends.
func (c *copier) repeat(ctx context.Context) error {
	for {
		command := c.command()
		if err := c.begin(command); err != nil {
			return err
		}
		err := command.Wait()
		c.finish(err == nil)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("make a backup beside check-ins: %w", err)
		}
	}
}

func (c *copier) begin(command *exec.Cmd) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := command.Start(); err != nil {
		return fmt.Errorf("start a backup: %w", err)
	}
	c.process = command.Process
	if c.halted {
		return toAll(c.process, syscall.SIGSTOP)
	}
	return nil
}

func (c *copier) finish(whole bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.process = nil
	if whole {
		c.made++
	}
}

func (c *copier) goOn() { c.signal(syscall.SIGCONT, false) }
func (c *copier) halt() { c.signal(syscall.SIGSTOP, true) }

// signal says something to the backup that is being made; one that has ended does not hear it.
func (c *copier) signal(signal syscall.Signal, halted bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.halted = halted
	if c.process == nil {
		return
	}
	if err := toAll(c.process, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
		progress("the backup does not hear %s: %v", signal, err)
	}
}

// toAll says something to a process and to those that it has started.
func toAll(process *os.Process, signal syscall.Signal) error {
	return syscall.Kill(-process.Pid, signal)
}

// end breaks off what is being made.
func (c *copier) end() error {
	c.stop()
	return <-c.ended
}

// takeTurns runs a load beside a backup and without one.
func (c *copier) takeTurns(ctx context.Context, slice *load) (with, without series, err error) {
	for round := range 2 * copyTurns {
		beside := round%4 == 0 || round%4 == 3 // every other time the one without comes first
		if !beside {
			without, err = oneMore(ctx, without, slice)
		} else {
			c.goOn()
			with, err = oneMore(ctx, with, slice)
			time.Sleep(c.alone / copyTurns)
			c.halt()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if _, left := slice.write(nil, 0); !left {
		return nil, nil, errTooShort
	}
	return with, without, nil
}

// oneMore runs a load once more. It has lasted as long as it was to, also where the last of its answers came before:
// nobody was answered in the rest.
func oneMore(ctx context.Context, done series, slice *load) (series, error) {
	result, err := slice.run(ctx)
	result.elapsed = slice.duration
	return append(done, result), err
}
