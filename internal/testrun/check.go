//go:build unix

package main

import (
	"context"
	"slices"
	"strings"
)

// touchedBy are the steps that look at what changed: the linters of its side, the tests of the packages that stand on a
// changed one (with the race detector and on both engines those where that could show something), the units of a changed
// file and of its users, the browser tests of changed screens. What a change could break besides is for `all`.
func touchedBy(ctx context.Context, changed []string) ([]step, error) {
	table, err := readScreens(screensText)
	if err != nil {
		return nil, err
	}
	var steps []step
	if specs := table.specsOf(changed); len(specs) > 0 {
		steps = append(steps, browser(specs...))
	}
	goSteps, err := goTouchedBy(ctx, changed)
	if err != nil {
		return nil, err
	}
	steps = append(append(steps, goSteps...), webTouchedBy(changed)...)
	if slices.ContainsFunc(changed, in("e2e/engines")) {
		steps = append(steps, engines())
	}
	if slices.ContainsFunc(changed, in("e2e")) {
		steps = append(steps, checkE2E())
	}
	if slices.ContainsFunc(changed, in("site")) {
		steps = append(steps, checkSite())
	}
	return steps, nil
}

// architecture reads every source file and document, so it stands on all of them.
const architecture = "./internal/architecture"

func goTouchedBy(ctx context.Context, changed []string) ([]step, error) {
	graph, err := loadPackages(ctx)
	if err != nil {
		return nil, err
	}
	touched := graph.touchedBy(changed)
	asked := graph.asked(changed)
	closely := chosen(slices.Concat(watched, partlyWatched), asked)
	steps := []step{inShort(sqlite, withArchitecture(without(closely, chosen(tested(), touched))))}
	if len(touched) == 0 {
		return steps, nil
	}
	if len(closely) > 0 {
		steps = append(steps, inShort(races, closely))
	}
	if onBoth := chosen(onDatabase, asked); len(onBoth) > 0 {
		steps = append(steps, inShort(postgres, onBoth))
	}
	return append(steps, format(), lint(touched...), generated()), nil
}

// tested are all packages with tests.
func tested() []string { return slices.Concat(onDatabase, withoutDatabase) }

// without are those of the packages that are not among others.
func without(others, packages []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return slices.Contains(others, p) })
}

// inShort has tests that play random histories play few of them.
func inShort(tests func(...string) step, packages []string) step {
	return tests(append([]string{"-short"}, packages...)...)
}

// chosen are those of the packages that are touched.
func chosen(packages, touched []string) []string {
	return slices.DeleteFunc(slices.Clone(packages), func(p string) bool { return !slices.Contains(touched, p) })
}

func withArchitecture(packages []string) []string {
	if slices.Contains(packages, architecture) {
		return packages
	}
	return append(packages, architecture)
}

func webTouchedBy(changed []string) []step {
	sources := slices.DeleteFunc(slices.Clone(changed), func(file string) bool { return !in("web")(file) })
	if len(sources) == 0 {
		return nil
	}
	return []step{relatedUnits(sources...), checkWeb()}
}

// in tells of a file whether it stands below a folder.
func in(folder string) func(string) bool {
	return func(file string) bool { return strings.HasPrefix(file, folder+"/") }
}

// changedFiles are the files that differ from a commit, those that git does not know yet among them. Without a commit it
// is what has not been committed, and where all has been, the last commit.
func changedFiles(ctx context.Context, since string) ([]string, error) {
	if since != "" {
		return filesSince(ctx, since)
	}
	changed, err := filesSince(ctx, "HEAD")
	if err != nil || len(changed) > 0 {
		return changed, err
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
