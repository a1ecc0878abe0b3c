package main

import (
	"context"
)

// firstPage is milliseconds on a slow line until the first field accepts input and the script has loaded.
type firstPage struct{ Filled, Live float64 }

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
