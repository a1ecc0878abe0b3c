package architecture

import (
	"regexp"
	"strings"
	"testing"

	"axioma/internal/store"
)

const threatModel = "docs/security/threat-model.md"

var admissionName = regexp.MustCompile(`admission\{name: "([^"]+)"`)

func TestThreatModel_TablesAndCallers_AreListed(t *testing.T) {
	page := read(t, threatModel)
	mustListOnce(t, section(t, page, "## Assets"), tableNames())
	callers := map[string]bool{}
	for _, match := range admissionName.FindAllStringSubmatch(read(t, "internal/httpapi/admissions.go"), -1) {
		callers[match[1]] = true
	}
	if len(callers) == 0 {
		t.Fatal("no admission was found")
	}
	rows := regexp.MustCompile(`(?m)^\| .*? \|`).FindAllString(section(t, page, "## Callers"), -1)
	mustListOnce(t, strings.Join(rows, "\n"), callers)
}

func tableNames() map[string]bool {
	names := map[string]bool{}
	for column := range store.ColumnPolicies() {
		table, _, _ := strings.Cut(column, ".")
		names[table] = true
	}
	return names
}

func section(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n"+heading)
	if !found {
		t.Fatalf("%s has no heading %q", threatModel, heading)
	}
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

func mustListOnce(t *testing.T, text string, names map[string]bool) {
	t.Helper()
	counts := map[string]int{}
	for _, match := range inCode.FindAllStringSubmatch(text, -1) {
		counts[match[1]]++
		if !names[match[1]] {
			t.Errorf("%s names %q, which does not exist", threatModel, match[1])
		}
	}
	for name := range names {
		if counts[name] != 1 {
			t.Errorf("%s names %q %d times, want once", threatModel, name, counts[name])
		}
	}
}
