package database

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// Stats counts how this process uses the database.
type Stats struct {
	WriteWait    Histogram // time of writers in the queue, in seconds
	GroupSizes   Histogram // SQLite: callers per group commit
	QueuedWrites int       // SQLite: writers not yet in a group

	Bulkheads   []BulkheadStats
	Connections Connections
	// WALBytes is the size of SQLite's WAL; negative on PostgreSQL.
	WALBytes int64
}

// BulkheadStats is the usage of a bulkhead.
type BulkheadStats struct {
	Name     string // "lookup", "read", "report", "export" or "write"
	Capacity int
	InUse    int
	Waiting  int
}

// Connections are PostgreSQL's, or SQLite's readers.
type Connections struct {
	InUse, Idle  int
	WaitCount    uint64
	WaitDuration time.Duration // total
}

// Histogram counts values in buckets.
type Histogram struct {
	Count   uint64
	Sum     float64
	Buckets map[float64]uint64 // cumulative, by upper bound
}

type statsSource struct {
	bulkheads    bulkheads
	waits        *histogram
	groups       *histogram
	queuedWrites int
	walPath      string

	connections Connections
}

func (u statsSource) stats() (Stats, error) {
	stats := Stats{WriteWait: u.waits.snapshot(), GroupSizes: u.groups.snapshot(), QueuedWrites: u.queuedWrites, Connections: u.connections, WALBytes: -1}
	for _, b := range []struct {
		name     string
		bulkhead *bulkhead
	}{
		{"lookup", u.bulkheads.lookup}, {"read", u.bulkheads.read}, {"report", u.bulkheads.report},
		{"export", u.bulkheads.export}, {"write", u.bulkheads.write},
	} {
		stats.Bulkheads = append(stats.Bulkheads, b.bulkhead.stats(b.name))
	}
	if u.walPath == "" {
		return stats, nil
	}
	file, err := os.Stat(u.walPath)
	switch {
	case errors.Is(err, os.ErrNotExist):
		stats.WALBytes = 0
	case err != nil:
		return stats, fmt.Errorf("reading the size of the WAL: %w", err)
	default:
		stats.WALBytes = file.Size()
	}
	return stats, nil
}

func (b *bulkhead) stats(name string) BulkheadStats {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	use := BulkheadStats{Name: name, Capacity: b.capacity, InUse: b.capacity - b.free}
	for _, waiters := range b.queues {
		use.Waiting += len(waiters)
	}
	return use
}

// histogram counts integers without locks. unit converts them to Histogram's unit.
type histogram struct {
	bounds []int64
	unit   float64
	counts []atomic.Uint64 // bounds plus one
	sum    atomic.Int64
}

func newWaitHistogram() *histogram {
	var bounds []int64
	for _, most := range []time.Duration{1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000} {
		bounds = append(bounds, int64(most*time.Millisecond))
	}
	return &histogram{bounds: bounds, unit: time.Second.Seconds() / float64(time.Second), counts: make([]atomic.Uint64, len(bounds)+1)}
}

func newSizeHistogram() *histogram {
	bounds := []int64{1, 2, 4, 8, 16, 32, maxGroup}
	return &histogram{bounds: bounds, unit: 1, counts: make([]atomic.Uint64, len(bounds)+1)}
}

func (t *histogram) observe(value int64) {
	i := 0
	for i < len(t.bounds) && value > t.bounds[i] {
		i++
	}
	t.counts[i].Add(1)
	t.sum.Add(value)
}

func (t *histogram) observeSince(begin time.Time) { t.observe(int64(time.Since(begin))) }

func (t *histogram) snapshot() Histogram {
	d := Histogram{Sum: float64(t.sum.Load()) * t.unit, Buckets: map[float64]uint64{}}
	for i := range t.counts {
		d.Count += t.counts[i].Load()
		if i < len(t.bounds) {
			d.Buckets[float64(t.bounds[i])*t.unit] = d.Count
		}
	}
	return d
}
