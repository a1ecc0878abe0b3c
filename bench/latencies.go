package main

import (
	"slices"
	"time"
)

// latencies are in microseconds.
type latencies []uint32

func (l *latencies) add(d time.Duration) {
	*l = append(*l, uint32(min(d.Microseconds(), int64(^uint32(0)))))
}

func (l latencies) sort() { slices.Sort(l) }

// percentile takes the nearest rank of sorted latencies.
func (l latencies) percentile(p int) time.Duration {
	if len(l) == 0 {
		return 0
	}
	rank := (len(l)*p + 99) / 100
	return time.Duration(l[max(rank, 1)-1]) * time.Microsecond
}
