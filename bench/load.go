package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// minMeasurement is the least time a measurement must last to mean something.
const minMeasurement = time.Second

// load is work for many connections at once.
type load struct {
	address     string
	process     int // that answers, whose time is counted when set
	connections int
	warmUp      time.Duration
	duration    time.Duration // of the measurement; 0 lasts until the work is done

	// thinkFactor is how many times as long as an answer took its reader looks at it, before she asks again.
	thinkFactor int

	// write appends the n-th request to buffer, counted over all connections from 0. It answers false when
	// there is no n-th. It is called from many goroutines.
	write func(buffer []byte, n int) ([]byte, bool)

	// read sees the body of the n-th answer, when set.
	read func(n int, body []byte) error
}

// outcome is what a load came to, the warm-up left out.
type outcome struct {
	requests      int
	elapsed       time.Duration
	latencies     latencies
	cpuPerRequest float64 // seconds of a processor that each request took, here and there; 0 when not counted
}

func (o outcome) perSecond() float64 {
	return float64(o.requests) / o.elapsed.Seconds()
}

// worker is one connection's share of a load.
type worker struct {
	load      *load
	next      *atomic.Int64
	begin     time.Time // of the measurement
	end       time.Time
	latencies latencies
	last      time.Time
}

const unlimited = 24 * time.Hour

// run does the work.
func (l *load) run(ctx context.Context) (outcome, error) {
	if l.process == 0 {
		result, _, err := l.runWorkers(ctx)
		return result, err
	}
	before, err := processorTime(l.process, os.Getpid())
	if err != nil {
		return outcome{}, err
	}
	result, asked, err := l.runWorkers(ctx)
	if err != nil {
		return outcome{}, err
	}
	after, err := processorTime(l.process, os.Getpid())
	result.cpuPerRequest = (after - before).Seconds() / float64(max(1, asked))
	return result, err
}

// runWorkers returns also how many requests there were, the warm-up among them.
func (l *load) runWorkers(ctx context.Context) (result outcome, asked int, err error) {
	begin := time.Now().Add(l.warmUp)
	end := begin.Add(unlimited)
	if l.duration > 0 {
		end = begin.Add(l.duration)
	}
	var next atomic.Int64
	workers := make([]*worker, l.connections)
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var group sync.WaitGroup
	for i := range workers {
		w := &worker{load: l, next: &next, begin: begin, end: end}
		workers[i] = w
		group.Go(func() {
			if err := w.run(ctx); err != nil {
				fail(err) // the first failure ends the others
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return outcome{}, 0, context.Cause(ctx)
	}
	return sum(workers, begin), int(next.Load()), nil
}

func sum(workers []*worker, begin time.Time) outcome {
	var total outcome
	for _, w := range workers {
		total.latencies = append(total.latencies, w.latencies...)
		total.elapsed = max(total.elapsed, w.last.Sub(begin))
	}
	total.requests = len(total.latencies)
	total.latencies.sort()
	return total
}

func (w *worker) run(ctx context.Context) error {
	c, err := dial(w.load.address, w.end.Add(30*time.Second))
	if err != nil {
		return err
	}
	defer c.Close()
	w.latencies = make(latencies, 0, 1<<16)
	var buffer []byte
	for ctx.Err() == nil {
		n := int(w.next.Add(1) - 1)
		request, more := w.load.write(buffer[:0], n)
		if !more {
			return nil
		}
		buffer = request
		if done, err := w.exchange(c, request, n); done || err != nil {
			return err
		}
	}
	return nil
}

// exchange sends one request, judges its answer and notes its time. It answers true when the time is up.
func (w *worker) exchange(c *conn, request []byte, n int) (done bool, err error) {
	started := time.Now()
	status, body, err := c.do(request)
	finished := time.Now()
	if err != nil {
		return false, err
	}
	time.Sleep(time.Duration(w.load.thinkFactor) * finished.Sub(started))
	if status < 200 || status > 299 {
		return false, fmt.Errorf("answer %d to %.60q: %.300s", status, request, body)
	}
	if w.load.read != nil {
		if err := w.load.read(n, body); err != nil {
			return false, err
		}
	}
	if finished.After(w.end) {
		return true, nil
	}
	if started.After(w.begin) {
		w.latencies.add(finished.Sub(started))
		w.last = finished
	}
	return false, nil
}

var errTooShort = errors.New("the work was done before the measurement meant anything: prepare more with -customers")

// runChecked runs the load and refuses a result that says nothing.
func (l *load) runChecked(ctx context.Context) (outcome, error) {
	result, err := l.run(ctx)
	if err != nil {
		return result, err
	}
	if result.elapsed < min(minMeasurement, l.duration/2) {
		return result, errTooShort
	}
	return result, nil
}
