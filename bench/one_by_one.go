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
	listenedTo   = 15 // check-ins
	pauses       = 30 * time.Millisecond
	pgbenchParts = 4
	roundTrips   = 4
	timesPgbench = 1.1
)

// benchOneByOne counts how often a check-in waits for PostgreSQL, and has pgbench send the statements of check-ins one by
// one, by turns with check-ins of the same shop through the server, as many each.
func benchOneByOne(ctx context.Context, s *stage) ([]row, error) {
	if s.options.database == "" {
		return nil, nil
	}
	big, err := s.prepareLarge(ctx)
	if err != nil {
		return nil, err
	}
	came := pastCustomers(0, largeCustomers/2)
	heard, err := big.listen(ctx, came[:listenedTo])
	if err != nil {
		return nil, err
	}
	program, err := findPgbench()
	if err != nil {
		return nil, fmt.Errorf("look for pgbench: %w", err)
	}
	rows := []row{atMost("round trips of a check-in", float64(heard.trips), roundTrips)}
	if program == "" {
		return append(rows, information("pgbench", "is not installed")), nil
	}
	p, err := newPgbench(program, s.options.database, big.folder, heard.script, s.options.connections, largeCustomers/2)
	if err != nil {
		return rows, err
	}
	more, err := big.oneByOne(ctx, p, came[listenedTo:])
	return append(rows, more...), err
}

// pastCustomers are the ids of customers of the large shop who come by themselves: not archived, and of no family.
func pastCustomers(first, end int) []string {
	var ids []string
	for i := first; i < end; i++ {
		if i%40 >= 5 && i%50 != 49 {
			ids = append(ids, seed.CustomerID(i))
		}
	}
	return ids
}

// heard is what was heard of check-ins: how often one waits for the database, and what pgbench is to send instead.
type heard struct {
	trips  int
	script string
}

// listen has a server of its own speak with the database over a wire that is listened to.
func (b *largeStage) listen(ctx context.Context, customers []string) (h heard, err error) {
	database, err := url.Parse(b.options.database)
	if err != nil {
		return h, fmt.Errorf("read the database's address: %w", err)
	}
	w, err := tap(database.Host)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	query := database.Query()
	query.Set("sslmode", "disable") // or there would be nothing to read
	database.Host, database.RawQuery = w.address(), query.Encode()
	own := &stage{options: b.options}
	own.options.database = database.String()
	defer func() { err = errors.Join(err, own.close()) }()
	if err := own.open(ctx); err != nil {
		return h, err
	}
	all, err := own.overhear(w, customers)
	if err != nil {
		return h, err
	}
	return sumUp(all, customers)
}

// open starts a server on the data that the database has, where the owner of the large shop signs in.
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

// overhear registers visits one after the other and returns what was said for each.
func (s *stage) overhear(w *wire, customers []string) ([]said, error) {
	c, err := dial(s.server.address, time.Now().Add(time.Minute))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	visit := s.request("POST")
	all := make([]said, len(customers))
	for i, id := range customers {
		// What is done behind an answer is over by then, and counts for nobody.
		time.Sleep(pauses)
		if _, err := w.take(); err != nil {
			return nil, err
		}
		var registered struct{ ID string }
		if err := ask(c, visit.write(nil, "/api/customers/", id, "/visits", newKey(time.Now()), "{}"), &registered); err != nil {
			return nil, fmt.Errorf("register a visit: %w", err)
		}
		if all[i], err = w.take(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

var errAllDiffer = errors.New("no two check-ins said the same to the database")

// sumUp takes the median of the round trips: what the server does by itself falls on a few check-ins. The script is that
// of the shortest of which there are two.
func sumUp(all []said, customers []string) (heard, error) {
	trips := make([]int, len(all))
	for i, s := range all {
		trips[i] = s.trips
	}
	slices.Sort(trips)
	h := heard{trips: trips[len(trips)/2]}
	shortest := -1
	for i, one := range all {
		for _, other := range all[i+1:] {
			if sameStatements(one, other) && (shortest < 0 || len(one.calls) < shortest) {
				shortest, h.script = len(one.calls), script(one.calls, other.calls, customers[i])
			}
		}
	}
	if shortest <= 0 {
		return h, errAllDiffer
	}
	return h, nil
}

func sameStatements(one, other said) bool {
	return slices.EqualFunc(one.calls, other.calls, func(a, b call) bool { return a.statement == b.statement })
}

// oneByOne takes turns with pgbench until the customers have come.
func (b *largeStage) oneByOne(ctx context.Context, p *pgbench, customers []string) ([]row, error) {
	each := len(customers) / pgbenchParts
	var done, sent, times []float64
	for part := range pgbenchParts {
		comings := b.comings(customers[part*each : (part+1)*each])
		comings.warmUp, comings.duration = 0, 0
		result, err := comings.run(ctx)
		if err != nil {
			return nil, err
		}
		rate, err := p.run(ctx, each/p.connections)
		if err != nil {
			return nil, err
		}
		done, sent, times = append(done, result.perSecond()), append(sent, rate), append(times, result.perSecond()/rate)
	}
	return []row{
		information(fmt.Sprintf("PostgreSQL: check-ins, %d connections", p.connections), number(median(done))+"/s"),
		information("  pgbench, the same one by one", number(median(sent))+"/s"),
		atLeast("  as many times as pgbench", median(times), timesPgbench, ""),
	}, nil
}
