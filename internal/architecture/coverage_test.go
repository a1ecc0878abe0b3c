package architecture

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// coverage lists, for each line of the specification, where it is implemented and tested.
const coverage = "docs/spec-coverage.md"

// admittedGaps may stand in a row instead of a test.
var admittedGaps = []string{"no test", "not built", "not yet built"}

var (
	testFile   = regexp.MustCompile(`[\w./-]+(_test\.go|\.test\.tsx?|\.spec\.ts)`)
	namedTest  = regexp.MustCompile("`(" + testFile.String() + "): ([^`]+)`")
	namedFile  = regexp.MustCompile("`([\\w./-]+\\.(?:go|tsx?|golden))[`:]")
	tableRow   = regexp.MustCompile(`(?m)^\| (.+) \|$`)
	headOrRule = regexp.MustCompile(`^(The specification says|---)`)
)

func TestSpecCoverage_EveryRow_NamesATest(t *testing.T) {
	rows := 0
	for _, row := range tableRow.FindAllStringSubmatch(read(t, coverage), -1) {
		if headOrRule.MatchString(row[1]) {
			continue
		}
		rows++
		cells := strings.Split(row[1], " | ")
		if len(cells) != 3 {
			t.Errorf("%d cells instead of 3: %s", len(cells), row[1])
			continue
		}
		held := cells[2]
		admitted := slices.ContainsFunc(admittedGaps, func(words string) bool { return strings.HasPrefix(held, words) })
		if !admitted && !namedTest.MatchString(held) {
			t.Errorf("no test and none of %q: %s", admittedGaps, row[1])
		}
	}
	if rows == 0 {
		t.Errorf("%s has no rows", coverage)
	}
}

func TestSpecCoverage_NamedTests_Exist(t *testing.T) {
	content := read(t, coverage)
	named := namedTest.FindAllStringSubmatch(content, -1)
	if mentioned := testFile.FindAllString(content, -1); len(named) != len(mentioned) {
		t.Errorf("%d test files are mentioned, but %d as `file: name of the test`", len(mentioned), len(named))
	}
	files := sourceFiles(t)
	for _, test := range named {
		file, name := test[1], test[3]
		found := filesWithSuffix(files, file)
		if len(found) != 1 {
			t.Errorf("%s matches %q, not exactly one file", file, found)
			continue
		}
		if count := len(testNamed(file, name).FindAllString(read(t, found[0]), -1)); count != 1 {
			t.Errorf("%s has %d tests whose name begins with %q, not one", found[0], count, name)
		}
	}
}

func TestSpecCoverage_NamedFiles_Exist(t *testing.T) {
	files := sourceFiles(t)
	for _, file := range namedFile.FindAllStringSubmatch(read(t, coverage), -1) {
		if len(filesWithSuffix(files, file[1])) == 0 {
			t.Errorf("no file %s", file[1])
		}
	}
}

// filesWithSuffix returns the files whose path ends in the elements of end.
func filesWithSuffix(files []string, end string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		return file != end && !strings.HasSuffix(file, "/"+end)
	})
}

// testNamed matches a test whose name begins with name: in Go a function or the first text of a table's row, in
// TypeScript the first text given to test or describe.
func testNamed(file, name string) *regexp.Regexp {
	if path.Ext(file) == ".go" {
		return regexp.MustCompile(`(func |\{")` + regexp.QuoteMeta(name))
	}
	return regexp.MustCompile("\\(\\s*['\"`]" + regexp.QuoteMeta(name))
}
