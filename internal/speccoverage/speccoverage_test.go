package main

import (
	"slices"
	"strings"
	"testing"
)

func TestReadAnnotations_EachForm_NamesTheTest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, file, source, want string }{
		{"a Go function", "a/b_test.go", "// Spec: x-1\nfunc TestVisit_Late_IsRefused(t *testing.T) {", "TestVisit_Late_IsRefused"},
		{"a Go function with a comment", "a/b_test.go", "// Spec: x-1\n// Its reason.\nfunc TestVisit(t *testing.T) {", "TestVisit"},
		{"a row of a Go table", "a/b_test.go", "\t\t// Spec: x-1\n\t\t{\"a short password\", 4},", "a short password"},
		{"a test", "a/b.test.ts", "  // Spec: x-1\n  test('shows the card', () => {", "shows the card"},
		{"a title on its own line", "a/b.test.ts", "// Spec: x-1\ntest(\n  `the ${role} lands`,\n", "the ${role} lands"},
		{"a table of tests", "a/b.test.ts", "// Spec: x-1\ntest.each([\n  ['a)', ok('x')], // it's\n] as const)('%s is valid', () => {", "%s is valid"},
		{"an escaped mark", "a/b.test.ts", `// Spec: x-1` + "\n" + `test('it\'s', () => {`, `it\'s`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tests, err := readAnnotations(test.file, test.source)
			if err != nil || len(tests) != 1 || tests[0].name != test.want || !slices.Equal(tests[0].ids, []string{"x-1"}) {
				t.Errorf("got %+v, %v, want the test %q", tests, err, test.want)
			}
		})
	}
}

func TestReadAnnotations_NoTestBelow_IsAnError(t *testing.T) {
	t.Parallel()
	for file, source := range map[string]string{
		"a/b_test.go": "// Spec: x-1\nvar a = 1\n",
		"a/b.test.ts": "// Spec: x-1\nconst a = { b: f('c') };\n",
	} {
		if _, err := readAnnotations(file, source); err == nil || !strings.Contains(err.Error(), file+":1") {
			t.Errorf("%s: got the error %v, want its place", file, err)
		}
	}
}

func TestFillTests_Rows_GetTheirTestsInOrder(t *testing.T) {
	t.Parallel()
	content := "| Id | The specification says | Built in | Held by |\n| --- | --- | --- | --- |\n" +
		"| x-1 | one visit a day | `visits.go` | `old_test.go: TestOld` |\n| x-2 | a fax | nowhere | not built: no fax |\n"
	got, err := fillTests(content, []annotatedTest{
		{"web/b.test.ts", "a | `b`", []string{"x-1"}}, {"web/a_test.go", "TestVisit", []string{"x-1"}},
	})
	want := "| x-1 | one visit a day | `visits.go` | `web/a_test.go: TestVisit`; `web/b.test.ts: a \\| 'b'` |\n| x-2 | a fax | nowhere | not built: no fax |\n"
	if err != nil || !strings.HasSuffix(got, want) {
		t.Errorf("got %v:\n%s\nwant\n%s", err, got, want)
	}
}

func TestFillTests_Faults_AreAllNamed(t *testing.T) {
	t.Parallel()
	content := "| x-1 | a | b | c |\n| x-2 | a | b | no test |\n| x-2 | a | b | no test |\n| x-3 | a | b |\n"
	_, err := fillTests(content, []annotatedTest{{"web/a_test.go", "TestVisit", []string{"y-9"}}})
	for _, want := range []string{"no test holds x-1", `two rows have the id "x-2"`, "3 cells", `no row "y-9" for`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error %v lacks %q", err, want)
		}
	}
}
