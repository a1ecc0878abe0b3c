package database

import (
	"sync"
	"time"
)

// rateLimiter is a token bucket of reading time per tenant, refilled at refillRate. Work without a tenant is unlimited.
type rateLimiter struct {
	refillRate float64
	burst      time.Duration
	maxDelay   time.Duration

	mutex   sync.Mutex
	buckets map[string]bucket
	sweepAt int // number of buckets at which full ones are dropped
}

type bucket struct {
	used time.Duration
	at   time.Time
}

// A tenant reading lists or reports without pause gets a fifth of one place after the first seconds, more than a person
// uses. Other tenants' writes are then as fast as on an idle server.
const (
	tenantRefillRate = 0.2
	listBurst        = 2 * time.Second
	reportBurst      = 3 * time.Second
	maxTenantDelay   = 2 * time.Second
)

func newListLimiter() *rateLimiter {
	return newRateLimiter(tenantRefillRate, listBurst, maxTenantDelay)
}
func newReportLimiter() *rateLimiter {
	return newRateLimiter(tenantRefillRate, reportBurst, maxTenantDelay)
}

const minSweepSize = 64

func newRateLimiter(refillRate float64, burst, maxDelay time.Duration) *rateLimiter {
	return &rateLimiter{refillRate: refillRate, burst: burst, maxDelay: maxDelay, buckets: map[string]bucket{}, sweepAt: minSweepSize}
}

func (r *rateLimiter) delay(tenant string) time.Duration {
	if r == nil || tenant == "" {
		return 0
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	over := r.level(tenant, time.Now()) - r.burst
	return max(0, time.Duration(float64(over)/r.refillRate))
}

func (r *rateLimiter) charge(tenant string, duration time.Duration) {
	if r == nil || tenant == "" {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	now := time.Now()
	limit := r.burst + time.Duration(float64(r.maxDelay)*r.refillRate)
	r.buckets[tenant] = bucket{used: min(limit, r.level(tenant, now)+duration), at: now}
	if len(r.buckets) > r.sweepAt {
		r.sweep(now)
	}
}

func (r *rateLimiter) level(tenant string, now time.Time) time.Duration {
	b := r.buckets[tenant]
	return max(0, b.used-time.Duration(float64(now.Sub(b.at))*r.refillRate))
}

func (r *rateLimiter) sweep(now time.Time) {
	for tenant := range r.buckets {
		if r.level(tenant, now) == 0 {
			delete(r.buckets, tenant)
		}
	}
	r.sweepAt = max(minSweepSize, 2*len(r.buckets))
}
