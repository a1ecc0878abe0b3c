//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"axioma/chaos/lossyfs"
)

const (
	longestLoad   = 800 * time.Millisecond
	disturbance   = 400 * time.Millisecond
	recoveryLimit = 20 * time.Second
	retryPause    = 20 * time.Millisecond
	outdatedLimit = 20 * time.Second // how long an outdated primary may refuse
	maxFaults     = 20               // after which the trial ends

	// High: `axioma check` reads all data.
	roundsPerCheck = 20
)

var errRefused = errors.New("refused for good")

type trial struct {
	options options
	folder  string
	random  *rand.Rand
	api     *client
	pauses  pauses

	mutex        sync.Mutex
	visits       []*visit
	checkedCount int // visits before the last round
	rounds       int // done: power cuts, kills, clock jumps, disasters or damaged copies
	lostCount    int
	doubledCount int
	sentAgain    int
	refusedCount int // with a 4xx by an outdated primary
	faults       []string
	notes        []string
}

type visit struct {
	number   int
	customer string // "" until acknowledged
	id       string // "" until acknowledged
}

func newTrial(o options, folder string) *trial {
	return &trial{options: o, folder: folder, random: rand.New(rand.NewPCG(o.seed, o.seed))}
}

func (t *trial) countAcknowledged() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	count := 0
	for _, v := range t.visits {
		if v.id != "" {
			count++
		}
	}
	return count
}

func (t *trial) run(ctx context.Context) error {
	live, err := t.prepare(ctx)
	if err != nil {
		return err
	}
	for t.rounds < t.options.times && len(t.faults) < maxFaults && ctx.Err() == nil {
		if live, err = t.round(ctx, live); err != nil {
			return fmt.Errorf("round %d: %w", t.rounds+1, err)
		}
		t.rounds++
		if t.rounds%roundsPerCheck == 0 {
			if err := t.checkNow(ctx, live); err != nil {
				return err
			}
		}
	}
	return t.verifyAll(ctx, live)
}

// checkNow checks a copy: opening the files changes them.
func (t *trial) checkNow(ctx context.Context, live string) error {
	twin, err := t.copyFolder("check", live)
	if err != nil {
		return err
	}
	if err := t.options.check(ctx, twin); err != nil {
		t.report("after %d: %v", t.rounds, err)
	}
	return os.RemoveAll(twin)
}

func (t *trial) prepare(ctx context.Context) (string, error) {
	live, err := t.newFolder("first")
	if err != nil {
		return "", err
	}
	s, err := t.options.startServer(ctx, live)
	if err != nil {
		return "", err
	}
	t.api, err = signIn(ctx, s.url)
	return live, errors.Join(err, s.stop())
}

// round serves until a kill or power cut. next has the surviving files.
func (t *trial) round(ctx context.Context, live string) (next string, err error) {
	if t.options.kill {
		return live, t.serve(ctx, live, func() {})
	}
	mountpoint, err := t.newFolder("mount")
	if err != nil {
		return "", err
	}
	flushedFolder, err := t.newFolder("flushed")
	if err != nil {
		return "", err
	}
	disk, err := lossyfs.Mount(live, flushedFolder, mountpoint, t.options.ignoredFlushes)
	if err != nil {
		return "", err
	}
	err = t.serve(ctx, mountpoint, func() {
		t.injectFaults(disk)
		disk.Cut()
	})
	if err := errors.Join(err, disk.Unmount()); err != nil {
		return "", err
	}
	if next, err = t.newFolder("next"); err != nil {
		return "", err
	}
	if err := disk.Restore(next, t.survival(), t.random); err != nil {
		return "", err
	}
	return next, errors.Join(os.RemoveAll(live), os.RemoveAll(flushedFolder), os.RemoveAll(mountpoint))
}

// injectFaults fills the disk in some rounds and hangs it in others. Counters must be served again afterwards.
func (t *trial) injectFaults(disk *lossyfs.FS) {
	switch t.rounds % 5 {
	case 1:
		disk.SetFull(true)
		time.Sleep(disturbance)
		disk.SetFull(false)
	case 3:
		disk.Hang(disturbance)
	default:
		return
	}
	before := t.countAcknowledged()
	for begin := time.Now(); t.countAcknowledged() == before; time.Sleep(pollInterval) {
		if time.Since(begin) > recoveryLimit {
			t.report("after %d: no visit within %s after the disk was full or hung", t.rounds, recoveryLimit)
			return
		}
	}
}

func (t *trial) survival() float64 {
	if t.rounds%2 == 0 {
		return 0
	}
	return t.random.Float64()
}

func (t *trial) serve(ctx context.Context, data string, disaster func()) error {
	s, err := t.options.startServer(ctx, data)
	if err != nil {
		return err
	}
	t.verify(ctx, s.url, t.visits[t.checkedCount:])
	t.checkedCount = len(t.visits)
	if t.rounds/2%2 == 1 {
		if err := s.stop(); err != nil {
			return err
		}
		if s, err = t.options.startServer(ctx, data); err != nil {
			return err
		}
	}
	wait := t.load(ctx, s.url)
	time.Sleep(time.Duration(t.random.Int64N(int64(longestLoad))))
	disaster()
	err = s.kill()
	wait()
	return err
}

// load starts counters; wait returns when the server is gone.
func (t *trial) load(ctx context.Context, url string) (wait func()) {
	var clients sync.WaitGroup
	for range t.options.clients {
		clients.Go(func() {
			var err error
			for err == nil {
				err = t.checkIn(ctx, url, t.newVisit())
			}
		})
	}
	return clients.Wait
}

func (t *trial) newVisit() *visit {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	v := &visit{number: len(t.visits)}
	t.visits = append(t.visits, v)
	return v
}

func (v *visit) registration() (key, body string) {
	return fmt.Sprintf("customer-%d", v.number),
		fmt.Sprintf(`{"name":"Cliente %d","phone":"+34 6%08d","tag":"BONO_TARJETA"}`, v.number, 10_000_000+v.number)
}

// checkIn sends the customer's registration and visit, whichever the server has not acknowledged. It returns an error
// without a response, and errRefused.
func (t *trial) checkIn(ctx context.Context, url string, v *visit) (err error) {
	if v.customer == "" {
		key, body := v.registration()
		if v.customer, err = t.create(ctx, url+"/api/customers", key, body); err != nil {
			return err
		}
	}
	id, err := t.create(ctx, url+"/api/customers/"+v.customer+"/visits", fmt.Sprintf("visit-%d", v.number), "{}")
	if err == nil {
		t.pauses.acknowledge()
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	v.id = id
	return err
}

// create repeats a request with its key if the server could not serve it.
func (t *trial) create(ctx context.Context, url, key, body string) (id string, err error) {
	var refusedSince time.Time
	for {
		status, id, err := t.api.post(ctx, url, key, body)
		switch {
		case err != nil:
			return "", err
		case status < http.StatusMultipleChoices && id != "":
			return id, nil
		case status >= http.StatusInternalServerError:
			refusedSince = time.Time{}
		case status == http.StatusUnauthorized && t.options.clock != "":
			if err := t.api.renew(ctx); err != nil {
				return "", err
			}
		case refusedSince.IsZero():
			refusedSince = time.Now()
			t.count(&t.refusedCount)
		}
		if !refusedSince.IsZero() && (!t.options.cluster || time.Since(refusedSince) > outdatedLimit) {
			t.report("%s returns %d", key, status)
			return "", errRefused
		}
		time.Sleep(retryPause)
	}
}

func (t *trial) verify(ctx context.Context, url string, visits []*visit) {
	waiting := make(chan *visit)
	var clients sync.WaitGroup
	for range t.options.clients {
		clients.Go(func() {
			for v := range waiting {
				t.verifyVisit(ctx, url, v)
			}
		})
	}
	for _, v := range visits {
		waiting <- v
	}
	close(waiting)
	clients.Wait()
}

func (t *trial) verifyVisit(ctx context.Context, url string, v *visit) {
	if v.id == "" {
		t.count(&t.sentAgain)
		if err := t.checkIn(ctx, url, v); err != nil {
			t.report("visit %d could not be sent again: %v", v.number, err)
			if v.customer != "" {
				t.count(&t.lostCount)
			}
			return
		}
	}
	t.mustBeStoredOnce(ctx, url, v)
}

func (t *trial) mustBeStoredOnce(ctx context.Context, url string, v *visit) {
	ids, err := t.api.visits(ctx, url, v.customer)
	switch {
	case err != nil:
		t.count(&t.lostCount)
		t.report("after %d, visit %d is lost: %v", t.rounds, v.number, err)
	case !slices.Contains(ids, v.id):
		t.count(&t.lostCount)
		t.report("after %d, visit %d is lost: its customer has %q", t.rounds, v.number, ids)
	case len(ids) > 1:
		t.count(&t.doubledCount)
		t.report("after %d, visit %d is doubled: its customer has %q", t.rounds, v.number, ids)
	}
}

func (t *trial) verifyAll(ctx context.Context, live string) error {
	s, err := t.options.startServer(ctx, live)
	if err != nil {
		return err
	}
	t.verify(ctx, s.url, t.visits)
	return errors.Join(s.stop(), t.options.check(ctx, live))
}

func (t *trial) count(counter *int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	*counter++
}

func (t *trial) report(format string, args ...any) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.faults = append(t.faults, fmt.Sprintf(format, args...))
}

func (t *trial) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

func (t *trial) copyFolder(name, source string) (string, error) {
	folder, err := t.newFolder(name)
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(folder, os.DirFS(source)); err != nil {
		return "", fmt.Errorf("copying %s: %w", source, err)
	}
	return folder, nil
}

func (t *trial) newFolder(name string) (string, error) {
	folder, err := os.MkdirTemp(t.folder, name+"-")
	if err != nil {
		return "", fmt.Errorf("creating a folder: %w", err)
	}
	return folder, nil
}
