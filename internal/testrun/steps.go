//go:build unix

package main

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
	linterBuild    = "Building the linters"
	postgresBuild  = "Building testpg"
	webBuild       = "Building the web app"
	binaryBuild    = "Building axioma"
	goFormat       = "Formatting, Go"
	goLint         = "Linters, Go"
	goSQLite       = "Go on SQLite"
	goPostgres     = "Go on PostgreSQL"
	goRace         = "Go with the race detector"
	webCheck       = "Linters and types, web"
	webUnits       = "Web unit tests"
	e2eCheck       = "Linters and types, browser tests"
	generatedFiles = "Generated files in step"
	browserTests   = "Browser tests"
)

// onDatabase are the packages whose tests open a database: they are run on both engines, the others once.
// TestPackagesOnDatabase holds the list.
var onDatabase = []string{
	"./cmd/axioma", "./internal/demo", "./internal/httpapi", "./internal/service", "./internal/store", "./internal/whatsapp",
}

// preparations are what the steps that check something stand on.
func preparations() []step {
	return []step{
		makes(webPackages, "web/node_modules/.package-lock.json"),
		{name: systemPackages, command: []string{"scripts/system-packages"}},
		makes(webBuild, "internal/webui/dist/app-version.json", webPackages),
		makes(binaryBuild, "bin/axioma", webBuild),
		makes(e2ePackages, "e2e/node_modules/.package-lock.json"),
		makes(linterBuild, "bin/tools/lint"),
		makes(postgresBuild, "bin/tools/testpg"),
	}
}

// makes is a step that has the Makefile make a file.
func makes(name, target string, after ...string) step {
	return step{name: name, after: after, command: []string{"make", "--silent", target}}
}

func browser(chosen ...string) step {
	return step{
		name: browserTests, after: []string{systemPackages, binaryBuild, e2ePackages},
		command: append([]string{"npm", "--prefix", "e2e", "run", "--silent", "test", "--"}, chosen...),
		reads:   readPlaywright, reporting: []string{"PLAYWRIGHT_JSON_OUTPUT_FILE={report}"},
		single: []string{"npm", "--prefix", "e2e", "test", "--"},
	}
}

func format() step { return step{name: goFormat, command: []string{"scripts/check-gofmt"}} }

func lint(packages ...string) step {
	return step{name: goLint, after: []string{linterBuild}, command: append([]string{"scripts/lint-go"}, packages...)}
}

func sqlite(packages ...string) step {
	return step{
		name: goSQLite, after: []string{webBuild},
		command: append([]string{"go"}, testArgs(packages)...), reads: readGo,
		single: []string{"go", "test"},
	}
}

func postgres(packages ...string) step {
	return step{
		name: goPostgres, after: []string{systemPackages, webBuild, postgresBuild},
		command: append([]string{"bin/tools/testpg", "go"}, testArgs(packages)...), reads: readGo,
		single: []string{"bin/tools/testpg", "go", "test"},
	}
}

// testArgs run the tests of packages anew. The linters have vetted them, and the time limit is for what hangs.
func testArgs(packages []string) []string {
	return append([]string{"test", "-json", "-count=1", "-vet=off", "-timeout=60m"}, packages...)
}

func units() step { return vitest("run") }

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

func generated() step {
	return step{name: generatedFiles, after: []string{webPackages}, command: []string{"scripts/generate", "--check"}}
}
