package database

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// checkpointer copies what was committed from SQLite's journal (its WAL) into the
// file, beside those who write: the copying and its flushes are not in anybody's
// commit. SQLite begins the journal anew only while nobody reads from it, and where
// screens overlap there is always somebody. So when it has grown too long, those
// who come to read wait for a moment, until the others have gone.
type checkpointer struct {
	engine *sqliteEngine
	limits journalLimits
	wake   chan struct{} // closed to stop
	done   chan struct{}
	conn   *SQLiteConn // opened when it is first needed
	tried  int         // the pages in the journal when it was last to begin anew
	fault  error       // of the last attempt
}

// journalLimits are pages of the journal, of 4 KiB each.
type journalLimits struct {
	copied int // so many that are not in the file yet are copied at once: a page that many visits touch is copied once
	anew   int // with so many it begins anew, though somebody reads
}

const (
	// groupsPerLook is after how many commits the journal is looked at.
	groupsPerLook = 16
	// keeperPatience is how long it waits for who writes in another program.
	keeperPatience = 100 * time.Millisecond
	// reportPatience is how long those who count may still take; nobody waits
	// for that but others who want to count.
	reportPatience = 5 * time.Second
	// readPatience is the same for all others, whom everybody waits for.
	readPatience = 250 * time.Millisecond
	// littleToCopy are pages that take no longer than a flush, and mostCopies is how often
	// at most that is tried for: much may be written meanwhile.
	littleToCopy = 100
	mostCopies   = 4
)

func startCheckpointer(engine *sqliteEngine) *checkpointer {
	c := &checkpointer{
		engine: engine, limits: journalLimits{copied: 8000, anew: 16_000},
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
	go c.loop()
	return c
}

// look asks for a look at the journal and does not wait for it.
func (c *checkpointer) look() {
	select {
	case c.wake <- struct{}{}:
	default: // it is asked for already
	}
}

func (c *checkpointer) loop() {
	defer close(c.done)
	for range c.wake {
		c.fault = c.tend(context.Background())
	}
}

// tend does what the length of the journal asks for.
func (c *checkpointer) tend(ctx context.Context) error {
	if c.conn == nil {
		conn, err := c.engine.open(keeperPatience)
		if err != nil {
			return err
		}
		c.conn = conn
	}
	pages, copied, err := c.checkpoint(ctx, "NOOP")
	if err != nil || pages-copied < c.limits.copied {
		return err
	}
	if pages, err = c.copyAll(ctx, copied); err != nil {
		return err
	}
	if pages < c.tried { // it has begun anew by itself
		c.tried = 0
	}
	if pages < c.limits.anew || pages-c.tried < c.limits.copied {
		return nil
	}
	c.tried = pages
	return c.beginAnew(ctx)
}

// copyAll copies what is in the journal into the file, and then what was committed meanwhile,
// until that is little: while the rest is copied for the journal to begin anew, nobody writes.
// It ends sooner where somebody reads from a state so old that no more can be copied than
// already is. It returns how many pages the journal has.
func (c *checkpointer) copyAll(ctx context.Context, copied int) (pages int, err error) {
	for range mostCopies {
		if _, _, err := c.checkpoint(ctx, "PASSIVE"); err != nil {
			return 0, err
		}
		before := copied
		pages, copied, err = c.checkpoint(ctx, "NOOP")
		if err != nil || pages-copied < littleToCopy || copied == before {
			return pages, err
		}
	}
	return pages, nil
}

// checkpoint returns how many pages the journal has, and how many of them are in
// the file too.
func (c *checkpointer) checkpoint(ctx context.Context, mode string) (pages, copied int, err error) {
	var busy int
	if err := QueryRow(ctx, c.conn, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &copied); err != nil {
		return 0, 0, fmt.Errorf("copying the journal into the database file: %w", err)
	}
	return pages, copied, nil
}

// beginAnew lets the journal begin anew. While an export reads, which may take
// minutes, it does not try.
func (c *checkpointer) beginAnew(ctx context.Context) error {
	lanes := c.engine.bulkheads
	at := func(l *bulkhead, patience time.Duration) bool {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return l.shut(ctx)
	}
	defer lanes.export.open()
	if !at(lanes.export, 0) {
		return nil
	}
	defer lanes.report.open()
	if !at(lanes.report, reportPatience) {
		return nil
	}
	defer lanes.look.open()
	defer lanes.read.open()
	if !at(lanes.read, readPatience) || !at(lanes.look, readPatience) {
		return nil
	}
	if _, _, err := c.checkpoint(ctx, "RESTART"); err != nil {
		return err
	}
	c.tried = 0
	return nil
}

// close returns the fault of the last attempt, if there was one.
func (c *checkpointer) close() error {
	close(c.wake)
	<-c.done
	if c.conn == nil {
		return c.fault
	}
	return errors.Join(c.fault, c.conn.Close())
}
