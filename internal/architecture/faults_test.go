package architecture

import (
	"regexp"
	"slices"
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
	if datedRowCount := strings.Count(page, "\n| 20"); len(rows) == 0 || len(rows) != datedRowCount {
		t.Errorf("%d of %d rows end in a command", len(rows), datedRowCount)
	}
	tests := newTestIndex(t)
	for _, row := range rows {
		if !tests.hasTestOf(row[2]) {
			t.Errorf("%q runs no test of the repository", row[2])
		}
	}
}

// hasTestOf reports whether the test is in the folder or file that the command names.
func (i testIndex) hasTestOf(command string) bool {
	if match := webCommand.FindStringSubmatch(command); match != nil {
		return strings.Contains(i.files["web/"+match[1]], "'"+match[2]+"'")
	}
	match := goCommand.FindStringSubmatch(command)
	return match != nil && slices.Contains(i.functions[match[2]], match[1])
}
