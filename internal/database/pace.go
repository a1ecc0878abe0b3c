package database

import (
	"sync"
	"time"
)

// pace keeps a tenant that reads at length from doing so without pause. Each
// has an advance, which it spends as it reads, and of the time that passes a share
// comes back to it. Who has spent hers rests. What belongs to no tenant does
// not.
type pace struct {
	share   float64
	advance time.Duration
	longest time.Duration // that one rests at a time, however long it has read

	mutex sync.Mutex
	spent map[string]spending
	sweep int // how many there may be before those are forgotten who owe nothing
}

// spending is what a tenant had spent of its advance, and more, at a moment.
type spending struct {
	time time.Duration
	at   time.Time
}

// Whoever lists or has something counted without pause has a fifth of the time of one
// place for it, after the first seconds: opening all screens, and leafing through
// them, never comes to that. With a fifth each, the slowest writes of others are
// those that meet nobody.
const (
	shareOfOne   = 0.2
	listsAhead   = 2 * time.Second
	reportsAhead = 3 * time.Second
	longestRest  = 2 * time.Second
)

func listPace() *pace  { return newPace(shareOfOne, listsAhead, longestRest) }
func countPace() *pace { return newPace(shareOfOne, reportsAhead, longestRest) }

// fewSpenders are kept without looking whether they still owe something.
const fewSpenders = 64

func newPace(share float64, advance, longest time.Duration) *pace {
	return &pace{share: share, advance: advance, longest: longest, spent: map[string]spending{}, sweep: fewSpenders}
}

// rest is how long a tenant still rests; 0: it may read.
func (p *pace) rest(tenant string) time.Duration {
	if p == nil || tenant == "" {
		return 0
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	over := p.left(tenant, time.Now()) - p.advance
	return max(0, time.Duration(float64(over)/p.share))
}

// took counts what a tenant has read.
func (p *pace) took(tenant string, length time.Duration) {
	if p == nil || tenant == "" {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	most := p.advance + time.Duration(float64(p.longest)*p.share)
	p.spent[tenant] = spending{time: min(most, p.left(tenant, now)+length), at: now}
	if len(p.spent) > p.sweep {
		p.forget(now)
	}
}

// left is what of a tenant's spending has not come back.
func (p *pace) left(tenant string, now time.Time) time.Duration {
	spent := p.spent[tenant]
	return max(0, spent.time-time.Duration(float64(now.Sub(spent.at))*p.share))
}

func (p *pace) forget(now time.Time) {
	for tenant := range p.spent {
		if p.left(tenant, now) == 0 {
			delete(p.spent, tenant)
		}
	}
	p.sweep = max(fewSpenders, 2*len(p.spent))
}
