//go:build unix

package main

import "slices"

// step is one command that has to succeed.
type step struct {
	name      string
	after     []string // the names of the steps that it stands on
	command   []string
	env       []string
	reads     reader   // how the report of its tests is read; nil: it has none of its own
	reporting []string // the settings that have it write a report, to {report}
	single    []string // the command that runs a single test, up to the test's name
}

// The names of the steps, as they are printed and as budgets.txt has them.
const (
	systemPackages = "System packages"
	webPackages    = "npm packages of web"
	e2ePackages    = "npm packages of e2e"
	postgresBuild  = "Building testpg"
	webBuild       = "Building the web app"
	binaryBuild    = "Building axioma"
	goFormat       = "Formatting, Go"
	goLint         = "Linters, Go"
	goRaces        = "Go with the race detector"
	goMeetings     = "Races of the use cases"
	goSQLite       = "Go on SQLite"
	goPostgres     = "Go on PostgreSQL"
	webCheck       = "Linters and types, web"
	webUnits       = "Web unit tests"
	webUnitsLate   = "Web unit tests, drawn late"
	webUnitsPreact = "Web unit tests, on Preact"
	e2eCheck       = "Linters and types, browser tests"
	siteCheck      = "Linters, site"
	generatedFiles = "Generated files in step"
	browserTests   = "Browser tests"
	otherEngines   = "Other engines"
)

// onDatabase are the packages whose tests open a database. TestPackagesOnDatabase holds the list.
var onDatabase = []string{
	"./cmd/axioma", "./internal/backup", "./internal/database", "./internal/demo", "./internal/doctor", "./internal/googlewallet", "./internal/httpapi", "./internal/service", "./internal/service/access", "./internal/service/messaging", "./internal/service/passes", "./internal/store", "./internal/store/copying", "./internal/whatsapp",
}

// withoutDatabase are the other packages with tests. TestEveryPackageIsTestedOnce holds the list.
var withoutDatabase = []string{
	"./bench", "./internal/architecture", "./internal/badge", "./internal/certificates", "./internal/help", "./internal/hosts", "./internal/logo", "./internal/logs", "./internal/loyalty", "./internal/mailing", "./internal/metrics", "./internal/poster", "./internal/pushing", "./internal/qr", "./internal/queueing", "./internal/service/usecase", "./internal/store/baseline", "./internal/testpg", "./internal/testrun", "./internal/traces", "./internal/wallet", "./internal/wallet/wallettest", "./internal/webui", "./internal/worker",
}

// watched are the packages in which goroutines meet: the workers, and what requests share. All their tests
// run with the race detector, and only with it. TestWhateverBeginsAGoroutineIsWatched holds the list.
var watched = []string{
	"./internal/certificates", "./internal/database", "./internal/googlewallet", "./internal/logs", "./internal/mailing", "./internal/metrics", "./internal/pushing", "./internal/store/copying", "./internal/traces", "./internal/wallet/wallettest", "./internal/webui", "./internal/whatsapp", "./internal/worker",
}

// partlyWatched are the packages of which most tests do one thing after the other: all run without the race detector, and
// those in which goroutines meet once more with it. scripts/test-chosen says which these are.
var partlyWatched = []string{
	"./cmd/axioma", "./internal/doctor", "./internal/httpapi", "./internal/service", "./internal/service/access", "./internal/service/messaging", "./internal/service/passes", "./internal/store",
}

// preparations are what the steps that check something stand on.
func preparations() []step {
	return []step{
		makes(webPackages, "web/node_modules/.package-lock.json"),
		{name: systemPackages, command: []string{"scripts/system-packages"}},
		makes(webBuild, "internal/webui/dist/app-version.json", webPackages),
		makes(binaryBuild, "bin/axioma", webBuild),
		makes(e2ePackages, "e2e/node_modules/.package-lock.json"),
		makes(postgresBuild, "bin/tools/testpg"),
	}
}

// makes is a step that has the Makefile make a file.
func makes(name, target string, after ...string) step {
	return step{name: name, after: after, command: []string{"make", "--silent", target}}
}

func browser(chosen ...string) step { return playwright(browserTests, "test", chosen...) }

// engines run what customers and the counter do first of all in Firefox and in WebKit.
func engines() step { return playwright(otherEngines, "test:engines") }

// playwright runs browser tests by one of the scripts of e2e.
func playwright(name, script string, chosen ...string) step {
	return step{
		name: name, after: []string{systemPackages, binaryBuild, e2ePackages},
		command: append([]string{"npm", "--prefix", "e2e", "run", "--silent", script, "--"}, chosen...),
		reads:   readPlaywright, reporting: []string{"PLAYWRIGHT_JSON_OUTPUT_FILE={report}"},
		single: []string{"npm", "--prefix", "e2e", "run", script, "--"},
	}
}

func format() step { return step{name: goFormat, command: []string{"scripts/check-gofmt"}} }

func lint(packages ...string) step {
	return step{name: goLint, command: append([]string{"scripts/lint-go"}, packages...)}
}

// goTests run packages' tests by a command that stands on the web app, which the program embeds, and on other steps.
func goTests(name string, test, packages []string, after ...string) step {
	return step{
		name: name, after: append([]string{webBuild}, after...),
		command: slices.Concat(test, testFlags, packages), reads: readGo, single: test,
	}
}

// sqlite runs without the race detector; what asks a database has SQLite.
func sqlite(packages ...string) step {
	return goTests(goSQLite, []string{"go", "test"}, packages)
}

// raceFlags have the race detector watch all but SQLite itself. It is C that was translated into Go: watching it, too, would
// take most of the time and find nothing of ours. That is sound for this package alone, which uses no generic code: what
// others instantiate of the standard library would be unwatched in the whole program, and races be reported that are none.
// Nor is the use of unsafe pointers checked, which comes with the detector and is the libraries' own matter: a tenth of the
// time.
var raceFlags = []string{"-gcflags=all=-d=checkptr=0", "-gcflags=modernc.org/sqlite/lib=-race=false"}

// races run whole packages with the race detector, on SQLite.
func races(packages ...string) step {
	return withRace(goTests(goRaces, append([]string{"go", "test", "-race"}, raceFlags...), packages, systemPackages))
}

// meetings run with the race detector what happens at the same time in packages that do other things, too.
func meetings() step {
	s := withRace(goTests(goMeetings, append([]string{"scripts/test-chosen", "meeting"}, raceFlags...), nil, systemPackages))
	s.single = races().single
	return s
}

// postgres runs whole packages on PostgreSQL: what a change touches, and at night all of them.
func postgres(packages ...string) step {
	return goTests(goPostgres, []string{"bin/tools/testpg", "go", "test"}, packages, systemPackages, postgresBuild)
}

// onPostgres runs the tests of what the two engines do differently, and one pass through every use case. Each random
// history of them is played by SQLite as well: few are played here.
func onPostgres() step {
	s := goTests(goPostgres, []string{"bin/tools/testpg", "scripts/test-chosen", "postgres"}, []string{"-short"}, systemPackages, postgresBuild)
	s.single = postgres().single
	return s
}

// everythingWatched runs the Go tests on both engines with the race detector on whatever the program is made of, ten
// times as many random histories and the whole storm.
func everythingWatched() []step {
	steps := []step{
		goTests(goSQLite, []string{"go", "test", "-race"}, []string{"./..."}, systemPackages),
		goTests(goPostgres, []string{"bin/tools/testpg", "go", "test", "-race"}, onDatabase, systemPackages, postgresBuild),
	}
	for i := range steps {
		steps[i] = withRace(steps[i])
		steps[i].env = append(steps[i].env, "TEST_EFFORT=10")
	}
	return steps
}

// withRace gives a step what the race detector needs: C.
func withRace(s step) step {
	s.env = []string{"CGO_ENABLED=1"}
	return s
}

// testFlags run tests anew. The linters have vetted them, and the time limit is for what hangs: on a slow day a package
// takes some minutes.
var testFlags = []string{"-json", "-count=1", "-vet=off", "-timeout=30m"}

func units() step { return vitest("run") }

// lateUnits are the units on a page whose effects come late, as on a busy machine; what does not draw is left out.
func lateUnits() step {
	s := vitest("run", "--project", "page")
	s.name, s.env = webUnitsLate, []string{"TEST_LATE_DRAWING=1"}
	return s
}

// preactUnits are the units of the guests' screens with the alias of their build: on Preact instead of React.
func preactUnits() step {
	s := vitest("run", "src/guest", "src/shared/login/LoginForm", "src/shared/version")
	s.name, s.env = webUnitsPreact, []string{"TEST_LIBRARY=preact"}
	return s
}

// relatedUnits are the units of files, and of whatever imports them.
func relatedUnits(files ...string) step {
	return vitest(append([]string{"related", "--run"}, files...)...)
}

func vitest(args ...string) step {
	command := append([]string{"web/node_modules/.bin/vitest", "--root", "web"}, args...)
	return step{
		name: webUnits, after: []string{webPackages}, reads: readVitest,
		command: append(command, "--reporter=default", "--reporter=json", "--outputFile.json={report}"),
		single:  []string{"npm", "--prefix", "web", "test", "--"},
	}
}

func checkWeb() step {
	return step{name: webCheck, after: []string{webPackages}, command: []string{"npm", "--prefix", "web", "run", "--silent", "check"}}
}

func checkE2E() step {
	return step{name: e2eCheck, after: []string{webPackages, e2ePackages}, command: []string{"npm", "--prefix", "e2e", "run", "--silent", "check"}}
}

func checkSite() step {
	return step{name: siteCheck, after: []string{webPackages}, command: []string{"npm", "--prefix", "site", "run", "--silent", "check"}}
}

func generated() step {
	return step{name: generatedFiles, after: []string{webPackages}, command: []string{"scripts/generate", "--check"}}
}
