package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"time"

	"axioma/internal/store/seed"
)

const (
	smallBusiness     = demoBusiness // ten thousand visits
	largeCustomers    = 20_000
	largePage         = 1000
	readerThinkFactor = 4 // pause in answer times; without pauses readers are rate limited
	maxKnownCustomers = 3000
	visitPairs        = 300
	exportPause       = 5 * time.Millisecond
	checkLimit        = 60 * time.Second
)

type largeStage struct {
	*stage
	large, small shopToken
}

// shopToken has a session's token, and customers without a visit today.
type shopToken struct {
	token     string
	customers []string
}

func (s *stage) prepareLarge(ctx context.Context) (*largeStage, error) {
	if s.large != nil {
		return s.large, nil
	}
	big := &largeStage{stage: &stage{options: s.options}}
	s.large = big
	err := big.prepareWith(ctx,
		seed.Businesses{Business: olderBusiness, Customers: largeCustomers, Visits: s.options.visits, Days: 1460},
		seed.Businesses{Business: smallBusiness, Customers: 200, Visits: 10_000, Days: 1460},
		seed.Businesses{Business: "other", Count: 2000, Customers: 10, Visits: 20, Days: 730})
	if err != nil {
		return nil, err
	}
	big.large.token = big.token
	if big.small.token, err = big.signIn(adminEmail); err != nil {
		return nil, err
	}
	return big, errors.Join(big.loadCustomers(&big.large), big.loadCustomers(&big.small))
}

func (b *largeStage) loadCustomers(shop *shopToken) error {
	c, err := dial(b.server.address, time.Now().Add(time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	get := newRequest("GET", b.server.address, shop.token)
	for cursor := ""; len(shop.customers) < maxKnownCustomers; {
		var page struct {
			Items      []struct{ ID string }
			NextCursor string
		}
		path := fmt.Sprintf("/api/customers?limit=%d&cursor=%s", largePage, url.QueryEscape(cursor))
		if err := ask(c, get.write(nil, path, "", "", "", ""), &page); err != nil {
			return fmt.Errorf("list customers: %w", err)
		}
		for _, customer := range page.Items {
			shop.customers = append(shop.customers, customer.ID)
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	return nil
}

func ask(c *conn, request []byte, into any) error {
	status, response, err := c.do(request)
	if err != nil || status < 200 || status >= 300 {
		return fmt.Errorf("status %d, %w: %.300s", status, err, response)
	}
	return json.Unmarshal(response, into)
}

func benchSize(ctx context.Context, s *stage) ([]row, error) {
	big, err := s.prepareLarge(ctx)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, part := range []func(context.Context) ([]row, error){big.benchReadRequests, big.visits, big.preview, big.export, big.check} {
		more, err := part(ctx)
		if err != nil {
			return rows, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// benchReadRequests has targets: 50 ms for lists and searches, 5 ms for a record.
func (b *largeStage) benchReadRequests(ctx context.Context) ([]row, error) {
	get := newRequest("GET", b.server.address, b.large.token)
	list := func(query string) func(int) string {
		return func(int) string { return "/api/customers?limit=50" + query }
	}
	record := func(tail string) func(int) string {
		return func(n int) string { return "/api/customers/" + b.large.customers[n*7919%len(b.large.customers)] + tail }
	}
	var rows []row
	for _, search := range []struct {
		name   string
		path   func(n int) string
		target float64
	}{
		{"of 20,000: list by name, p95", list(""), 50},
		{"of 20,000: list by last visit, p95", list("&sort=lastVisit"), 50},
		{"of 20,000: list by what is owed, p95", list("&sort=owed"), 50},
		{"of 20,000: list of owed rewards, p95", list("&owed=true"), 50},
		{"of 20,000: list of absent customers, p95", list("&notSeenFor=90&sort=lastVisit"), 50},
		{"of 20,000: birthdays, p95", list("&birthday=true"), 50},
		{"of 20,000: search by name, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=ruiz+%d", n%20_000) }, 50},
		{"of 20,000: search by part of a phone, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=%05d", n%100_000) }, 50},
		{"of 20,000: search without result, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=nadie+%d", n) }, 50},
		{"of 20,000: families, p95", func(int) string { return "/api/families?limit=50" }, 50},
		{"a record: the customer, p95", record(""), 5},
		{"a record: progress, p95", record("/progress"), 5},
		{"a record: visits, p95", record("/visits?limit=20"), 5},
		{"a record: rewards, p95", record("/rewards?limit=20"), 5},
	} {
		work := b.load(func(buffer []byte, n int) ([]byte, bool) {
			return get.write(buffer, search.path(n), "", "", "", ""), true
		})
		work.connections, work.thinkFactor, work.duration = 1, readerThinkFactor, work.duration/2
		result, err := work.runChecked(ctx)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", search.name, err)
		}
		rows = append(rows, below(search.name, toMilliseconds(result.latencies.percentile(95)), search.target, " ms"))
	}
	return rows, nil
}

func (b *largeStage) visits(ctx context.Context) ([]row, error) {
	c, err := dial(b.server.address, time.Now().Add(5*time.Minute))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	var large, small pairTimes
	for n := 0; n < visitPairs && ctx.Err() == nil; n++ {
		if err := large.add(c, b, b.large, n); err != nil {
			return nil, err
		}
		if err := small.add(c, b, b.small, n); err != nil {
			return nil, err
		}
	}
	for _, times := range []latencies{large.register, large.undo, small.register, small.undo} {
		times.sort()
	}
	perLarge, perSmall := toMilliseconds(large.register.percentile(50)), toMilliseconds(small.register.percentile(50))
	return []row{
		below("undo in the large shop, p50", toMilliseconds(large.undo.percentile(50)), 5, " ms"),
		information("  p95", number(toMilliseconds(large.undo.percentile(95)))+" ms"),
		information("  of 10,000 visits, p50", number(toMilliseconds(small.undo.percentile(50)))+" ms"),
		information("check-in in the large shop, p50", number(perLarge)+" ms"),
		below("  ratio to a shop of 10,000 visits", perLarge/perSmall, 1.3, ""),
	}, nil
}

// pairTimes are the times of visits and undos; busy counts 503s.
type pairTimes struct {
	register, undo latencies
	busy           int
}

// add retries after a 503, as the counter does; the measured time includes retries.
func (p *pairTimes) add(c *conn, b *largeStage, shop shopToken, n int) error {
	id := shop.customers[n*7919%len(shop.customers)]
	key := newKey(time.Now())
	post := newRequest("POST", b.server.address, shop.token)
	begin := time.Now()
	response, err := p.untilServed(c, post.write(nil, "/api/customers/", id, "/visits", key, "{}"))
	if err != nil {
		return fmt.Errorf("register a visit: %w", err)
	}
	p.register.add(time.Since(begin))
	var registeredVisit struct{ ID string }
	if err := json.Unmarshal(response, &registeredVisit); err != nil {
		return fmt.Errorf("read the visit: %w", err)
	}
	begin = time.Now()
	busy := p.busy
	_, err = p.untilServed(c, post.write(nil, "/api/visits/", registeredVisit.ID, "/undo", key+"u", "{}"))
	// An undo may be committed despite a 503: its retry finds no visit.
	if err != nil && (p.busy == busy || !strings.Contains(err.Error(), "VISIT_NOT_FOUND")) {
		return fmt.Errorf("undo a visit: %w", err)
	}
	p.undo.add(time.Since(begin))
	return nil
}

func (p *pairTimes) untilServed(c *conn, request []byte) ([]byte, error) {
	for {
		status, response, err := c.do(request)
		switch {
		case err != nil:
			return nil, err
		case status == 503:
			p.busy++
		case status >= 300:
			return nil, fmt.Errorf("status %d: %.300s", status, response)
		default:
			return response, nil
		}
	}
}

const otherTargets = `{"visitTarget":8,"vipVisitTarget":3,"halfRewardEnabled":true}`

func (b *largeStage) preview(ctx context.Context) ([]row, error) {
	post := newRequest("POST", b.server.address, b.large.token)
	work := b.load(func(buffer []byte, _ int) ([]byte, bool) {
		return post.write(buffer, "/api/business/targets/preview", "", "", "", otherTargets), true
	})
	work.connections, work.thinkFactor = 1, readerThinkFactor
	result, err := work.runChecked(ctx)
	if err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	return []row{below("preview of other targets, p95", toMilliseconds(result.latencies.percentile(95)), 500, " ms")}, nil
}

func (b *largeStage) export(context.Context) ([]row, error) {
	before, _, err := b.server.memory()
	if err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	begin := time.Now()
	go func() { done <- b.takeExport() }()
	highest := before
	for {
		select {
		case err := <-done:
			return []row{
				information("export of the large shop", number(time.Since(begin).Seconds())+" s"),
				below("  memory that it takes", (highest-before)/megabyte, 40, " MB"),
			}, err
		case <-time.After(exportPause):
		}
		now, _, err := b.server.memory()
		if err != nil {
			return nil, errors.Join(err, <-done)
		}
		highest = max(highest, now)
	}
}

func (b *largeStage) takeExport() error {
	c, err := dial(b.server.address, time.Now().Add(10*time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	operator, err := b.signIn(operatorEmail) // exports need a recent sign-in
	if err != nil {
		return err
	}
	get := newRequest("GET", b.server.address, operator)
	status, response, err := c.do(get.write(nil, "/api/cp/businesses/", olderBusiness, "/export", "", ""))
	if err != nil || status != 200 {
		return fmt.Errorf("export: status %d, %w: %.300s", status, err, response)
	}
	return nil
}

func (b *largeStage) check(ctx context.Context) ([]row, error) {
	cmd := exec.CommandContext(ctx, b.options.binary, "check", "--data", b.folder)
	cmd.Env = b.options.environment()
	begin := time.Now()
	output, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(output, []byte("All rules hold")) {
		return nil, fmt.Errorf("check: %w: %.2000s", err, output)
	}
	return []row{below("check of all rules", time.Since(begin).Seconds(), checkLimit.Seconds(), " s")}, nil
}
