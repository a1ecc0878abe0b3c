//go:build unix

package main

import (
	"context"
	"maps"
	"slices"
)

const (
	partAll   = "all"
	partCheck = "check"
	partRace  = "race"
)

// parts start in this order: the longest first.
func parts() map[string][]step {
	linters := []step{format(), lint("./..."), plainEnglish(), checkWeb(), checkE2E(), checkSite(), generated()}
	goSteps := []step{onPostgres(), concurrencyTests(), races(racePackages...), withoutRace()}
	// Other browsers' drivers cannot set a page's clock.
	tests := append([]step{browser()}, append(goSteps, units())...)
	return map[string][]step{
		partAll:  slices.Concat(tests, []step{engines()}, linters),
		"tests":  tests,
		"go":     goSteps,
		partRace: allWithRace(),
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

func stepsOf(ctx context.Context, options request) ([]step, error) {
	if options.part != partCheck {
		return withPreparations(parts()[options.part]), nil
	}
	changed, err := changedFiles(ctx, options.since)
	if err != nil {
		return nil, err
	}
	steps, err := affectedSteps(ctx, changed)
	return withPreparations(steps), err
}

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
