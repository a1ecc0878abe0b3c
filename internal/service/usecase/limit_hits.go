package usecase

import (
	"maps"
	"sync"
)

// LimitHits counts hits per limit. It is safe for concurrent use.
type LimitHits struct {
	mutex  sync.Mutex
	counts map[string]uint64
}

// Declare begins counters at zero, so that metrics show them.
func (h *LimitHits) Declare(limits ...string) {
	for _, limit := range limits {
		h.Add(limit, 0)
	}
}

// Add counts hits.
func (h *LimitHits) Add(limit string, times uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.counts[limit] += times
}

// Counts returns all.
func (h *LimitHits) Counts() map[string]uint64 {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return maps.Clone(h.counts)
}
