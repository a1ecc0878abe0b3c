package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"axioma/internal/store/seed"
)

const (
	tracedCheckIns = 15
	tracePause     = 30 * time.Millisecond
	pgbenchParts   = 4
	roundTrips     = 4
	timesPgbench   = 1.1
)

// benchOneByOne counts a check-in's round trips to PostgreSQL and compares the server with pgbench sending the same
// statements.
func benchOneByOne(ctx context.Context, s *stage) ([]row, error) {
	if s.options.database == "" {
		return nil, nil
	}
	big, err := s.prepareLarge(ctx)
	if err != nil {
		return nil, err
	}
	customers := seedCustomers(0, largeCustomers/2)
	trace, err := big.traceCheckIns(ctx, customers[:tracedCheckIns])
	if err != nil {
		return nil, err
	}
	program, err := findPgbench()
	if err != nil {
		return nil, fmt.Errorf("look for pgbench: %w", err)
	}
	rows := []row{atMost("round trips of a check-in", float64(trace.trips), roundTrips)}
	if program == "" {
		return append(rows, information("pgbench", "is not installed")), nil
	}
	p, err := newPgbench(program, s.options.database, big.folder, trace.script, s.options.connections, largeCustomers/2)
	if err != nil {
		return rows, err
	}
	more, err := big.oneByOne(ctx, p, customers[tracedCheckIns:])
	return append(rows, more...), err
}

// seedCustomers returns customers neither archived nor in a family.
func seedCustomers(first, end int) []string {
	var ids []string
	for i := first; i < end; i++ {
		if i%40 >= 5 && i%50 != 49 {
			ids = append(ids, seed.CustomerID(i))
		}
	}
	return ids
}

type checkInTrace struct {
	trips  int
	script string
}

func (b *largeStage) traceCheckIns(ctx context.Context, customers []string) (trace checkInTrace, err error) {
	database, err := url.Parse(b.options.database)
	if err != nil {
		return trace, fmt.Errorf("read the database's address: %w", err)
	}
	w, err := startProxy(database.Host)
	if err != nil {
		return trace, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	query := database.Query()
	query.Set("sslmode", "disable") // the proxy cannot read encrypted messages
	database.Host, database.RawQuery = w.address(), query.Encode()
	own := &stage{options: b.options}
	own.options.database = database.String()
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.open(ctx); err != nil {
		return trace, err
	}
	all, err := own.recordCheckIns(w, customers)
	if err != nil {
		return trace, err
	}
	return summarize(all, customers)
}

func (s *stage) open(ctx context.Context) error {
	var err error
	if s.folder, err = os.MkdirTemp(filepath.Dir(s.options.binary), "bench-"); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if s.server, err = startServer(ctx, s.options, s.folder); err != nil {
		return err
	}
	s.token, err = s.signIn(olderEmail)
	return err
}

func (s *stage) recordCheckIns(w *proxy, customers []string) ([]recording, error) {
	c, err := dial(s.server.address, time.Now().Add(time.Minute))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	visit := s.request("POST")
	all := make([]recording, len(customers))
	for i, id := range customers {
		// Waits until background work after the previous response has ended.
		time.Sleep(tracePause)
		if _, err := w.drain(); err != nil {
			return nil, err
		}
		var registeredVisit struct{ ID string }
		if err := ask(c, visit.write(nil, "/api/customers/", id, "/visits", newKey(time.Now()), "{}"), &registeredVisit); err != nil {
			return nil, fmt.Errorf("register a visit: %w", err)
		}
		if all[i], err = w.drain(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

var errAllDiffer = errors.New("no two check-ins sent the same script to the database")

// summarize takes the median round trips, because background work affects few check-ins, and the shortest script that
// occurs twice.
func summarize(all []recording, customers []string) (checkInTrace, error) {
	trips := make([]int, len(all))
	for i, s := range all {
		trips[i] = s.trips
	}
	slices.Sort(trips)
	trace := checkInTrace{trips: trips[len(trips)/2]}
	shortest := -1
	for i, one := range all {
		for _, other := range all[i+1:] {
			if sameStatements(one, other) && (shortest < 0 || len(one.calls) < shortest) {
				shortest, trace.script = len(one.calls), script(one.calls, other.calls, customers[i])
			}
		}
	}
	if shortest <= 0 {
		return trace, errAllDiffer
	}
	return trace, nil
}

func sameStatements(one, other recording) bool {
	return slices.EqualFunc(one.calls, other.calls, func(a, b call) bool { return a.statement == b.statement })
}

func (b *largeStage) oneByOne(ctx context.Context, p *pgbench, customers []string) ([]row, error) {
	each := len(customers) / pgbenchParts
	var serverRates, pgbenchRates, times []float64
	for part := range pgbenchParts {
		comings := b.checkInLoad(customers[part*each : (part+1)*each])
		comings.warmUp, comings.duration = 0, 0
		result, err := comings.run(ctx)
		if err != nil {
			return nil, err
		}
		rate, err := p.run(ctx, each/p.connections)
		if err != nil {
			return nil, err
		}
		serverRates, pgbenchRates, times = append(serverRates, result.perSecond()), append(pgbenchRates, rate), append(times, result.perSecond()/rate)
	}
	return []row{
		information(fmt.Sprintf("PostgreSQL: check-ins, %d connections", p.connections), number(median(serverRates))+"/s"),
		information("  pgbench, the same one by one", number(median(pgbenchRates))+"/s"),
		atLeast("  as many times as pgbench", median(times), timesPgbench, ""),
	}, nil
}
