package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// Percent of the baseline server at the same time, so they hold on any machine.
const (
	checkInShare  = 22
	readShare     = 45
	progressShare = 35
	imageShare    = 2
	slowCheckIn   = 20 // ms
)

// benchCheckIns registers visits with keys, as the counter does, on the usual and on twice as many connections.
func benchCheckIns(ctx context.Context, s *stage) ([]row, error) {
	half := len(s.customers) / 2
	rows, err := s.checkIns(ctx, s.options.connections, s.customers[:half])
	if err != nil {
		return nil, err
	}
	more, err := s.checkIns(ctx, 2*s.options.connections, s.customers[half:])
	return append(rows, more...), err
}

func (s *stage) checkIns(ctx context.Context, connections int, customers []string) ([]row, error) {
	if err := s.startBaseline(ctx); err != nil {
		return nil, err
	}
	visits := s.checkInLoad(customers)
	add := newRequest("POST", s.baseline.address, "")
	bareRow := s.load(func(buffer []byte, _ int) ([]byte, bool) {
		return add.write(buffer, baselineRows, "", "", "", "{}"), true
	})
	bareRow.address, bareRow.process = s.baseline.address, s.baseline.cmd.Process.Pid
	loads := []*load{visits, s.baselineLoad(), bareRow}
	for _, l := range loads {
		l.connections, l.warmUp, l.duration = connections, l.warmUp/2, l.duration/2
	}
	all, err := takeTurns(ctx, loads...)
	if err != nil {
		return nil, err
	}
	serverSeries, handlerSeries, commitSeries := all[0], all[1], all[2]
	name := fmt.Sprintf("check-ins, %d connections", connections)
	rows := append(s.comparisonRows(name, serverSeries, handlerSeries, checkInShare),
		information("  a bare group commit beside them", number(commitSeries.perSecond())+"/s"),
		information("  share of it", number(serverSeries.shareOf(commitSeries))+" %"),
		information("  p50", number(toMilliseconds(serverSeries.percentile(50)))+" ms"),
		information("  p95", number(toMilliseconds(serverSeries.percentile(95)))+" ms"),
	)
	return append(rows, s.withoutTargetOnPostgres(below("  p99", toMilliseconds(serverSeries.percentile(99)), slowCheckIn, " ms"))), nil
}

func (s *stage) checkInLoad(customers []string) *load {
	visit := s.request("POST")
	var next atomic.Int64
	return s.load(func(buffer []byte, _ int) ([]byte, bool) {
		n := int(next.Add(1) - 1)
		if n >= len(customers) {
			return nil, false
		}
		return visit.write(buffer, "/api/customers/", customers[n], "/visits", newKey(time.Now()), "{}"), true
	})
}

// newKey returns a UUIDv7 (RFC 9562) without dashes, as in the web app.
func newKey(now time.Time) string {
	const version, variant = 0x7000, 1 << 63
	var key [16]byte
	binary.BigEndian.PutUint64(key[:], uint64(now.UnixMilli())<<16|version|rand.Uint64N(1<<12))
	binary.BigEndian.PutUint64(key[8:], variant|rand.Uint64N(1<<62))
	return hex.EncodeToString(key[:])
}

func benchReads(ctx context.Context, s *stage) ([]row, error) {
	return s.benchRequests(ctx, "customer reads", readShare, s.request("GET"), "/api/customers/", "")
}

func benchProgress(ctx context.Context, s *stage) ([]row, error) {
	return s.benchRequests(ctx, "progress", progressShare, s.request("GET"), "/api/customers/", "/progress")
}

func benchImages(ctx context.Context, s *stage) ([]row, error) {
	return s.benchRequests(ctx, "QR images", imageShare, newRequest("GET", s.server.address, ""), "/api/public/customers/", "/qr.png")
}

func (s *stage) benchRequests(ctx context.Context, name string, share float64, get request, path, tail string) ([]row, error) {
	if err := s.startBaseline(ctx); err != nil {
		return nil, err
	}
	reads := s.load(func(buffer []byte, n int) ([]byte, bool) {
		return get.write(buffer, path, s.anyCustomer(n), tail, "", ""), true
	})
	all, err := takeTurns(ctx, reads, s.baselineLoad())
	if err != nil {
		return nil, err
	}
	rows := s.comparisonRows(name, all[0], all[1], share)
	return append(rows, information("  p99", number(toMilliseconds(all[0].percentile(99)))+" ms")), nil
}

func (s *stage) baselineLoad() *load {
	get := newRequest("GET", s.baseline.address, "")
	l := s.load(func(buffer []byte, _ int) ([]byte, bool) {
		return get.write(buffer, baselinePath, "", "", "", ""), true
	})
	l.address, l.process = s.baseline.address, s.baseline.cmd.Process.Pid
	return l
}

func (s *stage) comparisonRows(name string, serverSeries, handlerSeries series, share float64) []row {
	return []row{
		information(name, number(serverSeries.perSecond())+"/s"),
		information("  a bare handler beside them", number(handlerSeries.perSecond())+"/s"),
		s.withoutTargetOnPostgres(atLeast("  share of it", serverSeries.shareOf(handlerSeries), share, " %")),
		information("  share of it by the processors' time", number(serverSeries.cpuShareOf(handlerSeries))+" %"),
	}
}

func (s *stage) withoutTargetOnPostgres(r row) row {
	if s.options.database != "" {
		return information(r.name, r.value)
	}
	return r
}

// anyCustomer returns the customer of request n. Customers of successive requests are not neighbours in the file.
func (s *stage) anyCustomer(n int) string {
	const stride = 7919
	return s.customers[n*stride%len(s.customers)]
}

func milliseconds(result outcome, percentile int) string {
	return number(toMilliseconds(result.latencies.percentile(percentile))) + " ms"
}

func toMilliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
