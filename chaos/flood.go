//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"axioma/chaos/lossyfs"
)

const (
	slowClients = 2000
	slowFor     = 12 * time.Second
	waiting     = 10_000
	hangFor     = 8 * time.Second
	floodLimit  = time.Minute

	// memoryLimit is resident memory with all requests waiting: 90 kB each beside the usual.
	memoryLimit = 1 << 30
)

// runFlood has slow clients hold connections while counters work, then sends 10,000 requests to a hanging database.
// Counters must be served, requests get a response or 503 with Retry-After, and memory stays bounded.
func (t *trial) runFlood(ctx context.Context) (err error) {
	live, err := t.prepare(ctx)
	if err != nil {
		return err
	}
	data, hang, closeDisk, err := t.hangingDatabase(live)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeDisk()) }()
	s, err := t.options.startServer(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err := t.admitSlowClients(ctx, s); err != nil {
		return err
	}
	if err := t.floodWhile(ctx, s, hang); err != nil {
		return err
	}
	t.verify(ctx, s.url, t.visits)
	return nil
}

func (t *trial) hangingDatabase(live string) (data string, hang func(context.Context) error, closeDisk func() error, err error) {
	if t.options.database != "" {
		return live, func(ctx context.Context) error { return lockCustomers(ctx, t.options.database) }, func() error { return nil }, nil
	}
	mountpoint, err := t.newFolder("mount")
	if err != nil {
		return "", nil, nil, err
	}
	flushedFolder, err := t.newFolder("flushed")
	if err != nil {
		return "", nil, nil, err
	}
	disk, err := lossyfs.Mount(live, flushedFolder, mountpoint, lossyfs.IgnoredFlushes{})
	if err != nil {
		return "", nil, nil, err
	}
	return mountpoint, func(context.Context) error { disk.Hang(hangFor); return nil }, disk.Unmount, nil
}

// lockCustomers takes a lock for which every registration waits.
func lockCustomers(ctx context.Context, url string) error {
	lock := fmt.Sprintf("BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(%f); ROLLBACK", hangFor.Seconds())
	if output, err := exec.CommandContext(ctx, "psql", url, "-c", lock).CombinedOutput(); err != nil {
		return fmt.Errorf("holding a lock: %w: %s", err, output)
	}
	return nil
}

// admitSlowClients sends half requests during check-ins.
func (t *trial) admitSlowClients(ctx context.Context, s *server) error {
	var open []net.Conn
	defer func() {
		for _, connection := range open {
			_ = connection.Close() // the server may have closed it
		}
	}()
	address := strings.TrimPrefix(s.url, "http://")
	for i := range slowClients {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return fmt.Errorf("connecting slow client %d: %w", i, err)
		}
		open = append(open, connection)
		half := "POST /api/auth/login HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\n"
		if i%2 == 0 {
			half += "Content-Length: 1000\r\n\r\n{"
		}
		if _, err := connection.Write([]byte(half)); err != nil {
			return fmt.Errorf("sending half a request: %w", err)
		}
	}
	before := t.countAcknowledged()
	t.pauses.begin()
	loadCtx, end := context.WithCancel(ctx)
	wait := t.loadWithRetries(loadCtx, s.url)
	time.Sleep(slowFor)
	pause := t.pauses.end()
	end()
	wait()
	t.note("%d visits beside %d slow clients, longest pause %s", t.countAcknowledged()-before, slowClients, pause.Round(time.Millisecond))
	if pause > recoveryLimit/10 {
		t.report("beside slow clients the counters waited for %s", pause)
	}
	return nil
}

type reply struct {
	err    error
	status int
	shed   bool // 503 with Retry-After
	took   time.Duration
}

func (t *trial) floodWhile(ctx context.Context, s *server, hang func(context.Context) error) error {
	sender := &client{token: t.api.bearer(), http: http.Client{Timeout: floodLimit, Transport: &http.Transport{DisableKeepAlives: true}}}
	hanging := make(chan error, 1)
	go func() { hanging <- hang(ctx) }()
	replies := make([]reply, waiting)
	var requests sync.WaitGroup
	for i := range replies {
		v := t.newVisit()
		requests.Go(func() { replies[i] = sender.registerOnce(ctx, s.url, v) })
	}
	requests.Wait()
	peak, err := s.peakMemory()
	if err := errors.Join(err, <-hanging); err != nil {
		return err
	}
	t.reportReplies(replies, peak)
	return nil
}

func (t *trial) reportReplies(replies []reply, peak int64) {
	var createdCount, shed int
	var slowest time.Duration
	for _, r := range replies {
		slowest = max(slowest, r.took)
		switch {
		case r.err != nil:
			t.report("a waiting request has no response: %v", r.err)
		case r.shed:
			shed++
		case r.status < http.StatusMultipleChoices:
			createdCount++
		default:
			t.report("a waiting request returns %d", r.status)
		}
	}
	t.note("%d waiting: %d served, %d shed, slowest %s, memory %d MB", len(replies), createdCount, shed, slowest.Round(time.Millisecond), peak>>20)
	if peak > memoryLimit {
		t.report("the server needed %d MB, more than %d", peak>>20, memoryLimit>>20)
	}
}

func (c *client) registerOnce(ctx context.Context, url string, v *visit) (r reply) {
	begin := time.Now()
	defer func() { r.took = time.Since(begin) }()
	key, body := v.registration()
	request, err := c.request(ctx, http.MethodPost, url+"/api/customers", key, body)
	if err != nil {
		return reply{err: err}
	}
	response, err := c.http.Do(request)
	if err != nil {
		return reply{err: err}
	}
	return reply{
		err: response.Body.Close(), status: response.StatusCode,
		shed: response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "",
	}
}

func (s *server) peakMemory() (bytes int64, err error) {
	file, err := os.Open(filepath.Join("/proc", strconv.Itoa(s.command.Process.Pid), "status"))
	if err != nil {
		return 0, fmt.Errorf("reading the server's memory: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kilobytes int64
		if _, err := fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &kilobytes); err == nil {
			return kilobytes << 10, nil
		}
	}
	return 0, errors.New("the server's memory is not known")
}
