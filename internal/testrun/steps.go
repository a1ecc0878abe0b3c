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
	goUnwatched    = "Go without the race detector"
	goSQLite       = "Go on SQLite"
	goPostgres     = "Go on PostgreSQL"
	webCheck       = "Linters and types, web"
	webUnits       = "Web unit tests"
	webUnitsLate   = "Web unit tests, drawn late"
	e2eCheck       = "Linters and types, browser tests"
	siteCheck      = "Linters, site"
	generatedFiles = "Generated files in step"
	browserTests   = "Browser tests"
	otherEngines   = "Other engines"
)

// onDatabase are the packages whose tests open a database: they are run on both engines, the others once.
// TestPackagesOnDatabase holds the list.
var onDatabase = []string{
	"./cmd/axioma", "./internal/backup", "./internal/demo", "./internal/doctor", "./internal/googlewallet", "./internal/httpapi", "./internal/service", "./internal/store", "./internal/whatsapp",
}

// sequential are the packages in which nothing happens at the same time: the race detector has nothing to find there, and
// makes what reads all sources four times as slow. TestWhatIsNotWatchedIsSequential holds the list.
var sequential = []string{
	"./internal/architecture", "./internal/badge", "./internal/loyalty", "./internal/queueing",
}

// watched are the other packages that are run with the race detector, as those on a database are.
var watched = []string{
	"./bench", "./internal/certificates", "./internal/help", "./internal/logo", "./internal/logs", "./internal/mailing", "./internal/metrics", "./internal/poster", "./internal/pushing", "./internal/qr", "./internal/service/access", "./internal/store/bare", "./internal/testpg", "./internal/testrun", "./internal/traces", "./internal/wallet", "./internal/wallet/wallettest", "./internal/webui",
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

// unwatched runs without the race detector; what asks a database has SQLite.
func unwatched(packages ...string) step {
	return goTests(goUnwatched, []string{"go", "test"}, packages)
}

// sqlite runs with the race detector. SQLite itself is C that was translated into Go: watching it, too, would take most of
// the time and find nothing of ours. That is sound for this package alone, which uses no generic code: what others
// instantiate of the standard library would be unwatched in the whole program, and races be reported that are none. Nor is
// the use of unsafe pointers checked, which comes with the detector and is the libraries' own matter: a tenth of the time.
func sqlite(packages ...string) step {
	race := []string{"go", "test", "-race", "-gcflags=all=-d=checkptr=0", "-gcflags=modernc.org/sqlite/lib=-race=false"}
	s := goTests(goSQLite, race, packages, systemPackages)
	s.env = withRace
	return s
}

func postgres(packages ...string) step {
	return goTests(goPostgres, []string{"bin/tools/testpg", "go", "test"}, packages, systemPackages, postgresBuild)
}

// everythingWatched runs the Go tests on both engines with the race detector on whatever the program is made of, ten
// times as many random histories and the whole storm.
func everythingWatched() []step {
	steps := []step{
		goTests(goSQLite, []string{"go", "test", "-race"}, []string{"./..."}, systemPackages),
		goTests(goPostgres, []string{"bin/tools/testpg", "go", "test", "-race"}, onDatabase, systemPackages, postgresBuild),
	}
	for i := range steps {
		steps[i].env = append([]string{"TEST_EFFORT=10"}, withRace...)
	}
	return steps
}

// withRace are the settings of the race detector, which needs a C compiler.
var withRace = []string{"CGO_ENABLED=1"}

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
