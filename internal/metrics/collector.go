package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"axioma/internal/store"
)

type collector struct {
	source Source
	clock  func() time.Time
	descs  descriptions

	mutex        sync.Mutex // held during a survey, which concurrent scrapes share
	surveyedAt   time.Time
	cachedResult surveyResult
	failureCount uint64
}

type surveyResult struct {
	ready     bool
	available bool
	store.Survey
}

func newCollector(source Source, clock func() time.Time) *collector {
	return &collector{source: source, clock: clock, descs: newDescriptions()}
}

func (c *collector) Describe(out chan<- *prometheus.Desc) {
	d := c.descs
	for _, desc := range []*prometheus.Desc{
		d.build, d.ready, d.checkIns, d.replays, d.streams, d.failing, d.tries, d.wait, d.groups, d.bulkheadCapacity, d.bulkheadInUse, d.bulkheadWaiting, d.wal,
		d.limits, d.connections, d.connectionWaits, d.connectionWaited, d.queue, d.queueOldest, d.notices, d.noticesOldest, d.backup, d.surveyFailures,
		d.mails, d.mailsWaiting, d.mailsOldest, d.pushes, d.pushesWaiting, d.pushesOldest, d.passEnds, d.tokenEnds,
	} {
		out <- desc
	}
}

func (c *collector) Collect(out chan<- prometheus.Metric) {
	d := c.descs
	gauge(out, d.build, 1, c.source.Version, c.source.Database)
	registeredCount, replayedCount := c.source.Visits()
	counter(out, d.checkIns, registeredCount)
	counter(out, d.replays, replayedCount)
	gauge(out, d.streams, float64(c.source.Streams()))
	gauge(out, d.failing, float64(c.source.Failing()))
	for result, countTries := range c.source.Tries {
		counter(out, d.tries, countTries(), result)
	}
	for result, countTries := range c.source.Mails {
		counter(out, d.mails, countTries(), result)
	}
	for push, countTries := range c.source.Pushes {
		counter(out, d.pushes, countTries(), push.Vendor, push.Result)
	}
	if !c.source.PassEnds.IsZero() {
		gauge(out, d.passEnds, float64(c.source.PassEnds.Unix()))
	}
	c.collectToken(out)
	for limit, hits := range c.source.Limits() {
		counter(out, d.limits, hits, limit)
	}
	c.collectStats(out)
	c.collectSurvey(out)
}

func (c *collector) collectToken(out chan<- prometheus.Metric) {
	if c.source.TokenEnds == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), surveyTimeout)
	defer cancel()
	if ends := c.source.TokenEnds(ctx); !ends.IsZero() {
		gauge(out, c.descs.tokenEnds, float64(ends.Unix()))
	}
}

func (c *collector) collectStats(out chan<- prometheus.Metric) {
	d := c.descs
	stats, err := c.source.Stats()
	if err != nil {
		out <- prometheus.NewInvalidMetric(d.wal, err)
		return
	}
	histogram(out, d.wait, stats.WriteWait)
	for _, bulkhead := range stats.Bulkheads {
		gauge(out, d.bulkheadCapacity, float64(bulkhead.Capacity), bulkhead.Name)
		gauge(out, d.bulkheadInUse, float64(bulkhead.InUse), bulkhead.Name)
		gauge(out, d.bulkheadWaiting, float64(bulkhead.Waiting), bulkhead.Name)
	}
	gauge(out, d.connections, float64(stats.Connections.InUse), "in_use")
	gauge(out, d.connections, float64(stats.Connections.Idle), "idle")
	counter(out, d.connectionWaits, stats.Connections.WaitCount)
	out <- prometheus.MustNewConstMetric(d.connectionWaited, prometheus.CounterValue, stats.Connections.WaitDuration.Seconds())
	if stats.WALBytes >= 0 {
		histogram(out, d.groups, stats.GroupSizes)
		gauge(out, d.wal, float64(stats.WALBytes))
	}
}

func (c *collector) collectSurvey(out chan<- prometheus.Metric) {
	d := c.descs
	result, failureCount := c.survey()
	counter(out, d.surveyFailures, failureCount)
	ready := 0.0
	if result.ready {
		ready = 1
	}
	gauge(out, d.ready, ready)
	if !result.available {
		return
	}
	for _, waiting := range result.Queue {
		kind, hold := string(waiting.Kind), string(waiting.HeldBy)
		gauge(out, d.queue, float64(waiting.Count), kind, hold)
		gauge(out, d.queueOldest, c.age(waiting.Oldest), kind, hold)
	}
	gauge(out, d.notices, float64(result.Notices.Count))
	gauge(out, d.noticesOldest, c.age(result.Notices.Oldest))
	gauge(out, d.mailsWaiting, float64(result.Mails.Count))
	gauge(out, d.mailsOldest, c.age(result.Mails.Oldest))
	for _, waiting := range result.Pushes {
		if !c.pushesTo(string(waiting.Vendor)) {
			continue // a former vendor: its pushes are abandoned
		}
		gauge(out, d.pushesWaiting, float64(waiting.Count), string(waiting.Vendor))
		gauge(out, d.pushesOldest, c.age(waiting.Due), string(waiting.Vendor))
	}
	if !result.Backup.IsZero() {
		gauge(out, d.backup, float64(result.Backup.Unix()))
	}
}

func (c *collector) pushesTo(vendor string) bool {
	for push := range c.source.Pushes {
		if push.Vendor == vendor {
			return true
		}
	}
	return false
}

func (c *collector) survey() (result surveyResult, failureCount uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := c.clock()
	if !c.surveyedAt.IsZero() && now.Sub(c.surveyedAt) < surveyTTL {
		return c.cachedResult, c.failureCount
	}
	c.surveyedAt, c.cachedResult = now, surveyResult{}
	c.cachedResult.ready = withTimeout(c.source.Ready) == nil
	err := withTimeout(func(ctx context.Context) (err error) {
		c.cachedResult.Survey, err = c.source.Survey(ctx, now)
		return err
	})
	if c.cachedResult.available = err == nil; err != nil {
		c.failureCount++
	}
	return c.cachedResult, c.failureCount
}

func withTimeout(ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), surveyTimeout)
	defer cancel()
	return ask(ctx)
}

// age is in seconds; 0 for the zero time.
func (c *collector) age(instant time.Time) float64 {
	if instant.IsZero() {
		return 0
	}
	return max(0, c.clock().Sub(instant).Seconds())
}

func gauge(out chan<- prometheus.Metric, desc *prometheus.Desc, value float64, labels ...string) {
	out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}

func counter(out chan<- prometheus.Metric, desc *prometheus.Desc, value uint64, labels ...string) {
	out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(value), labels...)
}

func histogram(out chan<- prometheus.Metric, desc *prometheus.Desc, distribution store.Distribution) {
	out <- prometheus.MustNewConstHistogram(desc, distribution.Count, distribution.Sum, distribution.Buckets)
}
