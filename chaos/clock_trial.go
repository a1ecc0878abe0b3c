//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	demoBusiness  = "demobarberia"
	shopZone      = "Europe/Madrid" // of the business
	sessionLength = 12 * time.Hour
	afterJump     = 2 * time.Second // of load
	longestPause  = 5 * time.Second // without service after a jump
	days          = 48 * time.Hour
	queuedAtJump  = 20 // messages before a jump back by days, more than a minute's

	// A lease and some minutes at the sender's rate, once the clock is right.
	drainLimit = 8 * time.Minute

	// An idle server may use idleShare of a core for idleFor.
	idleFor   = 5 * time.Second
	idleShare = 0.5
)

// clockPositions returns the clock's leads after each jump, ending at zero.
func clockPositions() []time.Duration {
	return []time.Duration{days, 0, -time.Hour, 0, days, -time.Hour, -days, days, 0}
}

type clockTrial struct {
	trial             *trial
	clock             *movableClock
	url               string
	first             *client
	regular           string // a customer who comes after each jump
	days              map[string]bool
	messagedCustomers []string // customers with a queued message
	longest           time.Duration
}

// runClock makes the clock jump by hours and days under load. Once it is right, queued messages must be sent, sessions
// valid, workers idle, and visits stored once.
func (t *trial) runClock(ctx context.Context) (err error) {
	live, err := t.newFolder("live")
	if err != nil {
		return err
	}
	clock, err := newMovableClock(t.folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, clock.file.Close()) }()
	if t.options.binary, err = buildMovable(ctx, t.folder); err != nil {
		return err
	}
	t.options.clock = clock.file.Name()
	s, err := t.options.startServer(ctx, live)
	if err != nil {
		return err
	}
	c := &clockTrial{trial: t, clock: clock, url: s.url, days: map[string]bool{}}
	err = c.serve(ctx, s)
	if err := errors.Join(err, s.stop()); err != nil {
		return err
	}
	return t.options.check(ctx, live)
}

func (c *clockTrial) serve(ctx context.Context, s *server) (err error) {
	if c.trial.api, err = signIn(ctx, c.url); err != nil {
		return err
	}
	if c.first, err = signIn(ctx, c.url); err != nil {
		return err
	}
	if c.regular, err = c.trial.create(ctx, c.url+"/api/customers", "regular", `{"name":"Regular","phone":"+34 600000001","tag":"BONO_TARJETA"}`); err != nil {
		return err
	}
	loadCtx, end := context.WithCancel(ctx)
	wait := c.trial.loadWithRetries(loadCtx, c.url)
	for _, ahead := range c.positions() {
		if err = c.jump(ctx, ahead); err != nil {
			break
		}
		c.trial.rounds++
	}
	end()
	wait()
	if err != nil {
		return err
	}
	c.trial.note("longest pause %s", c.longest.Round(10*time.Millisecond))
	c.mustSendMessages(ctx)
	if err := c.mustRest(s); err != nil {
		return err
	}
	c.trial.verify(ctx, c.url, c.trial.visits)
	return nil
}

func (c *clockTrial) positions() []time.Duration {
	all := clockPositions()
	return slices.Repeat(all, max(1, c.trial.options.times/len(all)))
}

func (c *clockTrial) today() string {
	zone, err := time.LoadLocation(shopZone)
	if err != nil {
		panic(err) // Go and Debian have the time zones
	}
	return c.clock.now().In(zone).Format(time.DateOnly)
}

func (c *clockTrial) jump(ctx context.Context, ahead time.Duration) error {
	name := fmt.Sprintf("jump %d, from %s to %s ahead", c.trial.rounds+1, c.clock.ahead, ahead)
	if c.clock.ahead == days {
		c.queueMessages(ctx, name)
	}
	before := c.trial.countAcknowledged()
	c.trial.pauses.begin()
	if err := c.clock.set(ahead); err != nil {
		return err
	}
	time.Sleep(afterJump)
	pause := c.trial.pauses.end()
	c.longest = max(c.longest, pause)
	if pause > longestPause || c.trial.countAcknowledged() == before {
		c.trial.report("%s: the counters waited for %s", name, pause)
	}
	c.mustHoldSession(ctx, name, ahead)
	c.mustCountDays(ctx, name)
	return ctx.Err()
}

// mustHoldSession checks that the session ends after its length. It checks nothing while the clock is before the
// sign-in.
func (c *clockTrial) mustHoldSession(ctx context.Context, name string, ahead time.Duration) {
	want := http.StatusOK
	switch {
	case ahead > sessionLength:
		want = http.StatusUnauthorized
	case ahead < 0:
		return
	}
	var business struct{}
	status, err := c.first.call(ctx, http.MethodGet, c.url+"/api/business", "", "", &business)
	if err != nil || status != want {
		c.trial.report("%s: the first session returns %d, %v, not %d", name, status, err, want)
	}
}

// mustCountDays checks that a customer's visit is registered once on each of the server's days.
func (c *clockTrial) mustCountDays(ctx context.Context, name string) {
	today := c.today()
	want := http.StatusCreated
	if c.days[today] {
		want = http.StatusConflict
	}
	status, _, err := c.postSignedIn(ctx, "/api/customers/"+c.regular+"/visits", fmt.Sprintf("regular-%d", c.trial.rounds))
	if today != c.today() {
		return // midnight has passed
	}
	if err != nil || status != want {
		c.trial.report("%s: the regular's visit of %s returns %d, %v, not %d", name, today, status, err, want)
	}
	c.days[today] = true
	var page struct{ Items []struct{ LocalDay string } }
	if _, err := c.trial.api.call(ctx, http.MethodGet, c.url+"/api/customers/"+c.regular+"/visits", "", "", &page); err != nil {
		c.trial.report("%s: reading the regular's visits: %v", name, err)
	}
	storedDays := map[string]bool{}
	for _, visit := range page.Items {
		storedDays[visit.LocalDay] = true
	}
	if len(storedDays) != len(page.Items) || len(storedDays) != len(c.days) || !storedDays[today] {
		c.trial.report("%s: the regular came on %d days, %d visits are stored on %d days", name, len(c.days), len(page.Items), len(storedDays))
	}
}

func (c *clockTrial) postSignedIn(ctx context.Context, path, key string) (status int, id string, err error) {
	status, id, err = c.trial.api.post(ctx, c.url+path, key, "{}")
	if err == nil && status == http.StatusUnauthorized {
		if err := c.trial.api.renew(ctx); err != nil {
			return 0, "", err
		}
		return c.trial.api.post(ctx, c.url+path, key, "{}")
	}
	return status, id, err
}

// queueMessages uses the public form, which queues a QR each. They exceed the limit per minute, so some are queued when
// the clock jumps back.
func (c *clockTrial) queueMessages(ctx context.Context, name string) {
	var requests sync.WaitGroup
	for i := range queuedAtJump {
		number := c.trial.rounds*queuedAtJump + i
		requests.Go(func() {
			body := fmt.Sprintf(`{"businessId":%q,"name":"Cliente","phone":"+34 7%08d","whatsappOptIn":true,"acceptedPrivacy":true}`, demoBusiness, 10_000_000+number)
			status, id, err := c.trial.api.post(ctx, c.url+"/api/public/customers/register", fmt.Sprintf("form-%d", number), body)
			if err != nil || status != http.StatusCreated {
				c.trial.report("%s: a registration returns %d, %v", name, status, err)
				return
			}
			c.trial.mutex.Lock()
			defer c.trial.mutex.Unlock()
			c.messagedCustomers = append(c.messagedCustomers, id)
		})
	}
	requests.Wait()
}

func (c *clockTrial) mustSendMessages(ctx context.Context) {
	begin, waiting := time.Now(), slices.Clone(c.messagedCustomers)
	for len(waiting) > 0 && ctx.Err() == nil {
		waiting = slices.DeleteFunc(waiting, func(customer string) bool { return c.isMessaged(ctx, customer) })
		if time.Since(begin) > drainLimit {
			c.trial.report("%d of %d messages still wait %s after the clock is right", len(waiting), len(c.messagedCustomers), drainLimit)
			return
		}
		time.Sleep(time.Second)
	}
	c.trial.note("%d messages sent, the last after %s", len(c.messagedCustomers), time.Since(begin).Round(time.Second))
}

func (c *clockTrial) isMessaged(ctx context.Context, customer string) bool {
	var page struct{ Items []struct{ Status string } }
	status, err := c.trial.api.call(ctx, http.MethodGet, c.url+"/api/customers/"+customer+"/messages", "", "", &page)
	if err != nil || status != http.StatusOK {
		return false
	}
	for _, message := range page.Items {
		if message.Status == "QUEUED" || message.Status == "SENDING" {
			return false
		}
	}
	return len(page.Items) > 0
}

// mustRest fails if a worker loops and uses a core.
func (c *clockTrial) mustRest(s *server) error {
	before, err := s.processorTime()
	if err != nil {
		return err
	}
	time.Sleep(idleFor)
	after, err := s.processorTime()
	if err != nil {
		return err
	}
	share := (after - before).Seconds() / idleFor.Seconds()
	c.trial.note("idle at %.0f %% of a core", 100*share)
	if share > idleShare {
		c.trial.report("an idle server uses %.0f %% of a core after the jumps", 100*share)
	}
	return nil
}

func (s *server) processorTime() (time.Duration, error) {
	const ticks = 100 // per second on every Linux (USER_HZ)
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("reading the server's processor time: %w", err)
	}
	_, rest, _ := strings.Cut(string(content), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, errors.New("the server's processor time is not known")
	}
	used := 0
	for _, field := range fields[11:13] {
		count, err := strconv.Atoi(field)
		if err != nil {
			return 0, fmt.Errorf("reading the server's processor time: %w", err)
		}
		used += count
	}
	return time.Duration(used) * time.Second / ticks, nil
}
