package usecase

import (
	"maps"
	"sync"
)

// Hits count how often limits of the program were hit, by their names. Its methods may be
// called from any goroutine.
type Hits struct {
	mutex  sync.Mutex
	counts map[string]uint64
}

// Know has limits be counted from now, so that they show that nobody has hit them yet.
func (h *Hits) Know(limits ...string) {
	for _, limit := range limits {
		h.Hit(limit, 0)
	}
}

// Hit counts that a limit was hit so many times.
func (h *Hits) Hit(limit string, times uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.counts[limit] += times
}

// Counted returns how often which limit was hit.
func (h *Hits) Counted() map[string]uint64 {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return maps.Clone(h.counts)
}
