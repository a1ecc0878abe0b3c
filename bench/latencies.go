package main

import (
	"slices"
	"time"
)

// latencies are times in microseconds, four bytes each.
type latencies []uint32

func (l *latencies) add(d time.Duration) {
	*l = append(*l, uint32(min(d.Microseconds(), int64(^uint32(0)))))
}

func (l latencies) sort() { slices.Sort(l) }

// percentile returns the smallest time that p percent of all are not above (nearest rank). The latencies are sorted.
func (l latencies) percentile(p int) time.Duration {
	if len(l) == 0 {
		return 0
	}
	rank := (len(l)*p + 99) / 100
	return time.Duration(l[max(rank, 1)-1]) * time.Microsecond
}
