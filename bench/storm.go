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
	stormPasses = 10_000
	stormTarget = 8                     // of the new rules
	comingEvery = 40 * time.Millisecond // at each counter, somebody
	asking      = 8                     // telephones at a time
	stormLimit  = 5 * time.Minute       // until each pass says what it should
	stormTimes  = 5                     // as long, at most, a visit may take as without the storm
	stormLook   = 50 * time.Millisecond // between two looks at the telephones
)

// storm is a shop whose customers have passes, another one on the same server, and Apple's stand-in.
type storm struct {
	*stage
	other  *stage
	owner  string
	apple  *wallettest.PushService
	given  string // the folder of what Apple gave
	phones *telephones
}

// benchStorm changes the rules of a shop with 10,000 passes, while people come in there and at another shop: each
// telephone is told and asks for its pass. It fails where a pass does not say the right number in the end.
func benchStorm(ctx context.Context, s *stage) (rows []row, err error) {
	shop := &storm{stage: &stage{options: s.options}}
	defer func() { err = errors.Join(err, shop.end()) }()
	if err := shop.open(ctx); err != nil {
		return nil, err
	}
	ended := shop.phones.ask(ctx, asking)
	rows, err = shop.measure(ctx)
	return rows, errors.Join(err, ended())
}

// open starts a server that makes passes, and has each customer's telephone keep hers.
func (s *storm) open(ctx context.Context) error {
	if err := s.meetApple(); err != nil {
		return err
	}
	s.options.customers = stormPasses
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
	s.phones = newTelephones(s.server.address, stormPasses)
	s.apple.OnPush = s.phones.hear
	begin := time.Now()
	if err := s.phones.add(ctx, s.stage); err != nil {
		return err
	}
	progress("made %s passes in %s", number(stormPasses), time.Since(begin).Round(time.Millisecond))
	return nil
}

// meetApple starts what stands in for Apple, and keeps what it gives for the settings of the server.
func (s *storm) meetApple() (err error) {
	if s.given, err = os.MkdirTemp(filepath.Dir(s.options.binary), "bench-apple-"); err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	now := time.Now()
	authority, err := wallettest.NewAuthority(now)
	if err != nil {
		return err
	}
	issued, err := authority.Issue(now.AddDate(0, 5, 0))
	if err != nil {
		return err
	}
	files, err := issued.Write(s.given)
	if err != nil {
		return err
	}
	s.apple = wallettest.NewPushService(authority)
	roots, err := s.apple.RootsFile(s.given)
	s.options.settings = []string{
		"AXIOMA_PUBLIC_URL=https://cards.example.com", "AXIOMA_APPLE_PUSH_URL=" + s.apple.URL, "SSL_CERT_FILE=" + roots,
		"AXIOMA_APPLE_CERTIFICATE=" + files.Certificate, "AXIOMA_APPLE_CERTIFICATE_PASSWORD=" + files.Password, "AXIOMA_APPLE_INTERMEDIATE=" + files.Intermediate,
	}
	return err
}

// end stops all that was started.
func (s *storm) end() error {
	err := s.close()
	if s.apple != nil {
		s.apple.Close()
	}
	return errors.Join(err, os.RemoveAll(s.given))
}

// measure has people come in without the storm, and then in it.
func (s *storm) measure(ctx context.Context) ([]row, error) {
	here, there := &till{stage: s.stage}, &till{stage: s.other}
	stop := comeIn(ctx, here, there)
	wait(ctx, s.options.duration)
	quietHere, quietThere, err := stop()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	stop = comeIn(ctx, here, there)
	err = s.changeRules()
	if err == nil {
		err = s.untilAllSay(ctx, func() int { return s.phones.behind(fmt.Sprintf("/%d", stormTarget)) })
	}
	took := time.Since(begin)
	loudHere, loudThere, fault := stop()
	if err = errors.Join(err, fault); err != nil {
		return nil, err
	}
	if err := s.right(ctx, here); err != nil {
		return nil, err
	}
	changes := stormPasses + here.came
	return append([]row{
		information("new rules for "+number(stormPasses)+" passes, on the last after", number(took.Seconds())+" s"),
		atMost("  pushes a change", float64(s.phones.pushes())/float64(changes), 1),
	}, append(stormRows("there", quietHere, loudHere), stormRows("at another shop", quietThere, loudThere)...)...), nil
}

func stormRows(where string, quiet, loud latencies) []row {
	quiet.sort()
	loud.sort()
	said := func(l latencies) string {
		var times []string
		for _, p := range []int{50, 95, 99} {
			times = append(times, number(inMilliseconds(l.percentile(p))))
		}
		return strings.Join(times, ", ") + " ms"
	}
	return []row{
		information("  a visit "+where+" without them", said(quiet)),
		information("  and meanwhile, p50, p95 and p99", said(loud)),
		below("  p95, as many times", inMilliseconds(loud.percentile(95))/inMilliseconds(quiet.percentile(95)), stormTimes, ""),
	}
}

func (s *storm) changeRules() error {
	c, err := dial(s.server.address, time.Now().Add(time.Minute))
	if err != nil {
		return err
	}
	defer c.Close()
	var changed struct{}
	patch := newRequest("PATCH", s.server.address, s.owner)
	return ask(c, patch.write(nil, "/api/business", "", "", "", fmt.Sprintf(`{"visitTarget":%d}`, stormTarget)), &changed)
}

// right waits until each pass says how often its customer came, of how many by the new rules.
func (s *storm) right(ctx context.Context, came *till) error {
	if err := s.untilAllSay(ctx, func() int { return len(s.phones.wrong(came.pass)) }); err != nil {
		wrong := s.phones.wrong(came.pass)
		return fmt.Errorf("%w: %s", err, strings.Join(wrong[:min(len(wrong), 3)], "; "))
	}
	return nil
}

func (s *storm) untilAllSay(ctx context.Context, left func() int) error {
	for begin := time.Now(); time.Since(begin) < stormLimit && ctx.Err() == nil; wait(ctx, stormLook) {
		if left() == 0 {
			return nil
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("waiting for what passes say: %w", err)
	}
	return fmt.Errorf("after %s %d passes do not say what they should", stormLimit, left())
}

func wait(ctx context.Context, during time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(during):
	}
}

// till is a counter at which each customer of a shop comes in once.
type till struct {
	*stage
	came  int // the first so many customers
	times latencies
}

// pass is what the pass of the n-th customer should say.
func (t *till) pass(n int) string {
	visits := 0
	if n < t.came {
		visits = 1
	}
	return fmt.Sprintf("%d/%d", visits, stormTarget)
}

// comeIn has somebody come in at two counters now and again. The function that it returns ends that and tells how long
// their visits took.
func comeIn(ctx context.Context, here, there *till) (end func() (here, there latencies, err error)) {
	ctx, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	tills, faults := []*till{here, there}, make([]error, 2)
	for i, t := range tills {
		group.Go(func() { faults[i] = t.serve(ctx) })
	}
	return func() (latencies, latencies, error) {
		stop()
		group.Wait()
		return here.times, there.times, errors.Join(faults...)
	}
}

func (t *till) serve(ctx context.Context) error {
	c, err := dial(t.server.address, time.Now().Add(2*stormLimit))
	if err != nil {
		return err
	}
	defer c.Close()
	t.times = nil
	post := t.request("POST")
	var times pairTimes
	for ; t.came < len(t.customers) && ctx.Err() == nil; wait(ctx, comingEvery) {
		begin := time.Now()
		if _, err := times.untilServed(c, post.write(nil, "/api/customers/", t.customers[t.came], "/visits", newKey(begin), "{}")); err != nil {
			return fmt.Errorf("register a visit: %w", err)
		}
		t.times.add(time.Since(begin))
		t.came++
	}
	return nil
}
