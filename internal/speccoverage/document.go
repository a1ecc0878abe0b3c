package main

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// gaps are words that may replace a test.
var gaps = []string{"no test", "not built", "not yet built"}

// The columns of a row.
const (
	columns     = 4
	idColumn    = 0
	testsColumn = 3
)

// fillTests returns an error for a row without a test or gap, a duplicate id, and a test without a row.
func fillTests(content string, tests []annotatedTest) (string, error) {
	byID := make(map[string][]string)
	for _, test := range tests {
		for _, id := range test.ids {
			byID[id] = append(byID[id], formatTest(test))
		}
	}
	var lines []string
	var faults []error
	knownIDs := make(map[string]bool)
	for line := range strings.SplitSeq(content, "\n") {
		if cells, ok := row(line); ok {
			filledRow, err := fillRow(cells, byID, knownIDs)
			faults = append(faults, err)
			line = filledRow
		}
		lines = append(lines, line)
	}
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		if !knownIDs[id] {
			faults = append(faults, fmt.Errorf("%s: there is no row %q for %s", document, id, byID[id][0]))
		}
	}
	return strings.Join(lines, "\n"), errors.Join(faults...)
}

func row(line string) ([]string, bool) {
	inner, found := strings.CutPrefix(line, "| ")
	if !found || strings.HasPrefix(line, "| Id |") || strings.HasPrefix(line, "| --- |") {
		return nil, false
	}
	return strings.Split(strings.TrimSuffix(inner, " |"), " | "), true
}

func fillRow(cells []string, byID map[string][]string, knownIDs map[string]bool) (string, error) {
	if len(cells) != columns {
		return "", fmt.Errorf("%s: %d cells instead of %d: %q", document, len(cells), columns, cells)
	}
	id := cells[idColumn]
	if knownIDs[id] {
		return "", fmt.Errorf("%s: two rows have the id %q", document, id)
	}
	knownIDs[id] = true
	if tests := byID[id]; len(tests) > 0 {
		slices.Sort(tests)
		cells[testsColumn] = strings.Join(slices.Compact(tests), "; ")
	} else if !admitsGap(cells[testsColumn]) {
		return "", fmt.Errorf("%s: no test holds %s, and its row has none of %q", document, id, gaps)
	}
	return "| " + strings.Join(cells, " | ") + " |", nil
}

func admitsGap(cell string) bool {
	return slices.ContainsFunc(gaps, func(gap string) bool { return strings.HasPrefix(cell, gap) })
}

func formatTest(test annotatedTest) string {
	file := path.Join(path.Base(path.Dir(test.file)), path.Base(test.file))
	return "`" + file + ": " + strings.NewReplacer("`", "'", "|", `\|`).Replace(test.name) + "`"
}
