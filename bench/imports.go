package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"axioma/internal/store/seed"
)

const (
	importedRows    = 20_000
	importRounds    = 2
	maxImportTime   = 20 * time.Second
	importPollPause = 100 * time.Millisecond
	maxImportRatio  = 4
	importingShop   = 2_000 // customers
	beforeImports   = 365   // days of their visits
	importWaitsFor  = 5 * time.Minute
)

// benchImports measures check-ins of the importing and another business, with and without an import of 20,000 customers
// and its undo.
func benchImports(ctx context.Context, s *stage) (rows []row, err error) {
	big := &largeStage{stage: &stage{options: s.options}}
	defer func() { err = errors.Join(err, big.close()) }()
	err = big.prepareWith(ctx,
		seed.Businesses{Business: olderBusiness, Customers: importingShop, Visits: 10 * importingShop, Days: beforeImports},
		seed.Businesses{Business: smallBusiness, Customers: 200, Visits: 2_000, Days: beforeImports})
	if err != nil {
		return nil, err
	}
	big.large.token = big.token
	if big.small.token, err = big.signIn(adminEmail); err != nil {
		return nil, err
	}
	if err := errors.Join(big.loadCustomers(&big.large), big.loadCustomers(&big.small)); err != nil {
		return nil, err
	}
	var quiet, loud importTimes
	var took [3]time.Duration
	for round := range importRounds {
		if err := quiet.measureDuring(ctx, big, func() error { time.Sleep(s.options.duration); return nil }); err != nil {
			return nil, err
		}
		err := loud.measureDuring(ctx, big, func() error {
			now, err := big.importOnce(round)
			for at := range took {
				took[at] += now[at] / importRounds
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	both := (took[0] + took[1]).Seconds()
	return append([]row{
		below("20,000 rows: check and import, with check-ins", both, 2*maxImportTime.Seconds(), " s"),
		information("  check, import, undo", fmt.Sprintf("%s, %s, %s s", number(took[0].Seconds()), number(took[1].Seconds()), number(took[2].Seconds()))),
	}, loud.rows(quiet)...), nil
}

type importTimes struct{ same, other pairTimes }

func (i *importTimes) measureDuring(ctx context.Context, b *largeStage, act func() error) error {
	stop := make(chan struct{})
	var group sync.WaitGroup
	faults := make([]error, 2)
	for at, side := range []struct {
		shop  shopToken
		times *pairTimes
	}{{b.large, &i.same}, {b.small, &i.other}} {
		group.Go(func() { faults[at] = b.serveUntil(ctx, side.shop, side.times, stop) })
	}
	err := act()
	close(stop)
	group.Wait()
	return errors.Join(err, errors.Join(faults...))
}

func (b *largeStage) serveUntil(ctx context.Context, shop shopToken, times *pairTimes, stop chan struct{}) error {
	const pause = 20 * time.Millisecond
	c, err := dial(b.server.address, time.Now().Add(importWaitsFor))
	if err != nil {
		return err
	}
	defer c.Close()
	for n := 0; ; n++ {
		select {
		case <-stop:
			return ctx.Err()
		case <-time.After(pause):
		}
		if err := times.add(c, b, shop, n); err != nil {
			return err
		}
	}
}

func (b *largeStage) importOnce(round int) (took [3]time.Duration, err error) {
	c, err := dial(b.server.address, time.Now().Add(importWaitsFor))
	if err != nil {
		return took, err
	}
	defer c.Close()
	post := newRequest("POST", b.server.address, b.large.token)
	var customerImport struct{ ID string }
	begin := time.Now()
	file := post
	file.headers = strings.Replace(post.headers, "application/json", "application/octet-stream", 1)
	if err := ask(c, file.write(nil, "/api/imports?fileName=clientes.csv", "", "", "", importFile(round)), &customerImport); err != nil {
		return took, fmt.Errorf("send a file: %w", err)
	}
	for at, step := range []struct{ act, state string }{{"", "CHECKED"}, {"/start", "DONE"}, {"/undo", "UNDONE"}} {
		if step.act != "" {
			begin = time.Now()
			if err := ask(c, post.write(nil, "/api/imports/", customerImport.ID, step.act, "", "{}"), &customerImport); err != nil {
				return took, fmt.Errorf("%s: %w", step.act, err)
			}
		}
		if err := b.awaitImport(c, customerImport.ID, step.state); err != nil {
			return took, err
		}
		took[at] = time.Since(begin)
	}
	return took, nil
}

func (b *largeStage) awaitImport(c *conn, id, state string) error {
	get := newRequest("GET", b.server.address, b.large.token)
	for {
		var now struct{ State, Failure string }
		if err := ask(c, get.write(nil, "/api/imports/", id, "", "", ""), &now); err != nil {
			return fmt.Errorf("poll an import: %w", err)
		}
		if now.State == state {
			return nil
		}
		if now.State == "FAILED" {
			return fmt.Errorf("the import failed: %s", now.Failure)
		}
		time.Sleep(importPollPause)
	}
}

func importFile(round int) string {
	var file strings.Builder
	file.WriteString("Nombre;Teléfono;Correo;Fecha de nacimiento;Notas;Sellos;Última visita;Acepta promociones\n")
	for n := range importedRows {
		fmt.Fprintf(&file, "Cliente %d García;7%d%07d;cliente%d.%d@example.com;%02d/04/1985;Corte;%d;15/%02d/2025;Sí\n", n, 1+round, n, round, n, 1+n%28, n%9, 1+n%12)
	}
	return file.String()
}

func (i *importTimes) rows(quiet importTimes) []row {
	var rows []row
	for _, side := range []struct {
		name        string
		loud, quiet pairTimes
	}{{"of the same business", i.same, quiet.same}, {"of another business", i.other, quiet.other}} {
		side.loud.register.sort()
		side.quiet.register.sort()
		loud, calm := toMilliseconds(side.loud.register.percentile(95)), toMilliseconds(side.quiet.register.percentile(95))
		rows = append(rows,
			information("check-ins "+side.name+", p50 and p95 without", fmt.Sprintf("%s, %s ms", number(toMilliseconds(side.quiet.register.percentile(50))), number(calm))),
			information("  beside an import", fmt.Sprintf("%s, %s ms, %d of them, %d refused", number(toMilliseconds(side.loud.register.percentile(50))), number(loud), len(side.loud.register), side.loud.busy)),
			below("  p95 beside it, as many times", loud/calm, maxImportRatio, ""))
	}
	return rows
}
