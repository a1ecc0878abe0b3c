package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"axioma/internal/store"
)

// collector asks a server when the metrics are read.
type collector struct {
	of    Server
	clock func() time.Time
	descs descriptions

	mutex  sync.Mutex // held while the database is asked: who comes meanwhile waits for the answer
	asked  time.Time
	answer surveyed
	failed uint64
}

// surveyed is what the database has said.
type surveyed struct {
	ready bool
	known bool // the survey was made
	store.Survey
}

func newCollector(of Server, clock func() time.Time) *collector {
	return &collector{of: of, clock: clock, descs: describe()}
}

// Describe names the metrics.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	d := c.descs
	for _, desc := range []*prometheus.Desc{
		d.build, d.ready, d.checkIns, d.replays, d.streams, d.tries, d.wait, d.groups, d.lanePlaces, d.laneInside, d.laneWaiting, d.wal,
		d.limits, d.connections, d.connectionWaits, d.connectionWaited, d.queue, d.queueOldest, d.notices, d.noticesOldest, d.backup, d.asks,
		d.mails, d.mailsWaiting, d.mailsOldest, d.pushes, d.pushesWaiting, d.pushesOldest, d.passEnds, d.tokenEnds,
	} {
		out <- desc
	}
}

// Collect asks for the metrics.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	d := c.descs
	gauge(out, d.build, 1, c.of.Version, c.of.Database)
	registered, replayed := c.of.Visits()
	counter(out, d.checkIns, registered)
	counter(out, d.replays, replayed)
	gauge(out, d.streams, float64(c.of.Streams()))
	for result, tried := range c.of.Tries {
		counter(out, d.tries, tried(), result)
	}
	for result, tried := range c.of.Mails {
		counter(out, d.mails, tried(), result)
	}
	for push, tried := range c.of.Pushes {
		counter(out, d.pushes, tried(), push.Vendor, push.Result)
	}
	if !c.of.PassEnds.IsZero() {
		gauge(out, d.passEnds, float64(c.of.PassEnds.Unix()))
	}
	c.collectToken(out)
	for limit, hits := range c.of.Limits() {
		counter(out, d.limits, hits, limit)
	}
	c.collectStats(out)
	c.collectSurvey(out)
}

func (c *collector) collectToken(out chan<- prometheus.Metric) {
	if c.of.TokenEnds == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), surveyPatience)
	defer cancel()
	if ends := c.of.TokenEnds(ctx); !ends.IsZero() {
		gauge(out, c.descs.tokenEnds, float64(ends.Unix()))
	}
}

func (c *collector) collectStats(out chan<- prometheus.Metric) {
	d := c.descs
	stats, err := c.of.Stats()
	if err != nil {
		out <- prometheus.NewInvalidMetric(d.wal, err)
		return
	}
	histogram(out, d.wait, stats.Wait)
	for _, lane := range stats.Bulkheads {
		gauge(out, d.lanePlaces, float64(lane.Places), lane.Name)
		gauge(out, d.laneInside, float64(lane.Inside), lane.Name)
		gauge(out, d.laneWaiting, float64(lane.Waiting), lane.Name)
	}
	gauge(out, d.connections, float64(stats.Connections.InUse), "in_use")
	gauge(out, d.connections, float64(stats.Connections.Idle), "idle")
	counter(out, d.connectionWaits, stats.Connections.Waited)
	out <- prometheus.MustNewConstMetric(d.connectionWaited, prometheus.CounterValue, stats.Connections.WaitedFor.Seconds())
	if stats.JournalBytes >= 0 {
		histogram(out, d.groups, stats.Groups)
		gauge(out, d.wal, float64(stats.JournalBytes))
	}
}

func (c *collector) collectSurvey(out chan<- prometheus.Metric) {
	d := c.descs
	found, failed := c.survey()
	counter(out, d.asks, failed)
	ready := 0.0
	if found.ready {
		ready = 1
	}
	gauge(out, d.ready, ready)
	if !found.known {
		return
	}
	for _, waiting := range found.Queue {
		kind, hold := string(waiting.Kind), string(waiting.HeldBy)
		gauge(out, d.queue, float64(waiting.Count), kind, hold)
		gauge(out, d.queueOldest, c.age(waiting.Oldest), kind, hold)
	}
	gauge(out, d.notices, float64(found.Notices.Count))
	gauge(out, d.noticesOldest, c.age(found.Notices.Oldest))
	gauge(out, d.mailsWaiting, float64(found.Mails.Count))
	gauge(out, d.mailsOldest, c.age(found.Mails.Oldest))
	for _, waiting := range found.Pushes {
		if !c.tells(string(waiting.Vendor)) {
			continue // it is given up: nothing is set up for that vendor any more
		}
		gauge(out, d.pushesWaiting, float64(waiting.Count), string(waiting.Vendor))
		gauge(out, d.pushesOldest, c.age(waiting.Due), string(waiting.Vendor))
	}
	if !found.Backup.IsZero() {
		gauge(out, d.backup, float64(found.Backup.Unix()))
	}
}

// tells reports whether the server tells a vendor of wallets of what has changed.
func (c *collector) tells(vendor string) bool {
	for push := range c.of.Pushes {
		if push.Vendor == vendor {
			return true
		}
	}
	return false
}

// survey asks the database, unless it was asked just now.
func (c *collector) survey() (found surveyed, failed uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := c.clock()
	if !c.asked.IsZero() && now.Sub(c.asked) < surveyEvery {
		return c.answer, c.failed
	}
	c.asked, c.answer = now, surveyed{}
	c.answer.ready = inTime(c.of.Ready) == nil
	err := inTime(func(ctx context.Context) (err error) {
		c.answer.Survey, err = c.of.Survey(ctx, now)
		return err
	})
	if c.answer.known = err == nil; err != nil {
		c.failed++
	}
	return c.answer, c.failed
}

func inTime(ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), surveyPatience)
	defer cancel()
	return ask(ctx)
}

// age is how long ago an instant was, in seconds; of none it is 0.
func (c *collector) age(then time.Time) float64 {
	if then.IsZero() {
		return 0
	}
	return max(0, c.clock().Sub(then).Seconds())
}

func gauge(out chan<- prometheus.Metric, desc *prometheus.Desc, value float64, labels ...string) {
	out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}

func counter(out chan<- prometheus.Metric, desc *prometheus.Desc, value uint64, labels ...string) {
	out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(value), labels...)
}

func histogram(out chan<- prometheus.Metric, desc *prometheus.Desc, seen store.Distribution) {
	out <- prometheus.MustNewConstHistogram(desc, seen.Count, seen.Sum, seen.Buckets)
}
