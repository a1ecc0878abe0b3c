//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var goStep = step{name: goPostgres, single: []string{"bin/tools/testpg", "go", "test"}}

// goLog is the output of `go test -json` for a test that passes, a subtest that fails, and a package that does not
// compile.
const goLog = `{"Action":"run","Package":"axioma/internal/store","Test":"TestA"}
{"Action":"output","Package":"axioma/internal/store","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"pass","Package":"axioma/internal/store","Test":"TestA","Elapsed":1.5}
{"Action":"output","Package":"axioma/internal/store","Test":"TestB/a_row","Output":"    b_test.go:7: lost a stamp\n"}
{"Action":"fail","Package":"axioma/internal/store","Test":"TestB/a_row","Elapsed":0.5}
{"Action":"fail","Package":"axioma/internal/store","Test":"TestB","Elapsed":2}
{"Action":"fail","Package":"axioma/internal/store","Elapsed":4}
{"ImportPath":"axioma/internal/qr","Action":"build-output","Output":"qr.go:3:1: syntax error\n"}
{"Action":"fail","Package":"axioma/internal/qr","Elapsed":0}
`

func TestReadGo_FailingTest_NamesItsCommand(t *testing.T) {
	r, err := readGo(goStep, goLog, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []failure{
		{"internal/store TestB/a_row", "bin/tools/testpg go test ./internal/store -run '^TestB$/^a_row$'"},
		{"internal/qr", "bin/tools/testpg go test ./internal/qr"},
	}
	if !slices.Equal(r.failures, want) || r.passedCount != 1 {
		t.Errorf("%d passed, failures %q, want 1 and %q", r.passedCount, r.failures, want)
	}
	for _, words := range []string{"lost a stamp", "syntax error"} {
		if !strings.Contains(r.details, words) {
			t.Errorf("the details lack %q: %s", words, r.details)
		}
	}
	if strings.Contains(r.details, "=== RUN") {
		t.Errorf("the details list starting tests: %s", r.details)
	}
	timings := []timing{{"internal/store TestA", 1500 * time.Millisecond}, {"internal/store TestB", 2 * time.Second}}
	if !slices.Equal(r.timings, timings) {
		t.Errorf("the timings are %v, want %v", r.timings, timings)
	}
}

func TestReadGo_PlainOutput_IsShown(t *testing.T) {
	r, err := readGo(goStep, "go: no such module\n", "")
	if err != nil || !strings.Contains(r.details, "no such module") {
		t.Errorf("the details are %q, %v; want %q in it", r.details, err, "no such module")
	}
}

func writeReport(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), reportFile)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestReadVitest_FailingTest_NamesItsCommand(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := writeReport(t, `{"testResults":[
		{"name":"`+here+`/web/src/lib/a.test.ts","status":"failed","assertionResults":[
			{"fullName":"adds","status":"passed","duration":3},
			{"fullName":"it's (not) so","status":"failed","duration":7}]},
		{"name":"`+here+`/web/src/lib/b.test.ts","status":"failed","message":"cannot import","assertionResults":[]}]}`)
	r, err := readVitest(step{}, " ✓ adds 3ms\nAssertionError\n", file)
	if err != nil {
		t.Fatal(err)
	}
	want := []failure{
		{"src/lib/a.test.ts: it's (not) so", `npm --prefix web test -- src/lib/a.test.ts -t 'it'\''s \(not\) so'`},
		{"src/lib/b.test.ts", "npm --prefix web test -- src/lib/b.test.ts"},
	}
	if !slices.Equal(r.failures, want) || r.passedCount != 1 {
		t.Errorf("%d passed, failures %q, want 1 and %q", r.passedCount, r.failures, want)
	}
	if r.details != "AssertionError\n" {
		t.Errorf("the details are %q, want %q", r.details, "AssertionError\n")
	}
}

func TestReadPlaywright_FailingTest_NamesItsCommand(t *testing.T) {
	file := writeReport(t, `{"suites":[{"suites":[{"specs":[
		{"title":"a card","file":"a.spec.ts","line":7,"tests":[
			{"projectName":"phone","status":"expected","results":[{"duration":900}]},
			{"projectName":"desktop","status":"flaky","results":[{"duration":900},{"duration":300}]}]}]}]}],
		"errors":[{"message":"no server\nat all"}]}`)
	r, err := readPlaywright(browser(), "", file)
	if err != nil {
		t.Fatal(err)
	}
	want := []failure{
		{"a.spec.ts: a card (desktop)", "npm --prefix e2e run test -- a.spec.ts:7 --project=desktop --trace=on"},
		{"no server", "npm --prefix e2e run test"},
	}
	if !slices.Equal(r.failures, want) || r.passedCount != 1 {
		t.Errorf("%d passed, failures %q, want 1 and %q", r.passedCount, r.failures, want)
	}
	if last := r.timings[1].took; last != 1200*time.Millisecond {
		t.Errorf("both tries took %s, want %s", last, 1200*time.Millisecond)
	}
}

func TestReaders_MissingReport_IsAnError(t *testing.T) {
	for name, read := range map[string]reader{"vitest": readVitest, "Playwright": readPlaywright} {
		if _, err := read(step{}, "", filepath.Join(t.TempDir(), "none")); err == nil {
			t.Errorf("%s: no error for the missing report", name)
		}
	}
}
