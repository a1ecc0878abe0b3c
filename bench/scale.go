package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"axioma/internal/store/seed"
)

// The installation of docs/operate/scale.md, and a sample with businesses of a tenth of the size.
const (
	scaleShops      = 50_000
	scaleVisits     = 5_000_000_000
	scaleDays       = 1825
	sampleShops     = 50
	sampleCustomers = 200
	sampleVisits    = scaleVisits / scaleShops / 10
	sampleCheckIns  = 300
	listedTables    = 6
	saturdayShare   = 0.3 // of a week
	busiestHour     = 0.2 // of a Saturday
)

func benchScale(ctx context.Context, s *stage) (rows []row, err error) {
	if s.options.database == "" {
		return nil, nil
	}
	own := &stage{options: s.options}
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.prepareWith(ctx,
		seed.Businesses{Business: olderBusiness, Customers: sampleCustomers, Visits: sampleVisits, Days: scaleDays},
		seed.Businesses{Business: "other", Count: sampleShops - 1, Customers: sampleCustomers, Visits: sampleVisits, Days: scaleDays}); err != nil {
		return nil, err
	}
	before, err := seed.TableSizes(ctx, s.options.database)
	if err != nil {
		return nil, err
	}
	checkIns, err := registerVisits(own, sampleCheckIns)
	if err != nil {
		return nil, err
	}
	after, err := seed.TableSizes(ctx, s.options.database)
	if err != nil {
		return nil, err
	}
	return slices.Concat(projectedSizes(before), addedRows(before, after, checkIns), busiestSaturday()), nil
}

func projectedSizes(sizes []seed.TableSize) []row {
	var visits, total float64
	for _, size := range sizes {
		total += float64(size.Total())
		if size.Name == "visits" {
			visits = float64(size.Rows)
		}
	}
	projectSize := func(bytes int64) string { return number(float64(bytes)*scaleVisits/visits/1e9) + " GB" }
	rows := []row{
		information("a visit in all tables", number(total/visits)+" bytes"),
		information("5 billion visits in all tables", number(total*scaleVisits/visits/1e9)+" GB"),
	}
	for _, size := range sizes[:listedTables] {
		rows = append(rows, information("  "+size.Name, fmt.Sprintf("%s million rows, %s, %s of indexes",
			number(float64(size.Rows)*scaleVisits/visits/1e6), projectSize(size.Bytes), projectSize(size.IndexBytes))))
	}
	return rows
}

func addedRows(before, after []seed.TableSize, checkIns int) (rows []row) {
	for _, table := range after {
		old := slices.IndexFunc(before, func(b seed.TableSize) bool { return b.Name == table.Name })
		if newRows := table.Rows - before[old].Rows; newRows > 0 {
			rows = append(rows, information("rows of "+table.Name+" for a check-in", number(float64(newRows)/float64(checkIns))))
		}
	}
	return rows
}

func registerVisits(s *stage, limit int) (int, error) {
	c, err := dial(s.server.address, time.Now().Add(5*time.Minute))
	if err != nil {
		return 0, err
	}
	defer c.Close()
	var page struct{ Items []struct{ ID string } }
	if err := ask(c, s.request("GET").write(nil, fmt.Sprintf("/api/customers?limit=%d", limit), "", "", "", ""), &page); err != nil {
		return 0, fmt.Errorf("list customers: %w", err)
	}
	post := s.request("POST")
	for _, customer := range page.Items {
		var visit json.RawMessage
		if err := ask(c, post.write(nil, "/api/customers/", customer.ID, "/visits", newKey(time.Now()), "{}"), &visit); err != nil {
			return 0, fmt.Errorf("register a visit: %w", err)
		}
	}
	return len(page.Items), nil
}

func busiestSaturday() []row {
	perWeek := float64(scaleVisits) / scaleDays * 7
	perHour := perWeek * saturdayShare * busiestHour
	return []row{
		information("check-ins in the busiest hour", number(perHour/time.Hour.Seconds())+"/s"),
		information("  of a business", number(perHour/scaleShops)+"/h"),
	}
}
