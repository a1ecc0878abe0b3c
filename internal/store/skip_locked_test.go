package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// PostgreSQL may run a subquery once per row of an update. One that skips locked rows finds others each time, and the
// update exceeds its limit.
func TestSkipLocked_InSubquery_IsMaterialized(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, file := range slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") }) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(string(content), "dialect.SkipLocked+`)")
		for _, before := range parts[:len(parts)-1] {
			count++
			begin := strings.LastIndex(before, "SELECT")
			if statement := before[begin:]; !strings.HasSuffix(strings.TrimSpace(before[:begin]), "AS MATERIALIZED (") {
				t.Errorf("%s: a subquery that skips locked rows is not materialized: %s", file, statement)
			}
		}
	}
	if count < 5 {
		t.Errorf("only %d subqueries were found", count)
	}
}
