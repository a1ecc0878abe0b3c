package architecture

import (
	"regexp"
	"strings"
	"testing"
)

const faultsPage = "docs/faults.md"

var (
	faultRow   = regexp.MustCompile(`(?m)^\| (\d{4}-\d{2}-\d{2}) \| .+ \| ` + "`(.+)`" + ` \|$`)
	goCommand  = regexp.MustCompile(`^(?:go run \./internal/testpg )?go test \./(\S+) -run (Test\w+)$`)
	webCommand = regexp.MustCompile(`^npm --prefix web test -- (\S+) -t "(.+)"$`)
)

func TestFaults_EachRow_NamesAnExistingTest(t *testing.T) {
	page := read(t, faultsPage)
	rows := faultRow.FindAllStringSubmatch(page, -1)
	if dated := strings.Count(page, "\n| 20"); len(rows) == 0 || len(rows) != dated {
		t.Errorf("%d of %d rows end in a command", len(rows), dated)
	}
	for _, row := range rows {
		if !runsATest(t, row[2]) {
			t.Errorf("%q runs no test of the repository", row[2])
		}
	}
}

// runsATest reports whether the test is in the folder or file that the command names.
func runsATest(t *testing.T, command string) bool {
	t.Helper()
	if match := webCommand.FindStringSubmatch(command); match != nil {
		return strings.Contains(newTestIndex(t).files["web/"+match[1]], "'"+match[2]+"'")
	}
	match := goCommand.FindStringSubmatch(command)
	if match == nil {
		return false
	}
	for _, name := range sourceFiles(t) {
		rest, isInFolder := strings.CutPrefix(name, match[1]+"/")
		if isInFolder && !strings.Contains(rest, "/") && strings.HasSuffix(name, "_test.go") &&
			strings.Contains(read(t, name), "\nfunc "+match[2]+"(") {
			return true
		}
	}
	return false
}
