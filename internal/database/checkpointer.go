package database

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// checkpointer copies pages from the WAL into the file, so that no commit has to. SQLite restarts the WAL only without
// readers, so the checkpointer drains them briefly if the WAL is long.
type checkpointer struct {
	engine      *sqliteEngine
	limits      walLimits
	wake        chan struct{} // closed to stop
	done        chan struct{}
	conn        *SQLiteConn
	restartedAt int // pages in the WAL at the last attempt
	fault       error
}

// walLimits are pages of 4 KiB.
type walLimits struct {
	checkpoint int // triggers a checkpoint; a page that many visits change is copied once
	restart    int // triggers a restart, which drains readers
}

const (
	groupsPerCheck = 16
	// checkpointBusyTimeout limits the wait for another process's writer.
	checkpointBusyTimeout = 100 * time.Millisecond
	// reportDrainTimeout may be long: only other reports and exports wait while running ones drain.
	reportDrainTimeout = 5 * time.Second
	// readDrainTimeout is short: every caller waits.
	readDrainTimeout = 250 * time.Millisecond
	// fewPages take the time of an fsync to copy. maxPasses limits attempts, because writers continue.
	fewPages  = 100
	maxPasses = 4
)

func startCheckpointer(engine *sqliteEngine) *checkpointer {
	c := &checkpointer{
		engine: engine, limits: walLimits{checkpoint: 8000, restart: 16_000},
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	go c.loop()
	return c
}

func (c *checkpointer) request() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *checkpointer) loop() {
	defer close(c.done)
	for range c.wake {
		c.fault = c.checkpointIfNeeded(context.Background())
	}
}

func (c *checkpointer) checkpointIfNeeded(ctx context.Context) error {
	if c.conn == nil {
		conn, err := c.engine.open(checkpointBusyTimeout)
		if err != nil {
			return err
		}
		c.conn = conn
	}
	pages, copiedPages, err := c.checkpoint(ctx, "NOOP")
	if err != nil || pages-copiedPages < c.limits.checkpoint {
		return err
	}
	if pages, err = c.copyPages(ctx, copiedPages); err != nil {
		return err
	}
	if pages < c.restartedAt { // SQLite has restarted the WAL
		c.restartedAt = 0
	}
	if pages < c.limits.restart || pages-c.restartedAt < c.limits.checkpoint {
		return nil
	}
	c.restartedAt = pages
	return c.restartWAL(ctx)
}

// copyPages copies until few pages are left, because writers wait while a restart copies the rest. A reader on an old
// snapshot prevents that.
func (c *checkpointer) copyPages(ctx context.Context, copiedPages int) (pages int, err error) {
	for range maxPasses {
		if _, _, err := c.checkpoint(ctx, "PASSIVE"); err != nil {
			return 0, err
		}
		before := copiedPages
		pages, copiedPages, err = c.checkpoint(ctx, "NOOP")
		if err != nil || pages-copiedPages < fewPages || copiedPages == before {
			return pages, err
		}
	}
	return pages, nil
}

func (c *checkpointer) checkpoint(ctx context.Context, mode string) (pages, copiedPages int, err error) {
	var busy int
	if err := QueryRow(ctx, c.conn, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &copiedPages); err != nil {
		return 0, 0, fmt.Errorf("checkpoint of the WAL: %w", err)
	}
	return pages, copiedPages, nil
}

// restartWAL gives up during an export, which may take minutes.
func (c *checkpointer) restartWAL(ctx context.Context) error {
	all := c.engine.bulkheads
	drain := func(b *bulkhead, timeout time.Duration) bool {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return b.drain(ctx)
	}
	defer all.export.reopen()
	if !drain(all.export, 0) {
		return nil
	}
	defer all.report.reopen()
	if !drain(all.report, reportDrainTimeout) {
		return nil
	}
	defer all.lookup.reopen()
	defer all.read.reopen()
	if !drain(all.read, readDrainTimeout) || !drain(all.lookup, readDrainTimeout) {
		return nil
	}
	if _, _, err := c.checkpoint(ctx, "RESTART"); err != nil {
		return err
	}
	c.restartedAt = 0
	return nil
}

func (c *checkpointer) close() error {
	close(c.wake)
	<-c.done
	if c.conn == nil {
		return c.fault
	}
	return errors.Join(c.fault, c.conn.Close())
}
