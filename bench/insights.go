package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/store/seed"
)

// smallShops make indexes and statistics realistic.
const smallShops = 200

func benchInsights(ctx context.Context, s *stage) (rows []row, err error) {
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx, seedForVisits(s.options.visits),
		seed.Businesses{Business: "other", Count: smallShops, Customers: 100, Visits: 1000, Days: 730}); err != nil {
		return nil, err
	}
	today := time.Now().Format(time.DateOnly)
	lastYear := "?to=" + today + "&from=" + yearBefore(today)
	get := own.request("GET")
	for _, call := range []struct{ name, path string }{
		{"the dashboard", "/api/business/week"},
		{"a page of lost customers", "/api/business/lost?limit=50"},
		{"staff report of 28 days", "/api/reports/staff"},
		{"staff report of a year", "/api/reports/staff" + lastYear},
		{"returning customers", "/api/reports/returns"},
		{"absent customers", "/api/reports/absent"},
		{"a page of customers to invite", "/api/reports/absent/customers?absence=LOST&limit=50"},
		{"recovered customers", "/api/reports/absent/recovered?limit=50"},
		{"sent invitations", "/api/reports/absent/greetings?limit=50"},
		{"debt report of 28 days", "/api/reports/debt"},
		{"debt report of a year", "/api/reports/debt" + lastYear},
	} {
		work := own.load(func(buffer []byte, _ int) ([]byte, bool) {
			return get.write(buffer, call.path, "", "", "", ""), true
		})
		work.connections, work.thinkFactor = 1, readerThinkFactor
		result, err := work.runChecked(ctx)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", call.name, err)
		}
		rows = append(rows,
			below(call.name+", p95", toMilliseconds(result.latencies.percentile(95)), reportLimit(s.options.visits), " ms"),
			information("  p50", number(toMilliseconds(result.latencies.percentile(50)))+" ms"))
	}
	return rows, nil
}
