package architecture

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asvsItems are the requirements of OWASP ASVS 4.0.3 at levels 1 and 2.
const asvsItems = `1.1.1-7 1.2.1-4 1.4.1,4-5 1.5.1-4 1.6.1-4 1.7.1-2 1.8.1-2 1.9.1-2 1.10.1 1.11.1-2 1.12.2 1.14.1-6
2.1.1-12 2.2.1-3 2.3.1-3 2.4.1-5 2.5.1-7 2.6.1-3 2.7.1-6 2.8.1-7 2.9.1-3 2.10.1-4
3.1.1 3.2.1-4 3.3.1-4 3.4.1-5 3.5.1-3 3.7.1
4.1.1-3,5 4.2.1-2 4.3.1-3
5.1.1-5 5.2.1-8 5.3.1-10 5.4.1-3 5.5.1-4
6.1.1-3 6.2.1-6 6.3.1-2 6.4.1-2
7.1.1-4 7.2.1-2 7.3.1,3-4 7.4.1-3
8.1.1-4 8.2.1-3 8.3.1-8
9.1.1-3 9.2.1-4
10.2.1-2 10.3.1-3
11.1.1-8
12.1.1-3 12.2.1 12.3.1-6 12.4.1-2 12.5.1-2 12.6.1
13.1.1,3-5 13.2.1-3,5-6 13.3.1-2 13.4.1-2
14.1.1-4 14.2.1-6 14.3.2-3 14.4.1-7 14.5.1-4`

const asvsPage = "docs/security/asvs.md"

func expandASVS(t *testing.T) map[string]bool {
	t.Helper()
	numbers := map[string]bool{}
	for section := range strings.FieldsSeq(asvsItems) {
		dot := strings.LastIndexByte(section, '.')
		for part := range strings.SplitSeq(section[dot+1:], ",") {
			first, last, isRange := strings.Cut(part, "-")
			if !isRange {
				last = first
			}
			from, to := mustNumber(t, first), mustNumber(t, last)
			for n := from; n <= to; n++ {
				numbers[section[:dot]+"."+strconv.Itoa(n)] = true
			}
		}
	}
	return numbers
}

func mustNumber(t *testing.T, text string) int {
	t.Helper()
	number, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

type asvsRow struct{ number, subject, status, why string }

var asvsNumber = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

func readASVS(page string) []asvsRow {
	var rows []asvsRow
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if asvsNumber.MatchString(cells[0]) && len(cells) == 4 {
			rows = append(rows, asvsRow{cells[0], cells[1], cells[2], cells[3]})
		}
	}
	return rows
}

func TestASVS_EachItem_HasTestsOrAReason(t *testing.T) {
	open, seenNumbers := expandASVS(t), map[string]bool{}
	tests := newTestIndex(t)
	for _, row := range readASVS(read(t, asvsPage)) {
		if seenNumbers[row.number] || !open[row.number] {
			t.Errorf("%s is listed twice, or is not an item of levels 1 and 2", row.number)
		}
		seenNumbers[row.number] = true
		for _, fault := range row.faults(tests) {
			t.Errorf("%s %s", row.number, fault)
		}
	}
	for number := range open {
		if !seenNumbers[number] {
			t.Errorf("%s is missing in %s", number, asvsPage)
		}
	}
}

const minReason = 20

var inCode = regexp.MustCompile("`([^`]+)`")

// faults describes the errors of a row.
func (r asvsRow) faults(tests testIndex) (faults []string) {
	if r.subject == "" {
		faults = append(faults, "has no subject")
	}
	testNames := tests.testsIn(r.why)
	for _, name := range testNames {
		if !tests.has(name) {
			faults = append(faults, fmt.Sprintf("names the test %q, which does not exist", name))
		}
	}
	switch r.status {
	case "pass":
		if len(testNames) == 0 {
			faults = append(faults, "passes without a test")
		}
	case "n/a", "exception":
		if len(r.why) < minReason {
			faults = append(faults, "has no reason")
		}
	default:
		faults = append(faults, fmt.Sprintf("has the status %q", r.status))
	}
	return faults
}

// testIndex knows the tests of the repository: the folders of each function of Go, and the web's files.
type testIndex struct {
	functions map[string][]string
	files     map[string]string
}

var (
	goTest   = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	goName   = regexp.MustCompile(`^(?:Test|Fuzz)\w+$`)
	webTitle = regexp.MustCompile(`^(\S+\.(?:test|spec)\.tsx?): (.+)$`)
)

func newTestIndex(t *testing.T) testIndex {
	t.Helper()
	index := testIndex{functions: map[string][]string{}, files: map[string]string{}}
	for _, name := range sourceFiles(t) {
		switch {
		case strings.HasSuffix(name, "_test.go"):
			for _, match := range goTest.FindAllStringSubmatch(read(t, name), -1) {
				index.functions[match[1]] = append(index.functions[match[1]], path.Dir(name))
			}
		case strings.Contains(name, ".test.ts") || strings.Contains(name, ".spec.ts"):
			index.files[name] = read(t, name)
		}
	}
	return index
}

// testsIn returns the tests that a text names in code marks.
func (i testIndex) testsIn(text string) (tests []string) {
	for _, match := range inCode.FindAllStringSubmatch(text, -1) {
		if goName.MatchString(match[1]) || webTitle.MatchString(match[1]) {
			tests = append(tests, match[1])
		}
	}
	return tests
}

func (i testIndex) has(name string) bool {
	if match := webTitle.FindStringSubmatch(name); match != nil {
		return strings.Contains(i.files[match[1]], match[2])
	}
	return len(i.functions[name]) > 0
}

func TestASVS_FaultyRows_AreReported(t *testing.T) {
	tests := testIndex{functions: map[string][]string{"TestA_B": {"a"}}, files: map[string]string{"a.test.ts": "it('shows it')"}}
	for row, want := range map[asvsRow]int{
		{"1.1.1", "a", "pass", "`TestA_B`, `a.test.ts: shows it`"}: 0,
		{"1.1.2", "a", "pass", "`TestA_C`"}:                        1,
		{"1.1.3", "a", "pass", "held by discipline"}:               1,
		{"1.1.4", "a", "pass", "`a.test.ts: hides it`"}:            1,
		{"1.1.5", "a", "exception", "later"}:                       1,
		{"1.1.6", "", "maybe", "`TestA_B`"}:                        2,
		{"1.1.7", "a", "n/a", "there is no such thing in here"}:    0,
	} {
		if faults := row.faults(tests); len(faults) != want {
			t.Errorf("%s has the faults %q, want %d", row.number, faults, want)
		}
	}
}
