//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// runCluster runs each disaster under load. All visits must survive.
func (t *trial) runCluster(ctx context.Context) (err error) {
	c, err := startCluster(ctx, t.options, t.folder)
	defer func() { err = errors.Join(err, c.stop()) }()
	if err != nil {
		return err
	}
	if t.api, err = signIn(ctx, c.url); err != nil {
		return err
	}
	loadCtx, end := context.WithCancel(ctx)
	wait := t.loadWithRetries(loadCtx, c.url)
	err = t.runDisaster(ctx, c)
	end()
	wait()
	if err != nil {
		return err
	}
	t.verify(ctx, c.url, t.visits)
	t.options.database = c.databaseURL()
	t.options.binary = cmp.Or(t.options.next, t.options.binary) // the version that migrated last
	return t.options.check(ctx, t.folder)
}

func (t *trial) runDisaster(ctx context.Context, c *cluster) error {
	for _, d := range t.options.disasters() {
		if err := c.awaitWhole(ctx); err != nil {
			return err
		}
		time.Sleep(calm)
		t.pauses.begin()
		if err := d.run(ctx, c); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		time.Sleep(calm)
		if err := c.awaitWhole(ctx); err != nil {
			return fmt.Errorf("after %s: %w", d.name, err)
		}
		pause := t.pauses.end().Round(10 * time.Millisecond)
		fmt.Printf("%-45s longest pause %s\n", d.name, pause)
		t.rounds++
		if t.options.record != "" {
			if err := record(t.options.record, d.name, "longest pause "+pause.String()); err != nil {
				return err
			}
		}
	}
	return nil
}

// loadWithRetries repeats visits without a response by their key, until ctx ends.
func (t *trial) loadWithRetries(ctx context.Context, url string) (wait func()) {
	var clients sync.WaitGroup
	for range t.options.clients {
		clients.Go(func() {
			for ctx.Err() == nil {
				v := t.newVisit()
				for ctx.Err() == nil {
					if err := t.checkIn(ctx, url, v); err == nil || errors.Is(err, errRefused) {
						break
					}
					time.Sleep(retryPause)
				}
			}
		})
	}
	return clients.Wait
}
