package main

import (
	"fmt"
	"strconv"
	"strings"
)

// row is a measured value. Without a target it is only informative.
type row struct {
	name    string
	value   string
	target  string
	reached bool
}

func atLeast(name string, value, target float64, unit string) row {
	return row{name, number(value) + unit, "at least " + number(target) + unit, value >= target}
}

func below(name string, value, target float64, unit string) row {
	return row{name, number(value) + unit, "below " + number(target) + unit, value < target}
}

func atMost(name string, value, target float64) row {
	return row{name, number(value), "at most " + number(target), value <= target}
}

func information(name, value string) row {
	return row{name: name, value: value}
}

func (r row) verdict() string {
	switch {
	case r.target == "":
		return ""
	case r.reached:
		return "reached"
	default:
		return "not reached"
	}
}

func table(rows []row) string {
	var out strings.Builder
	for _, r := range rows {
		line := fmt.Sprintf("%-44s %16s   %-20s %s", r.name, r.value, r.target, r.verdict())
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

func number(value float64) string {
	if value < 100 {
		return strings.TrimSuffix(strconv.FormatFloat(value, 'f', 1, 64), ".0")
	}
	digits := strconv.FormatFloat(value, 'f', 0, 64)
	for place := len(digits) - 3; place > 0; place -= 3 {
		digits = digits[:place] + "," + digits[place:]
	}
	return digits
}
