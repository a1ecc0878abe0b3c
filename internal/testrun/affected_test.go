//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func chdirToRoot(t *testing.T) {
	t.Helper()
	t.Chdir("../..")
}

func TestOnDatabase_ListsEveryPackageThatOpensADatabase(t *testing.T) {
	chdirToRoot(t)
	graph := packages(t)
	want := packagesWithTests(t, graph)
	want = slices.DeleteFunc(want, func(folder string) bool {
		return folder != "./internal/database" && !slices.Contains(graph[folder], "./internal/store/storetest")
	})
	if !slices.Equal(onDatabase, want) {
		t.Errorf("packages whose tests open a database: got %q, want %q", onDatabase, want)
	}
}

func TestPackageLists_EveryPackage_IsTestedOnce(t *testing.T) {
	chdirToRoot(t)
	testedPackages := slices.Sorted(slices.Values(allTested()))
	if want := packagesWithTests(t, packages(t)); !slices.Equal(testedPackages, want) {
		t.Errorf("packages with tests: %q, but tested are %q; want the same", want, testedPackages)
	}
}

func TestRacePackages_EveryPackageWithGoroutines_IsListed(t *testing.T) {
	chdirToRoot(t)
	begins := regexp.MustCompile(`(?m)^\s*go (func|\w+[.(])|\.Go\(`)
	graph := packages(t)
	for _, folder := range without(slices.Concat(racePackages, partialRacePackages), packagesWithTests(t, graph)) {
		if !slices.Contains(graph["./cmd/axioma"], folder) {
			continue
		}
		for file, source := range sourcesIn(t, folder) {
			if begins.MatchString(source) {
				t.Errorf("%s starts a goroutine but is not tested with the race detector: %q", file, begins.FindString(source))
			}
		}
	}
}

func sourcesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[file] = string(content)
	}
	return sources
}

func TestChosenTests_Race_AreOfThePartialRacePackages(t *testing.T) {
	chdirToRoot(t)
	if chosenPackages := listChosenPackages(t, "race"); !slices.Equal(chosenPackages, partialRacePackages) {
		t.Errorf("scripts/test-chosen race selects %q, but partialRacePackages has %q, want the same", chosenPackages, partialRacePackages)
	}
	for _, folder := range partialRacePackages {
		if slices.Contains(racePackages, folder) {
			t.Errorf("%s is in racePackages already", folder)
		}
	}
}

func TestChosenTests_Postgres_CoverEveryPackageOnADatabase(t *testing.T) {
	chdirToRoot(t)
	chosenPackages := listChosenPackages(t, "postgres")
	for _, folder := range onDatabase {
		if !slices.Contains(chosenPackages, folder) {
			t.Errorf("scripts/test-chosen postgres runs no test of %s", folder)
		}
	}
}

func TestChosenTests_SQLite_AreThoseThatRaceLeaves(t *testing.T) {
	chdirToRoot(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "go"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	runScript := func(arguments ...string) []string {
		output, err := exec.Command("scripts/test-chosen", arguments...).Output()
		if err != nil {
			t.Fatalf("run scripts/test-chosen %q: %v", arguments, err)
		}
		return strings.Split(strings.TrimSpace(string(output)), "\n")
	}
	race := runScript("race", "-json")
	want := []string{strings.Replace(race[0], " -run ", " -skip ", 1), "test -json ./internal/qr"}
	if got := runScript("sqlite", "-json", "./internal/qr"); len(race) != 1 || !slices.Equal(got, want) {
		t.Errorf("go is called with %q, want %q", got, want)
	}
}

func listChosenPackages(t *testing.T, set string) []string {
	t.Helper()
	output, err := exec.Command("scripts/test-chosen", set, "list").Output()
	if err != nil {
		t.Fatalf("list the packages of %s: %v", set, err)
	}
	return strings.Fields(string(output))
}

func packages(t *testing.T) packageGraph {
	t.Helper()
	graph, err := loadPackages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

func packagesWithTests(t *testing.T, graph packageGraph) []string {
	t.Helper()
	var folders []string
	for folder := range graph {
		tests, err := filepath.Glob(folder + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		if len(tests) > 0 {
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	return folders
}

func TestAffectedBy_Change_IncludesDependents(t *testing.T) {
	graph, err := readPackages(strings.NewReader(`
		{"ImportPath":"axioma/internal/loyalty","Deps":["time"]}
		{"ImportPath":"axioma/internal/store","Deps":["axioma/internal/loyalty"]}
		{"ImportPath":"axioma/internal/qr","Deps":["bytes"]}
		{"ImportPath":"axioma/internal/qr_test [axioma/internal/qr.test]","Deps":["axioma/internal/loyalty","axioma/internal/store [axioma/internal/qr.test]"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct {
		files, touches string
	}{
		{"internal/loyalty/card.go", "./internal/loyalty ./internal/qr ./internal/store"},
		{"internal/store/migrations/00001_first.sql", "./internal/qr ./internal/store"},
		{"internal/qr/qr.go web/src/staff/app/router.tsx", "./internal/qr"},
		{"docs/glossary.md", ""},
		{"go.mod", "./internal/loyalty ./internal/qr ./internal/store"},
	} {
		if got := strings.Join(graph.affectedBy(strings.Fields(change.files)), " "); got != change.touches {
			t.Errorf("%s touches %q, want %q", change.files, got, change.touches)
		}
	}
}

func TestAffectedBy_ServicePackage_RunsItsOwnTests(t *testing.T) {
	service := []string{"./internal/service", "./internal/service/access", "./internal/service/usecase"}
	tests := append(slices.Clone(service), "./internal/service/servicetest")
	graph := packageGraph{
		"./internal/service/usecase":     {"./internal/service/usecase"},
		"./internal/service/access":      tests,
		"./internal/service/passes":      append(slices.Clone(tests), "./internal/service/passes"),
		"./internal/service":             tests,
		"./internal/service/servicetest": tests,
		"./internal/httpapi":             append(slices.Clone(tests), "./internal/httpapi"),
	}
	const all = "./internal/httpapi ./internal/service ./internal/service/access ./internal/service/passes"
	for file, want := range map[string]string{
		"internal/service/access/users.go":      "./internal/httpapi ./internal/service/access",
		"internal/service/access/users_test.go": "./internal/httpapi ./internal/service/access",
		"internal/service/passes/pushes.go":     "./internal/service/passes",
		"internal/service/servicetest/shop.go":  all + " ./internal/service/servicetest",
	} {
		if got := strings.Join(graph.affectedBy([]string{file}), " "); got != want {
			t.Errorf("a change of %s touches %q, want %q", file, got, want)
		}
	}
}

func TestScreens_EveryFolderAndSpec_IsListed(t *testing.T) {
	chdirToRoot(t)
	table, err := readScreens(screensText)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, pattern := range []string{"web/src/*/", "web/src/acts/*/", "web/src/guest/*/", "web/src/shared/*/", "web/src/staff/*/"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, paths...)
	}
	dividedFolders := []string{"web/src/acts", "web/src/guest", "web/src/shared", "web/src/staff", "web/src/test"}
	for _, place := range places {
		inside := slices.Contains(dividedFolders, strings.TrimSuffix(place, "/"))
		if !inside && len(table[strings.TrimSuffix(place, "/")+"/"]) == 0 {
			t.Errorf("no browser test covers %s", place)
		}
	}
	specs, err := filepath.Glob("e2e/tests/*.spec.ts")
	if err != nil {
		t.Fatal(err)
	}
	for place, specNames := range table {
		if files, err := filepath.Glob(place + "*"); err != nil || len(files) == 0 {
			t.Errorf("no file begins with %s", place)
		}
		for _, spec := range specNames {
			if !slices.Contains(specs, "e2e/tests/"+spec+".spec.ts") {
				t.Errorf("%s: there is no browser test %s", place, spec)
			}
		}
	}
	for _, spec := range specs {
		if !isNamed(table, strings.TrimSuffix(filepath.Base(spec), ".spec.ts")) {
			t.Errorf("no screen names the browser test %s", spec)
		}
	}
}

func isNamed(table screens, spec string) bool {
	for _, specNames := range table {
		if slices.Contains(specNames, spec) {
			return true
		}
	}
	return false
}

func TestScreens_ChangedFile_SelectsItsSpecs(t *testing.T) {
	table := screens{
		"web/src/staff/users/":    {"users"},
		"web/src/staff/users/New": {"accounts"},
		"web/src/kit/":            {"main-job", "users"},
	}
	for files, want := range map[string]string{
		"web/src/staff/users/UsersScreen.tsx web/src/kit/Toaster.tsx": "main-job.spec.ts users.spec.ts",
		"web/src/staff/users/NewStaff.tsx":                            "accounts.spec.ts",
		"e2e/tests/users.spec.ts":                                     "users.spec.ts",
		"docs/glossary.md":                                            "",
	} {
		if got := strings.Join(table.specsOf(strings.Fields(files)), " "); got != want {
			t.Errorf("%s: %q, want %q", files, got, want)
		}
	}
}

func TestParts_EveryStep_ComesAfterItsDependencies(t *testing.T) {
	for name, steps := range parts() {
		whole := withPreparations(steps)
		for i, s := range whole {
			for _, before := range s.after {
				if !slices.ContainsFunc(whole[:i], func(other step) bool { return other.name == before }) {
					t.Errorf("%s: %q comes before its dependency %q", name, s.name, before)
				}
			}
		}
	}
}

func newRepository(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, args := range []string{"init --quiet", "config user.name Ana", "config user.email ana@axioma.test", "commit --quiet --allow-empty --message First"} {
		if output, err := exec.Command("git", strings.Fields(args)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, output)
		}
	}
}

func TestNoteGreen_CleanTree_NotesTheCommit(t *testing.T) {
	newRepository(t)
	before := workTree(t.Context())
	if err := noteGreen(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	recordedCommit, err := os.ReadFile(".git/" + greenFile)
	if err != nil || strings.TrimSpace(string(recordedCommit)) != before.commit || before.commit == "" {
		t.Errorf("the recorded commit is %q, %v; want %q", recordedCommit, err, before.commit)
	}
}

func TestNoteGreen_ChangedTree_NotesNothing(t *testing.T) {
	newRepository(t)
	clean := workTree(t.Context())
	if err := os.WriteFile("changed", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, before := range map[string]tree{"changed meanwhile": clean, "changed before": workTree(t.Context()), "no repository": {}} {
		if err := noteGreen(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(".git/" + greenFile); err == nil {
			t.Errorf("%s: the commit was recorded", name)
		}
	}
}

func TestChangedFiles(t *testing.T) {
	newRepository(t)
	if err := os.WriteFile("one", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expectChanged(t, "", "one")
	for _, args := range []string{"add one", "commit --quiet --message Second"} {
		if _, err := git(t.Context(), strings.Fields(args)...); err != nil {
			t.Fatal(err)
		}
	}
	expectChanged(t, "", "one")
	if err := os.WriteFile("two", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expectChanged(t, "", "two")
	expectChanged(t, "HEAD~1", "one two")
}

func expectChanged(t *testing.T, since, want string) {
	t.Helper()
	files, err := changedFiles(t.Context(), since)
	if got := strings.Join(files, " "); err != nil || got != want {
		t.Errorf("since %q the changed files are %q, %v, want %q", since, got, err, want)
	}
}

func TestEnginePackages(t *testing.T) {
	graph := packageGraph{"./internal/loyalty": nil, "./internal/database": nil, "./internal/store": nil, "./internal/service": nil, "./internal/service/usecase": nil, "./internal/service/messaging": nil, "./internal/httpapi": nil}
	for file, want := range map[string]string{
		"internal/loyalty/card.go":              "./internal/loyalty",
		"internal/store/migrations/00001.sql":   "./internal/store ./internal/service ./internal/service/messaging ./internal/service/usecase",
		"internal/database/bulkheads.go":        "./internal/database ./internal/store ./internal/service ./internal/service/messaging ./internal/service/usecase",
		"internal/httpapi/routes.go":            "./internal/httpapi",
		"internal/service/visits.go":            "./internal/service",
		"internal/service/usecase/base.go":      "./internal/service/usecase ./internal/service ./internal/service/messaging",
		"internal/service/messaging/inbound.go": "./internal/service/messaging",
		"web/src/staff/users/UsersList.tsx":     "",
	} {
		if got := strings.Join(graph.enginePackages([]string{file}), " "); got != want {
			t.Errorf("a change of %s selects %q, want %q", file, got, want)
		}
	}
}

func TestAffectedGoSteps(t *testing.T) {
	chdirToRoot(t)
	for _, change := range []struct{ file, sqlite, race, postgres string }{
		{"internal/service/visits.go", "./internal/httpapi", "./internal/service", "./internal/service"},
		{"internal/service/access/users.go", "./internal/httpapi", "./internal/service/access", "./internal/service/access"},
		{"internal/loyalty/card.go", "./internal/loyalty ./internal/service ./internal/httpapi", "", ""},
		{"internal/backup/backup.go", "./internal/backup", "", "./internal/backup"},
		{"internal/testpg/main.go", "./internal/testpg ./internal/architecture", "", ""},
		{"docs/glossary.md", "./internal/architecture", "", ""},
	} {
		steps, err := affectedGoSteps(t.Context(), []string{change.file})
		if err != nil {
			t.Fatal(err)
		}
		expectStep(t, change.file, steps, goSQLite, change.sqlite)
		expectStep(t, change.file, steps, goRaces, change.race)
		expectStep(t, change.file, steps, goPostgres, change.postgres)
	}
}

func expectStep(t *testing.T, file string, steps []step, name, want string) {
	t.Helper()
	index := slices.IndexFunc(steps, func(s step) bool { return s.name == name })
	if index < 0 {
		if want != "" {
			t.Errorf("a change of %s lacks the step %q", file, name)
		}
		return
	}
	for _, folder := range strings.Fields(want) {
		if !slices.Contains(steps[index].command, folder) {
			t.Errorf("a change of %s: the step %q lacks %s: %q", file, name, folder, steps[index].command)
		}
	}
	if want == "" {
		t.Errorf("a change of %s has the step %q, which it does not need: %q", file, name, steps[index].command)
	}
}
