package main

import (
	"context"
	"time"
)

// benchCheckIns registers one visit for each of many customers, every one with a key of its own, as the counter does.
func benchCheckIns(ctx context.Context, s *stage) ([]row, error) {
	visit := s.request("POST")
	result, err := s.load(func(buffer []byte, n int) ([]byte, bool) {
		if n >= len(s.customers) {
			return nil, false
		}
		id := s.customers[n]
		return visit.write(buffer, "/api/customers/", id, "/visits", id, "{}"), true
	}).measured(ctx)
	if err != nil {
		return nil, err
	}
	return []row{
		atLeast("check-ins", result.perSecond(), 4000, "/s"),
		information("  p50", milliseconds(result, 50)),
		information("  p95", milliseconds(result, 95)),
		below("  p99", inMilliseconds(result.latencies.percentile(99)), 40, " ms"),
	}, nil
}

// benchReads opens customers' records.
func benchReads(ctx context.Context, s *stage) ([]row, error) {
	get := s.request("GET")
	result, err := s.load(func(buffer []byte, n int) ([]byte, bool) {
		return get.write(buffer, "/api/customers/", s.anyCustomer(n), "", "", ""), true
	}).measured(ctx)
	if err != nil {
		return nil, err
	}
	return []row{
		atLeast("customer reads", result.perSecond(), 10_000, "/s"),
		information("  p99", milliseconds(result, 99)),
	}, nil
}

// benchImages draws customers' QR codes, each a different one.
func benchImages(ctx context.Context, s *stage) ([]row, error) {
	get := newRequest("GET", s.server.address, "")
	result, err := s.load(func(buffer []byte, n int) ([]byte, bool) {
		return get.write(buffer, "/api/public/customers/", s.anyCustomer(n), "/qr.png", "", ""), true
	}).measured(ctx)
	if err != nil {
		return nil, err
	}
	return []row{
		atLeast("QR images", result.perSecond(), 2000, "/s"),
		information("  p99", milliseconds(result, 99)),
	}, nil
}

// anyCustomer walks through the customers in steps that keep neighbours in the file apart.
func (s *stage) anyCustomer(n int) string {
	const stride = 7919
	return s.customers[n*stride%len(s.customers)]
}

func milliseconds(result outcome, percentile int) string {
	return number(inMilliseconds(result.latencies.percentile(percentile))) + " ms"
}

func inMilliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
