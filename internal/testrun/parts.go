//go:build unix

package main

import (
	"context"
	"maps"
	"slices"
)

// The parts that can be asked for.
const (
	partAll   = "all"
	partCheck = "check"
	partRace  = "race"
)

// parts are the steps of each part but `check`, what takes longest first: they begin in this order.
func parts() map[string][]step {
	linters := []step{format(), lint("./..."), checkWeb(), checkE2E(), checkSite(), generated()}
	goSteps := []step{onPostgres(), meetings(), races(watched...), sqlite(without(watched, tested())...)}
	// The other engines are left out of what is run under other clocks: their drivers set none for a page.
	tests := append([]step{browser()}, append(goSteps, units())...)
	return map[string][]step{
		partAll:  slices.Concat(tests, []step{engines()}, linters),
		"tests":  tests,
		"go":     goSteps,
		partRace: everythingWatched(),
		"web":    {units(), checkWeb()},
		"late":   {lateUnits()},
		"preact": {preactUnits()},
		"e2e":    {browser(), engines()},
		"lint":   linters,
	}
}

func partNames() []string {
	return append(slices.Sorted(maps.Keys(parts())), partCheck)
}

// stepsOf are the steps of what is asked for, with what they stand on first.
func stepsOf(ctx context.Context, asked request) ([]step, error) {
	if asked.part != partCheck {
		return withPreparations(parts()[asked.part]), nil
	}
	changed, err := changedFiles(ctx, asked.since)
	if err != nil {
		return nil, err
	}
	steps, err := touchedBy(ctx, changed)
	return withPreparations(steps), err
}

// withPreparations puts before the steps what they stand on, and what that stands on.
func withPreparations(steps []step) []step {
	needed := map[string]bool{}
	for _, s := range steps {
		need(s, needed)
	}
	before := slices.DeleteFunc(preparations(), func(s step) bool { return !needed[s.name] })
	return append(before, steps...)
}

func need(s step, needed map[string]bool) {
	for _, prepared := range preparations() {
		if slices.Contains(s.after, prepared.name) {
			needed[prepared.name] = true
			need(prepared, needed)
		}
	}
}
