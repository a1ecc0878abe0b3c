// Package metrics shows Prometheus how a server does: what it answers, how full its
// database is, what waits in the queue. Names begin with axioma_ and are in base
// units, seconds and bytes. No series names a business, a user or a customer, so their
// number does not grow with the shops.
//
// It counts what it is told, and asks for the rest when it is read. It does not know
// why anything happens.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of one server. Its methods may be called from any goroutine.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// New returns the metrics of a server that they are asked of.
func New(of Server) *Metrics { return newMetrics(of, time.Now) }

func newMetrics(of Server, clock func() time.Time) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "axioma_requests_total", Help: "Requests under /api that were answered, by route and status.",
		}, []string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "axioma_request_duration_seconds", Help: "How long answers took, by route; streams are not among them.",
			Buckets: []float64{.005, .025, .1, .25, 1, 2.5, 5},
		}, []string{"method", "route"}),
	}
	m.registry.MustRegister(m.requests, m.took, newCollector(of, clock),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Answered counts an answer, by the method and the pattern of its route; how long it
// took counts unless that is zero.
func (m *Metrics) Answered(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	if took > 0 {
		m.took.WithLabelValues(method, route).Observe(took.Seconds())
	}
}

// atOnce bounds how many read the metrics at a time.
const atOnce = 2

// Handler answers Prometheus at /metrics.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: atOnce}))
	return mux
}
