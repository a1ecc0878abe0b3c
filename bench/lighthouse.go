package main

import "context"

// pageScores are Lighthouse's scores on a phone, 0 to 100. Lowest is the lowest score except Performance.
type pageScores struct{ Performance, Lowest float64 }

func benchLighthouse(ctx context.Context, s *stage) ([]row, error) {
	var pages struct{ Start, Privacy, Login, Registration, QR, Portal pageScores }
	if err := s.measureBy(ctx, "lighthouse", &pages, "node", "e2e/lighthouse/measure.js"); err != nil {
		return nil, err
	}
	var rows []row
	for _, p := range []struct {
		name   string
		scores pageScores
	}{
		{"the start page", pages.Start}, {"a legal page", pages.Privacy}, {"staff sign-in", pages.Login},
		{"registration", pages.Registration}, {"/qr", pages.QR}, {"the portal", pages.Portal},
	} {
		rows = append(rows,
			atLeast("Lighthouse, performance of "+p.name, p.scores.Performance, 98, ""),
			atLeast("  the lowest of its other scores", p.scores.Lowest, 100, ""))
	}
	return rows, nil
}
