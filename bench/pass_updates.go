package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"axioma/internal/wallet/wallettest"
)

const (
	passCount         = 10_000
	newTarget         = 8                     // visits for a reward
	checkInInterval   = 40 * time.Millisecond // between check-ins at a counter
	phoneConnections  = 8                     // concurrent
	passUpdateTimeout = 5 * time.Minute
	maxSlowdownFactor = 5
	pollInterval      = 50 * time.Millisecond
)

type passUpdateLoad struct {
	*stage
	other             *stage
	owner             string
	apple             *wallettest.PushService
	certificateFolder string
	phones            *phoneSet
}

// benchPassUpdates changes the rules of 10,000 passes during check-ins there and elsewhere. Phones fetch their passes
// after a push; no pass may end with a wrong number.
func benchPassUpdates(ctx context.Context, s *stage) (rows []row, err error) {
	shop := &passUpdateLoad{stage: &stage{options: s.options}}
	defer func() { err = errors.Join(err, shop.end()) }()
	if err := shop.open(ctx); err != nil {
		return nil, err
	}
	stopFetching := shop.phones.startFetching(ctx, phoneConnections)
	rows, err = shop.measure(ctx)
	return rows, errors.Join(err, stopFetching())
}

func (s *passUpdateLoad) open(ctx context.Context) error {
	if err := s.startApple(); err != nil {
		return err
	}
	s.options.customers = passCount
	if err := s.prepare(ctx); err != nil {
		return err
	}
	var err error
	if s.owner, err = s.signIn(ownerEmail); err != nil {
		return err
	}
	s.other = &stage{options: s.options, server: s.server}
	if s.other.token, err = s.signIn(olderEmail); err != nil {
		return err
	}
	if err := s.other.register(ctx); err != nil {
		return fmt.Errorf("register customers: %w", err)
	}
	s.phones = newPhoneSet(s.server.address, passCount)
	s.apple.OnPush = s.phones.handlePush
	begin := time.Now()
	if err := s.phones.add(ctx, s.stage); err != nil {
		return err
	}
	progress("made %s passes in %s", number(passCount), time.Since(begin).Round(time.Millisecond))
	return nil
}

func (s *passUpdateLoad) startApple() (err error) {
	if s.certificateFolder, err = os.MkdirTemp(filepath.Dir(s.options.binary), "bench-apple-"); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	now := time.Now()
	authority, err := wallettest.NewAuthority(now)
	if err != nil {
		return err
	}
	certificate, err := authority.Issue(now.AddDate(0, 5, 0))
	if err != nil {
		return err
	}
	files, err := certificate.Write(s.certificateFolder)
	if err != nil {
		return err
	}
	s.apple = wallettest.NewPushService(authority)
	roots, err := s.apple.RootsFile(s.certificateFolder)
	s.options.settings = []string{
		"AXIOMA_PUBLIC_URL=https://cards.example.com", "AXIOMA_APPLE_PUSH_URL=" + s.apple.URL, "SSL_CERT_FILE=" + roots,
		"AXIOMA_APPLE_CERTIFICATE=" + files.Certificate, "AXIOMA_APPLE_CERTIFICATE_PASSWORD=" + files.Password, "AXIOMA_APPLE_INTERMEDIATE=" + files.Intermediate,
	}
	return err
}

func (s *passUpdateLoad) end() error {
	err := s.close()
	if s.apple != nil {
		s.apple.Close()
	}
	return errors.Join(err, os.RemoveAll(s.certificateFolder))
}

func (s *passUpdateLoad) measure(ctx context.Context) ([]row, error) {
	here, there := &checkInCounter{stage: s.stage}, &checkInCounter{stage: s.other}
	stop := startCheckIns(ctx, here, there)
	wait(ctx, s.options.duration)
	quietHere, quietThere, err := stop()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	stop = startCheckIns(ctx, here, there)
	err = s.changeRules()
	if err == nil {
		err = s.waitUntilZero(ctx, func() int { return s.phones.countOutdated(fmt.Sprintf("/%d", newTarget)) })
	}
	took := time.Since(begin)
	loudHere, loudThere, fault := stop()
	if err = errors.Join(err, fault); err != nil {
		return nil, err
	}
	if err := s.verifyPasses(ctx, here); err != nil {
		return nil, err
	}
	changes := passCount + here.checkedIn
	return append([]row{
		information("new rules for "+number(passCount)+" passes, on the last after", number(took.Seconds())+" s"),
		atMost("  pushes a change", float64(s.phones.totalPushes())/float64(changes), 1),
	}, append(visitRows("there", quietHere, loudHere), visitRows("at another shop", quietThere, loudThere)...)...), nil
}

func visitRows(where string, quiet, loud latencies) []row {
	quiet.sort()
	loud.sort()
	format := func(l latencies) string {
		var times []string
		for _, p := range []int{50, 95, 99} {
			times = append(times, number(toMilliseconds(l.percentile(p))))
		}
		return strings.Join(times, ", ") + " ms"
	}
	return []row{
		information("  a visit "+where+" without them", format(quiet)),
		information("  and meanwhile, p50, p95 and p99", format(loud)),
		below("  p95, as many times", toMilliseconds(loud.percentile(95))/toMilliseconds(quiet.percentile(95)), maxSlowdownFactor, ""),
	}
}

func (s *passUpdateLoad) changeRules() error {
	c, err := dial(s.server.address, time.Now().Add(time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	var response struct{}
	patch := newRequest("PATCH", s.server.address, s.owner)
	return ask(c, patch.write(nil, "/api/business", "", "", "", fmt.Sprintf(`{"visitTarget":%d}`, newTarget)), &response)
}

func (s *passUpdateLoad) verifyPasses(ctx context.Context, checkIns *checkInCounter) error {
	if err := s.waitUntilZero(ctx, func() int { return len(s.phones.findWrong(checkIns.expectedPass)) }); err != nil {
		wrong := s.phones.findWrong(checkIns.expectedPass)
		return fmt.Errorf("%w: %s", err, strings.Join(wrong[:min(len(wrong), 3)], "; "))
	}
	return nil
}

func (s *passUpdateLoad) waitUntilZero(ctx context.Context, countRemaining func() int) error {
	for begin := time.Now(); time.Since(begin) < passUpdateTimeout && ctx.Err() == nil; wait(ctx, pollInterval) {
		if countRemaining() == 0 {
			return nil
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting for the new state of passes: %w", err)
	}
	return fmt.Errorf("after %s %d passes still show an old state", passUpdateTimeout, countRemaining())
}

func wait(ctx context.Context, during time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(during):
	}
}

type checkInCounter struct {
	*stage
	checkedIn int
	times     latencies
}

func (t *checkInCounter) expectedPass(n int) string {
	visits := 0
	if n < t.checkedIn {
		visits = 1
	}
	return fmt.Sprintf("%d/%d", visits, newTarget)
}

// startCheckIns starts check-ins at both counters; end returns their times.
func startCheckIns(ctx context.Context, here, there *checkInCounter) (end func() (here, there latencies, err error)) {
	ctx, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	tills, faults := []*checkInCounter{here, there}, make([]error, 2)
	for i, t := range tills {
		group.Go(func() { faults[i] = t.serve(ctx) })
	}
	return func() (latencies, latencies, error) {
		stop()
		group.Wait()
		return here.times, there.times, errors.Join(faults...)
	}
}

func (t *checkInCounter) serve(ctx context.Context) error {
	c, err := dial(t.server.address, time.Now().Add(2*passUpdateTimeout))
	if err != nil {
		return err
	}
	defer c.Close()
	t.times = nil
	post := t.request("POST")
	var times pairTimes
	for ; t.checkedIn < len(t.customers) && ctx.Err() == nil; wait(ctx, checkInInterval) {
		begin := time.Now()
		if _, err := times.untilServed(c, post.write(nil, "/api/customers/", t.customers[t.checkedIn], "/visits", newKey(begin), "{}")); err != nil {
			return fmt.Errorf("register a visit: %w", err)
		}
		t.times.add(time.Since(begin))
		t.checkedIn++
	}
	return nil
}
