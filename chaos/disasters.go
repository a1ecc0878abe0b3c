//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	calm   = 4 * time.Second
	freeze = 12 * time.Second
)

// disaster is a failure under load, after which the cluster is complete again.
type disaster struct {
	name string
	run  func(context.Context, *cluster) error
}

func (o options) disasters() []disaster {
	all := []disaster{
		{"kill -9 of the primary and its Patroni", killPrimary},
		{"kill -9 of PostgreSQL alone", killPostmaster},
		{"stop of the synchronous standby", stopStandby},
		{"a frozen primary", freezePrimary},
		{"the primary's machine without a network", cutOffPrimary},
		{"planned switchover", switchOver},
		{"rolling restart of the instances", restartCopies},
	}
	if o.next != "" {
		all = append(all, disaster{"rolling upgrade of the instances", upgradeCopies})
	}
	return all
}

func killPrimary(ctx context.Context, c *cluster) error {
	primary := c.primary()
	if err := primary.killAll(); err != nil {
		return err
	}
	if err := c.awaitOtherPrimary(ctx, primary); err != nil {
		return err
	}
	return c.rejoin(ctx, primary)
}

func killPostmaster(ctx context.Context, c *cluster) error {
	primary := c.primary()
	pid, err := primary.postmaster()
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return fmt.Errorf("killing PostgreSQL: %w", err)
	}
	return c.awaitWhole(ctx)
}

func stopStandby(ctx context.Context, c *cluster) error {
	standby := c.standby()
	if err := standby.end(syscall.SIGTERM); err != nil {
		return err
	}
	time.Sleep(calm)
	return c.rejoin(ctx, standby)
}

func freezePrimary(ctx context.Context, c *cluster) error {
	primary := c.primary()
	if err := primary.signalAll(syscall.SIGSTOP); err != nil {
		return err
	}
	time.Sleep(freeze)
	if err := primary.signalAll(syscall.SIGCONT); err != nil {
		return err
	}
	return c.awaitWhole(ctx)
}

func cutOffPrimary(ctx context.Context, c *cluster) error {
	primary := c.primary()
	if err := primary.machine.unplug(); err != nil {
		return err
	}
	if err := c.awaitOtherPrimary(ctx, primary); err != nil {
		return errors.Join(err, primary.machine.plug())
	}
	time.Sleep(calm)
	if err := primary.machine.plug(); err != nil {
		return err
	}
	if err := await(ctx, primary.log, func() bool { return isReachable(primary.restAPI, "/replica") }); err != nil {
		return err
	}
	return c.awaitWhole(ctx)
}

func switchOver(ctx context.Context, c *cluster) error {
	primary, standby := c.primary(), c.standby()
	body := fmt.Sprintf(`{"leader":%q,"candidate":%q}`, primary.member(), standby.member())
	response, err := http.Post("http://"+primary.restAPI+"/switchover", "application/json", strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("asking for a switchover: %w", err)
	}
	if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
		return errors.Join(fmt.Errorf("a switchover returned %d", response.StatusCode), err)
	}
	return c.awaitWhole(ctx)
}

func restartCopies(ctx context.Context, c *cluster) error {
	for _, p := range c.copies {
		if err := p.restart(ctx); err != nil {
			return err
		}
	}
	return nil
}

// upgradeCopies lets the first copy migrate while others run. The last former copy then restarts beside newer ones.
func upgradeCopies(ctx context.Context, c *cluster) error {
	last := c.copies[len(c.copies)-1]
	for _, p := range c.copies {
		p.name = c.options.next
		if err := p.restart(ctx); err != nil {
			return err
		}
		if p == last {
			break
		}
		if err := last.restart(ctx); err != nil {
			return fmt.Errorf("restarting the former version beside the next one: %w", err)
		}
	}
	return nil
}

func (p *program) restart(ctx context.Context) error {
	if err := p.end(syscall.SIGTERM); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	if err := await(ctx, p.log, func() bool { return isReachable(p.address, "/api/readyz") }); err != nil {
		return err
	}
	time.Sleep(time.Second)
	return nil
}

func (c *cluster) awaitOtherPrimary(ctx context.Context, former *postgres) error {
	return await(ctx, "another primary", func() bool {
		primary := c.primary()
		return primary != nil && primary != former
	})
}

func (c *cluster) awaitWhole(ctx context.Context) error {
	time.Sleep(time.Second) // a change of roles has begun by then
	return await(ctx, "a whole cluster", func() bool { return c.primary() != nil && c.standby() != nil })
}

func (c *cluster) rejoin(ctx context.Context, p *postgres) error {
	if err := p.start(); err != nil {
		return err
	}
	return await(ctx, p.log, func() bool { return isReachable(p.restAPI, "/replica") || isReachable(p.restAPI, "/synchronous") })
}

type pauses struct {
	mutex   sync.Mutex
	last    time.Time
	longest time.Duration
}

func (p *pauses) acknowledge() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	p.longest = max(p.longest, now.Sub(p.last))
	p.last = now
}

func (p *pauses) begin() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.last, p.longest = time.Now(), 0
}

func (p *pauses) end() time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return max(p.longest, time.Since(p.last))
}
