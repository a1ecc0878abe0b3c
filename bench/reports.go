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
	olderBusiness = "demonorte"
	olderEmail    = "owner@norte.test"
)

// seedForVisits spreads a million visits over two years, ten million over ten.
func seedForVisits(visits int) seed.Businesses {
	const inAYear = 1_000_000
	return seed.Businesses{Business: olderBusiness, Customers: largeCustomers, Visits: visits, Days: max(2*365, visits/inAYear*365)}
}

func benchReports(ctx context.Context, s *stage) (rows []row, err error) {
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx, seedForVisits(s.options.visits)); err != nil {
		return nil, err
	}
	get := own.request("GET")
	const report = "/api/reports/services"
	for _, read := range []struct {
		name string
		path func(date string, n int) string
	}{
		{"services of a month, p95", func(date string, _ int) string { return report + "?range=month&limit=100&date=" + date }},
		{"services of a day, p95", func(date string, _ int) string { return report + "?range=day&limit=100&date=" + date }},
		{"services of a week, p95", func(date string, _ int) string { return report + "?range=week&limit=100&date=" + date }},
		{"services by name, p95", func(date string, n int) string { return fmt.Sprintf(report+"?range=month&q=%d&date=%s", n%100, date) }},
		{"services of all in one answer, p95", func(date string, _ int) string { return report + "?range=month&date=" + date }},
		{"charts of a month, p95", func(date string, _ int) string { return report + "/charts?range=month&date=" + date }},
	} {
		work := own.load(func(buffer []byte, n int) ([]byte, bool) {
			return get.write(buffer, read.path(monthsAgo(n), n), "", "", "", ""), true
		})
		work.connections, work.thinkFactor = 1, readerThinkFactor
		result, err := work.runChecked(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, below(read.name, toMilliseconds(result.latencies.percentile(95)), reportLimit(s.options.visits), " ms"))
	}
	return rows, nil
}

// reportLimit returns milliseconds, doubled for ten million visits.
func reportLimit(visits int) float64 {
	if visits < 10_000_000 {
		return 100
	}
	return 200
}

func monthsAgo(n int) string {
	now := time.Now()
	return time.Date(now.Year(), now.Month()-1-time.Month(n%12), 15, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func yearBefore(day string) string {
	last, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return last.AddDate(0, 0, -364).Format(time.DateOnly)
}

// prepareWith writes seeded data: registering visits would take too long.
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
