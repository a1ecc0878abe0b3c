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

const minMeasurement = time.Second

type load struct {
	address     string
	process     int // of the server, for its CPU time
	connections int
	warmUp      time.Duration
	duration    time.Duration // 0: until write returns false

	// thinkFactor is the pause after a response, as a multiple of its time.
	thinkFactor int

	// write appends the n-th request of all connections, from 0, or returns false at the end. It is called
	// concurrently.
	write func(buffer []byte, n int) ([]byte, bool)

	// read gets the n-th response's body, if set.
	read func(n int, body []byte) error
}

type outcome struct {
	requests      int
	elapsed       time.Duration
	latencies     latencies
	cpuPerRequest float64 // seconds of client and server; 0: not counted
}

func (o outcome) perSecond() float64 {
	return float64(o.requests) / o.elapsed.Seconds()
}

type worker struct {
	load      *load
	next      *atomic.Int64
	begin     time.Time
	end       time.Time
	latencies latencies
	last      time.Time
}

const unlimitedDuration = 24 * time.Hour

func (l *load) run(ctx context.Context) (outcome, error) {
	if l.process == 0 {
		result, _, err := l.runWorkers(ctx)
		return result, err
	}
	before, err := processorTime(l.process, os.Getpid())
	if err != nil {
		return outcome{}, err
	}
	result, requests, err := l.runWorkers(ctx)
	if err != nil {
		return outcome{}, err
	}
	after, err := processorTime(l.process, os.Getpid())
	result.cpuPerRequest = (after - before).Seconds() / float64(max(1, requests))
	return result, err
}

// runWorkers counts all requests, including the warm-up.
func (l *load) runWorkers(ctx context.Context) (result outcome, requests int, err error) {
	begin := time.Now().Add(l.warmUp)
	end := begin.Add(unlimitedDuration)
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
				fail(err) // the first error stops the others
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

func (w *worker) exchange(c *conn, request []byte, n int) (done bool, err error) {
	startedAt := time.Now()
	status, body, err := c.do(request)
	finishedAt := time.Now()
	if err != nil {
		return false, err
	}
	time.Sleep(time.Duration(w.load.thinkFactor) * finishedAt.Sub(startedAt))
	if status < 200 || status > 299 {
		return false, fmt.Errorf("answer %d to %.60q: %.300s", status, request, body)
	}
	if w.load.read != nil {
		if err := w.load.read(n, body); err != nil {
			return false, err
		}
	}
	if finishedAt.After(w.end) {
		return true, nil
	}
	if startedAt.After(w.begin) {
		w.latencies.add(finishedAt.Sub(startedAt))
		w.last = finishedAt
	}
	return false, nil
}

var errTooShort = errors.New("the work ended too soon for a measurement: prepare more with -customers")

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
