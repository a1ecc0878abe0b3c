package main

import (
	"context"
)

// firstPage is how long a customer waits for her first page on a slow line, in milliseconds: until its first field takes
// what she types, and until its script is there.
type firstPage struct{ Filled, Live float64 }

// benchFirstMinute opens the customers' first pages in a real browser, on a slow line and a slow processor.
// e2e/bench/first-minute.bench.ts says which.
func benchFirstMinute(ctx context.Context, s *stage) ([]row, error) {
	var pages struct {
		Registration, QR, Portal firstPage
		Registered               float64
	}
	if err := s.measureInBrowser(ctx, "first-minute", &pages); err != nil {
		return nil, err
	}
	var rows []row
	for _, p := range []struct {
		name string
		took firstPage
	}{{"registration", pages.Registration}, {"/qr", pages.QR}, {"the portal", pages.Portal}} {
		rows = append(rows,
			below("slow 3G until "+p.name+" takes input", p.took.Filled/1000, 5, " s"),
			information("  until its script is there", number(p.took.Live/1000)+" s"))
	}
	return append(rows, information("slow 3G from a form sent to its QR", number(pages.Registered/1000)+" s")), nil
}
