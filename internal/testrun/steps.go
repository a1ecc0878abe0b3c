//go:build unix

package main

import "slices"

type step struct {
	name       string
	after      []string
	command    []string
	env        []string
	readReport reader
	reporting  []string // for a report in {report}
	single     []string // runs one test; its name follows
}

const (
	systemPackages = "System packages"
	webPackages    = "npm packages of web"
	e2ePackages    = "npm packages of e2e"
	postgresBuild  = "Building testpg"
	openIDBuild    = "Building testopenid"
	webBuild       = "Building the web app"
	binaryBuild    = "Building axioma"
	goFormat       = "Formatting, Go"
	goLint         = "Linters, Go"
	english        = "Plain English"
	goRaces        = "Go with the race detector"
	goConcurrency  = "Go concurrency tests"
	goSQLite       = "Go on SQLite"
	goPostgres     = "Go on PostgreSQL"
	webCheck       = "Linters and types, web"
	webUnits       = "Web unit tests"
	webUnitsLate   = "Web unit tests, rendered late"
	webUnitsPreact = "Web unit tests, on Preact"
	e2eCheck       = "Linters and types, browser tests"
	siteCheck      = "Linters, site"
	generatedFiles = "Generated files"
	browserTests   = "Browser tests"
	otherEngines   = "Other engines"
)

// onDatabase packages use a database. A test keeps the lists complete.
var onDatabase = []string{
	"./cmd/axioma", "./internal/backup", "./internal/database", "./internal/demo", "./internal/doctor", "./internal/googlewallet", "./internal/httpapi", "./internal/service", "./internal/service/access", "./internal/service/messaging", "./internal/service/passes", "./internal/service/usecase", "./internal/store", "./internal/store/copying", "./internal/whatsapp",
}

var withoutDatabase = []string{
	"./bench", "./chaos", "./chaos/lossyfs", "./internal/architecture", "./internal/archive", "./internal/badge", "./internal/certificates", "./internal/config", "./internal/help", "./internal/hosts", "./internal/importing", "./internal/logo", "./internal/logs", "./internal/loyalty", "./internal/mailing", "./internal/metrics", "./internal/openid", "./internal/photo", "./internal/poster", "./internal/pushing", "./internal/qr", "./internal/queueing", "./internal/service/restoring", "./internal/speccoverage", "./internal/store/baseline", "./internal/testpg", "./internal/testrun", "./internal/traces", "./internal/wallet", "./internal/wallet/wallettest", "./internal/webui", "./internal/worker",
}

// racePackages have concurrent code: on SQLite their tests run only with the race detector.
var racePackages = []string{
	"./internal/certificates", "./internal/database", "./internal/googlewallet", "./internal/logs", "./internal/mailing", "./internal/metrics", "./internal/openid", "./internal/pushing", "./internal/service/restoring", "./internal/store/copying", "./internal/traces", "./internal/wallet/wallettest", "./internal/webui", "./internal/whatsapp", "./internal/worker",
}

// partialRacePackages run what scripts/test-chosen selects with the race detector, the rest without.
var partialRacePackages = []string{
	"./cmd/axioma", "./internal/doctor", "./internal/httpapi", "./internal/service", "./internal/service/access", "./internal/service/messaging", "./internal/service/passes", "./internal/service/usecase", "./internal/store",
}

func preparations() []step {
	return []step{
		makeStep(webPackages, "web/node_modules/.package-lock.json"),
		{name: systemPackages, command: []string{"scripts/system-packages"}},
		makeStep(webBuild, "internal/webui/dist/app-version.json", webPackages),
		makeStep(binaryBuild, "bin/axioma", webBuild),
		makeStep(e2ePackages, "e2e/node_modules/.package-lock.json"),
		makeStep(postgresBuild, "bin/tools/testpg"),
		makeStep(openIDBuild, "bin/tools/testopenid"),
	}
}

func makeStep(name, target string, after ...string) step {
	return step{name: name, after: after, command: []string{"make", "--silent", target}}
}

func browser(arguments ...string) step { return playwright(browserTests, "test", arguments...) }

func engines() step { return playwright(otherEngines, "test:engines") }

func playwright(name, script string, arguments ...string) step {
	return step{
		name: name, after: []string{systemPackages, binaryBuild, openIDBuild, e2ePackages},
		command:    append([]string{"npm", "--prefix", "e2e", "run", "--silent", script, "--"}, arguments...),
		readReport: readPlaywright, reporting: []string{"PLAYWRIGHT_JSON_OUTPUT_FILE={report}"},
		single: []string{"npm", "--prefix", "e2e", "run", script, "--"},
	}
}

func format() step { return step{name: goFormat, command: []string{"scripts/check-gofmt"}} }

// lint, plainEnglish and checkGenerated read the folder that the web app's build empties and fills.
func lint(packages ...string) step {
	return step{name: goLint, after: []string{webBuild}, command: append([]string{"scripts/lint-go"}, packages...)}
}

func plainEnglish() step {
	return step{name: english, after: []string{webBuild}, command: []string{"scripts/lint-english"}}
}

// goTests follow the web app's build, which the program embeds.
func goTests(name string, test, packages []string, after ...string) step {
	return step{
		name: name, after: append([]string{webBuild}, after...),
		command: slices.Concat(test, testFlags, packages), readReport: readGo, single: test, env: rareCollections(),
	}
}

// rareCollections lets heaps grow to five times what is in use. The tests' heaps are small, and collecting them took a
// tenth of the CPU.
func rareCollections() []string { return []string{"GOGC=400"} }

func sqlite(packages ...string) step {
	return goTests(goSQLite, []string{"go", "test"}, packages)
}

// raceFlags exclude modernc.org/sqlite/lib, C translated to Go, which takes most of the time. That is sound only
// without generic code: the linker shares instantiations of the standard library, which would stay uninstrumented and
// cause false reports. checkptr costs a tenth of the run time.
var raceFlags = []string{"-gcflags=all=-d=checkptr=0", "-gcflags=modernc.org/sqlite/lib=-race=false"}

func withoutRace() step {
	others := without(partialRacePackages, without(racePackages, allTested()))
	s := goTests(goSQLite, []string{"scripts/test-chosen", "sqlite"}, others)
	s.single = sqlite().single
	return s
}

func races(packages ...string) step {
	return withRace(goTests(goRaces, append([]string{"go", "test", "-race"}, raceFlags...), packages, systemPackages))
}

func concurrencyTests() step {
	s := withRace(goTests(goConcurrency, append([]string{"scripts/test-chosen", "race"}, raceFlags...), nil, systemPackages))
	s.single = races().single
	return s
}

func postgres(packages ...string) step {
	return goTests(goPostgres, []string{"bin/tools/testpg", "go", "test"}, packages, systemPackages, postgresBuild)
}

// onPostgres returns the step of tests on PostgreSQL, with few random histories: they also run on SQLite.
func onPostgres() step {
	s := goTests(goPostgres, []string{"bin/tools/testpg", "scripts/test-chosen", "postgres"}, []string{"-short"}, systemPackages, postgresBuild)
	s.single = postgres().single
	return s
}

// allWithRace has ten times the random histories, and the full load.
func allWithRace() []step {
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

// withRace enables cgo for the race detector.
func withRace(s step) step {
	s.env = append(s.env, "CGO_ENABLED=1")
	return s
}

// testFlags leave vet to the linters. The timeout is for hanging tests.
var testFlags = []string{"-json", "-count=1", "-vet=off", "-timeout=30m"}

func units() step { return vitest("run") }

// lateUnits delays effects, like a busy machine.
func lateUnits() step {
	s := vitest("run", "--project", "page")
	s.name, s.env = webUnitsLate, []string{"TEST_LATE_RENDERING=1"}
	return s
}

func preactUnits() step {
	s := vitest("run", "src/guest", "src/shared/login/LoginForm", "src/shared/version")
	s.name, s.env = webUnitsPreact, []string{"TEST_LIBRARY=preact"}
	return s
}

func relatedUnits(files ...string) step {
	return vitest(append([]string{"related", "--run"}, files...)...)
}

func vitest(args ...string) step {
	command := append([]string{"web/node_modules/.bin/vitest", "--root", "web"}, args...)
	return step{
		name: webUnits, after: []string{webPackages}, readReport: readVitest,
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

func checkGenerated() step {
	return step{name: generatedFiles, after: []string{webPackages, webBuild}, command: []string{"scripts/generate", "--check"}}
}
