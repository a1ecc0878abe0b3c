package usecase

import (
	"maps"
	"sync"
)

// LimitHits count how often limits of the program were hit, by their names. Its methods may be
// called from any goroutine.
type LimitHits struct {
	mutex  sync.Mutex
	counts map[string]uint64
}

// Declare has limits be counted from now, so that they show that nobody has hit them yet.
func (h *LimitHits) Declare(limits ...string) {
	for _, limit := range limits {
		h.Add(limit, 0)
	}
}

// Add counts that a limit was hit so many times.
func (h *LimitHits) Add(limit string, times uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.counts[limit] += times
}

// Counts returns how often which limit was hit.
func (h *LimitHits) Counts() map[string]uint64 {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return maps.Clone(h.counts)
}
