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

const totalBudget = "The whole run"

// budget limits a step; zero: no limit.
type budget struct{ cpu, wall time.Duration }

// isOverBudget reports whether a step took more than one and a half times its budget.
func isOverBudget(took, may time.Duration) bool { return may > 0 && took > may+may/2 }

// budgetsOf returns the budgets of the steps. The parts check and race have none.
func budgetsOf(part string) (map[string]budget, error) {
	if part == partCheck || part == partRace {
		return nil, nil
	}
	return readBudgets(budgetsText)
}

// readBudgets reads "NAME | CPU seconds | wall seconds"; a dash: none.
func readBudgets(text string) (map[string]budget, error) {
	budgets := map[string]budget{}
	for line := range linesOf(text) {
		cells := strings.Split(line, "|")
		if len(cells) != 3 {
			return nil, fmt.Errorf("budgets.txt: %q does not have three cells", line)
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
