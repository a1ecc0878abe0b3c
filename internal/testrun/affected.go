//go:build unix

package main

import (
	"context"
	"slices"
	"strings"
)

func affectedSteps(ctx context.Context, files []string) ([]step, error) {
	table, err := readScreens(screensText)
	if err != nil {
		return nil, err
	}
	steps := []step{plainEnglish()}
	if specs := table.specsOf(files); len(specs) > 0 {
		steps = append(steps, browser(specs...))
	}
	goSteps, err := affectedGoSteps(ctx, files)
	if err != nil {
		return nil, err
	}
	steps = append(append(steps, goSteps...), affectedWebSteps(files)...)
	if slices.ContainsFunc(files, isIn("e2e/engines")) {
		steps = append(steps, engines())
	}
	if slices.ContainsFunc(files, isIn("e2e")) {
		steps = append(steps, checkE2E())
	}
	if slices.ContainsFunc(files, isIn("site")) {
		steps = append(steps, checkSite())
	}
	return steps, nil
}

// architecture is the package whose tests read all sources: every change affects it.
const architecture = "./internal/architecture"

func affectedGoSteps(ctx context.Context, files []string) ([]step, error) {
	graph, err := loadPackages(ctx)
	if err != nil {
		return nil, err
	}
	affectedPackages := graph.affectedBy(files)
	packages := graph.enginePackages(files)
	raceTested := intersect(slices.Concat(racePackages, partialRacePackages), packages)
	steps := []step{withShort(sqlite, withArchitecture(without(raceTested, intersect(allTested(), affectedPackages))))}
	if len(affectedPackages) == 0 {
		return steps, nil
	}
	if len(raceTested) > 0 {
		steps = append(steps, withShort(races, raceTested))
	}
	if onBoth := intersect(onDatabase, packages); len(onBoth) > 0 {
		steps = append(steps, withShort(postgres, onBoth))
	}
	return append(steps, format(), lint(affectedPackages...), checkGenerated()), nil
}

func allTested() []string { return slices.Concat(onDatabase, withoutDatabase) }

func without(others, packages []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return slices.Contains(others, p) })
}

// withShort adds -short, which limits random histories.
func withShort(tests func(...string) step, packages []string) step {
	return tests(append([]string{"-short"}, packages...)...)
}

func intersect(packages, others []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return !slices.Contains(others, p) })
}

func withArchitecture(packages []string) []string {
	if slices.Contains(packages, architecture) {
		return packages
	}
	return append(packages, architecture)
}

func affectedWebSteps(files []string) []step {
	sources := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !isIn("web")(file) })
	if len(sources) == 0 {
		return nil
	}
	return []step{relatedUnits(sources...), checkWeb()}
}

func isIn(folder string) func(string) bool {
	return func(file string) bool { return strings.HasPrefix(file, folder+"/") }
}

// changedFiles returns the files changed since a commit, untracked ones included. Without since: uncommitted changes
// or, without any, the last commit's.
func changedFiles(ctx context.Context, since string) ([]string, error) {
	if since != "" {
		return filesSince(ctx, since)
	}
	files, err := filesSince(ctx, "HEAD")
	if err != nil || len(files) > 0 {
		return files, err
	}
	return filesSince(ctx, "HEAD~1")
}

func filesSince(ctx context.Context, commit string) ([]string, error) {
	differing, err := git(ctx, "diff", "--name-only", commit, "--")
	if err != nil {
		return nil, err
	}
	unknown, err := git(ctx, "ls-files", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	return strings.Fields(differing + "\n" + unknown), nil
}
