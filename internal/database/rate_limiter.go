package database

import (
	"sync"
	"time"
)

// rateLimiter is a token bucket per tenant, counted in reading time. A read drains the bucket by its duration, and the
// bucket refills with a share of the time that passes. A tenant whose bucket is empty waits. Work that belongs to no
// tenant is not limited.
type rateLimiter struct {
	refillRate float64
	burst      time.Duration
	maxDelay   time.Duration // longest delay, however long a read took

	mutex   sync.Mutex
	buckets map[string]bucket
	sweepAt int // number of buckets at which refilled ones are dropped
}

// bucket is the time that a tenant had used at an instant, beyond the burst too.
type bucket struct {
	used time.Duration
	at   time.Time
}

// A tenant that lists or reports without pause gets a fifth of the time of one place after its first seconds. A person
// who works through the screens never exceeds that. At a fifth, the slowest writes of other tenants stay as fast as on
// an idle server.
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

// minSweepSize is the number of buckets kept without a sweep.
const minSweepSize = 64

func newRateLimiter(share float64, advance, longest time.Duration) *rateLimiter {
	return &rateLimiter{refillRate: share, burst: advance, maxDelay: longest, buckets: map[string]bucket{}, sweepAt: minSweepSize}
}

// delay returns how long a tenant has to wait before its next read; 0: not at all.
func (p *rateLimiter) delay(tenant string) time.Duration {
	if p == nil || tenant == "" {
		return 0
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	over := p.level(tenant, time.Now()) - p.burst
	return max(0, time.Duration(float64(over)/p.refillRate))
}

// charge adds the duration of a read.
func (p *rateLimiter) charge(tenant string, length time.Duration) {
	if p == nil || tenant == "" {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	most := p.burst + time.Duration(float64(p.maxDelay)*p.refillRate)
	p.buckets[tenant] = bucket{used: min(most, p.level(tenant, now)+length), at: now}
	if len(p.buckets) > p.sweepAt {
		p.sweep(now)
	}
}

// level returns the used time that has not been refilled.
func (p *rateLimiter) level(tenant string, now time.Time) time.Duration {
	spent := p.buckets[tenant]
	return max(0, spent.used-time.Duration(float64(now.Sub(spent.at))*p.refillRate))
}

func (p *rateLimiter) sweep(now time.Time) {
	for tenant := range p.buckets {
		if p.level(tenant, now) == 0 {
			delete(p.buckets, tenant)
		}
	}
	p.sweepAt = max(minSweepSize, 2*len(p.buckets))
}
