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
	linters := []step{format(), lint("./..."), plainEnglish(), checkWeb(), checkE2E(), checkSite(), checkGenerated()}
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
	files, err := changedFiles(ctx, options.since)
	if err != nil {
		return nil, err
	}
	steps, err := affectedSteps(ctx, files)
	return withPreparations(steps), err
}

func withPreparations(steps []step) []step {
	neededNames := map[string]bool{}
	for _, s := range steps {
		need(s, neededNames)
	}
	before := slices.DeleteFunc(preparations(), func(s step) bool { return !neededNames[s.name] })
	return append(before, steps...)
}

func need(s step, neededNames map[string]bool) {
	for _, preparation := range preparations() {
		if slices.Contains(s.after, preparation.name) {
			neededNames[preparation.name] = true
			need(preparation, neededNames)
		}
	}
}
