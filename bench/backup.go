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
	backupCustomers = 80_000
	backupTurns     = 24 // many and short: other load affects both sides alike
	backupSlices    = 40 // with longer turns the customers would run out
	maxSlowdown     = 10 // percent of the check-ins' rate
)

// benchBackup registers visits alternately with a running and a paused backup. Between turns the backup runs on
// unmeasured, so that turns cover all its parts.
func benchBackup(ctx context.Context, s *stage) (rows []row, err error) {
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx, seed.Businesses{Business: olderBusiness, Customers: backupCustomers, Visits: s.options.visits, Days: 1460}); err != nil {
		return nil, err
	}
	copies, err := own.newBackupLoop(ctx)
	if err != nil {
		return nil, err
	}
	visits := own.checkInLoad(seedCustomers(0, backupCustomers))
	visits.warmUp, visits.duration = visits.warmUp/backupSlices, visits.duration/backupSlices
	withBackup, withoutBackup, err := copies.takeTurns(ctx, visits)
	if err = errors.Join(err, copies.end()); err != nil {
		return nil, err
	}
	return []row{
		information("a backup without load", number(copies.unloadedTime.Seconds())+" s"),
		information("check-ins without a backup", number(withoutBackup.mean())+"/s"),
		information("  beside one", number(withBackup.mean())+"/s"),
		below("  fewer beside one", 100-100*withBackup.mean()/withoutBackup.mean(), maxSlowdown, " %"),
		information("  p99 without and beside one", fmt.Sprintf("%s, %s ms", number(toMilliseconds(withoutBackup.percentile(99))), number(toMilliseconds(withBackup.percentile(99))))),
		information("  fewer in each quarter of it", slowdownByQuarter(withBackup, withoutBackup)),
		information("  turns of each, and backups that ended", fmt.Sprintf("%d, %d", len(withBackup), copies.backupCount)),
	}, nil
}

func slowdownByQuarter(withBackup, withoutBackup series) string {
	const n = 4
	fewer := make([]string, n)
	for i := range n {
		from, to := i*len(withBackup)/n, (i+1)*len(withBackup)/n
		fewer[i] = number(100 - 100*withBackup[from:to].mean()/withoutBackup[from:to].mean())
	}
	return strings.Join(fewer, ", ") + " %"
}

// mean returns the mean of the rates. A median could leave out parts of a backup.
func (s series) mean() float64 {
	var requests int
	var elapsed time.Duration
	for _, round := range s {
		requests, elapsed = requests+round.requests, elapsed+round.elapsed
	}
	return float64(requests) / elapsed.Seconds()
}

type backupLoop struct {
	command      func() *exec.Cmd
	unloadedTime time.Duration // a backup without other load
	stop         context.CancelFunc
	loopEnd      chan error

	mutex       sync.Mutex
	process     *os.Process // nil: no backup
	paused      bool
	backupCount int
}

func (s *stage) newBackupLoop(ctx context.Context) (*backupLoop, error) {
	folder := filepath.Join(s.folder, "copies")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for copies: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	c := &backupLoop{stop: stop, loopEnd: make(chan error, 1), paused: true}
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
	c.unloadedTime = time.Since(begin)
	go func() { c.loopEnd <- c.repeat(ctx) }()
	return c, nil
}

func (c *backupLoop) repeat(ctx context.Context) error {
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

func (c *backupLoop) begin(command *exec.Cmd) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err := command.Start(); err != nil {
		return fmt.Errorf("start a backup: %w", err)
	}
	c.process = command.Process
	if c.paused {
		return signalGroup(c.process, syscall.SIGSTOP)
	}
	return nil
}

func (c *backupLoop) finish(whole bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.process = nil
	if whole {
		c.backupCount++
	}
}

func (c *backupLoop) resume() { c.signal(syscall.SIGCONT, false) }
func (c *backupLoop) pause()  { c.signal(syscall.SIGSTOP, true) }

func (c *backupLoop) signal(signal syscall.Signal, halted bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.paused = halted
	if c.process == nil {
		return
	}
	if err := signalGroup(c.process, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
		progress("the backup does not hear %s: %v", signal, err)
	}
}

func signalGroup(process *os.Process, signal syscall.Signal) error {
	return syscall.Kill(-process.Pid, signal)
}

func (c *backupLoop) end() error {
	c.stop()
	return <-c.loopEnd
}

func (c *backupLoop) takeTurns(ctx context.Context, slice *load) (withBackup, withoutBackup series, err error) {
	for round := range 2 * backupTurns {
		isCopying := round%4 == 0 || round%4 == 3 // alternating order
		if !isCopying {
			withoutBackup, err = appendRun(ctx, withoutBackup, slice)
		} else {
			c.resume()
			withBackup, err = appendRun(ctx, withBackup, slice)
			time.Sleep(c.unloadedTime / backupTurns)
			c.pause()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if _, left := slice.write(nil, 0); !left {
		return nil, nil, errTooShort
	}
	return withBackup, withoutBackup, nil
}

// appendRun takes the slice's whole duration, even if the last response came earlier.
func appendRun(ctx context.Context, runs series, slice *load) (series, error) {
	result, err := slice.run(ctx)
	result.elapsed = slice.duration
	return append(runs, result), err
}
