package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"axioma/internal/store/seed"
)

const (
	// olderBusiness is the second demo business, which gets a past; its owner signs in.
	olderBusiness = "demonorte"
	olderEmail    = "owner@norte.test"
)

// someYears are the visits of twenty thousand customers: a million in two years, ten million in ten.
func someYears(visits int) seed.Businesses {
	const inAYear = 1_000_000
	return seed.Businesses{Business: olderBusiness, Customers: largeCustomers, Visits: visits, Days: max(2*365, visits/inAYear*365)}
}

// benchReports reads the services report and the owner's week of a business with a past. It has a server of its own.
func benchReports(ctx context.Context, s *stage) (rows []row, err error) {
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx, someYears(s.options.visits)); err != nil {
		return nil, err
	}
	get := own.request("GET")
	const report = "/api/reports/services"
	for _, look := range []struct {
		name string
		path func(date string, n int) string
	}{
		{"services of a month, p95", func(date string, _ int) string { return report + "?range=month&limit=100&date=" + date }},
		{"services of a day, p95", func(date string, _ int) string { return report + "?range=day&limit=100&date=" + date }},
		{"services of a week, p95", func(date string, _ int) string { return report + "?range=week&limit=100&date=" + date }},
		{"services by name, p95", func(date string, n int) string { return fmt.Sprintf(report+"?range=month&q=%d&date=%s", n%100, date) }},
		{"services of all in one answer, p95", func(date string, _ int) string { return report + "?range=month&date=" + date }},
		{"charts of a month, p95", func(date string, _ int) string { return report + "/charts?range=month&date=" + date }},
		{"the owner's week, p95", func(string, int) string { return "/api/business/week" }},
	} {
		work := own.load(func(buffer []byte, n int) ([]byte, bool) {
			return get.write(buffer, look.path(someMonth(n), n), "", "", "", ""), true
		})
		work.connections, work.thinks = 1, leafing
		result, err := work.measured(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, below(look.name, inMilliseconds(result.latencies.percentile(95)), reportLimit(s.options.visits), " ms"))
	}
	return rows, nil
}

// reportLimit is what a report may take, in ms: twice as much of ten million visits as of one.
func reportLimit(visits int) float64 {
	if visits < 10_000_000 {
		return 100
	}
	return 200
}

// someMonth is a day in the middle of one of the last twelve whole months.
func someMonth(n int) string {
	now := time.Now()
	return time.Date(now.Year(), now.Month()-1-time.Month(n%12), 15, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// prepareWith starts a server that has a past. It is written behind the server's back, because through the counter it
// would take as long as it took.
func (s *stage) prepareWith(ctx context.Context, shops ...seed.Businesses) error {
	var err error
	if s.folder, err = os.MkdirTemp(filepath.Dir(s.options.binary), "bench-"); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if s.server, err = startServer(ctx, s.options, s.folder); err != nil {
		return err
	}
	err = s.server.stop()
	s.server = nil
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := seed.Write(ctx, s.database(), time.Now(), shops...); err != nil {
		return err
	}
	progress("wrote a past in %s", time.Since(begin).Round(time.Millisecond))
	if s.server, err = startServer(ctx, s.options, s.folder); err != nil {
		return err
	}
	s.token, err = s.signIn(olderEmail)
	return err
}
