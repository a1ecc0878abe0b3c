package main

import (
	"context"
	"fmt"
)

const listConnections = 2

func benchLists(ctx context.Context, s *stage) ([]row, error) {
	get := s.request("GET")
	var rows []row
	for _, list := range []struct {
		name string
		path func(n int) string
	}{
		{"list of customers, p95", func(int) string { return "/api/customers?limit=50" }},
		{"search by name, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=cliente+%d", n%s.options.customers) }},
		{"search by part of a phone, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=%05d", n%100_000) }},
		{"search without result, p95", func(n int) string { return fmt.Sprintf("/api/customers?limit=50&q=nadie+%d", n) }},
		{"a customer's progress, p95", func(n int) string { return "/api/customers/" + s.anyCustomer(n) + "/progress" }},
	} {
		work := s.load(func(buffer []byte, n int) ([]byte, bool) {
			return get.write(buffer, list.path(n), "", "", "", ""), true
		})
		work.connections, work.thinkFactor, work.duration = listConnections, listConnections*(readerThinkFactor+1)-1, work.duration/2
		result, err := work.runChecked(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, below(list.name, toMilliseconds(result.latencies.percentile(95)), 50, " ms"))
	}
	return rows, nil
}
