//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"
)

//go:embed budgets.txt
var budgetsText string

// wholeRun is the name of the budget of everything together.
const wholeRun = "The whole run"

// budget is what a step may take. Zero: there is none.
type budget struct{ cpu, wall time.Duration }

// isOver tells whether a run took half as much again as it may.
func isOver(took, may time.Duration) bool { return may > 0 && took > may+may/2 }

// budgetsOf are what the steps of a part may take. Where a change has chosen the packages, or ten times as much is tried,
// the budgets of the whole run say nothing.
func budgetsOf(part string) (map[string]budget, error) {
	if part == partCheck || part == partRace {
		return nil, nil
	}
	return readBudgets(budgetsText)
}

// readBudgets reads lines of "NAME | CPU seconds | wall seconds"; a dash is no budget.
func readBudgets(text string) (map[string]budget, error) {
	budgets := map[string]budget{}
	for line := range linesOf(text) {
		cells := strings.Split(line, "|")
		if len(cells) != 3 {
			return nil, fmt.Errorf("budgets.txt: %q has not three cells", line)
		}
		cpu, err := readSeconds(cells[1])
		if err != nil {
			return nil, fmt.Errorf("budgets.txt: %q: %w", line, err)
		}
		wall, err := readSeconds(cells[2])
		if err != nil {
			return nil, fmt.Errorf("budgets.txt: %q: %w", line, err)
		}
		budgets[strings.TrimSpace(cells[0])] = budget{cpu: cpu, wall: wall}
	}
	return budgets, nil
}

func readSeconds(cell string) (time.Duration, error) {
	cell = strings.TrimSpace(cell)
	if cell == "-" {
		return 0, nil
	}
	s, err := strconv.ParseFloat(cell, 64)
	return seconds(s), err
}
