package config

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

const (
	variablePrefix = "AXIOMA_"
	testPrefix     = "AXIOMA_TEST_"
)

// UnknownVariables warns of unused AXIOMA_… variables and suggests the nearest setting.
func UnknownVariables(program *kong.Application, environment []string) []string {
	knownNames := knownVariables(program)
	var unknown []string
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, variablePrefix) || strings.HasPrefix(name, testPrefix) || slices.Contains(knownNames, name) {
			continue
		}
		warning := "the environment variable " + name + " is not a setting and is ignored"
		if suggestion := nearest(name, knownNames); suggestion != "" {
			warning += ": did you mean " + suggestion + "?"
		}
		unknown = append(unknown, warning)
	}
	slices.Sort(unknown)
	return unknown
}

func knownVariables(program *kong.Application) []string {
	var knownNames []string
	for _, command := range program.Leaves(false) {
		for _, flag := range command.Flags {
			for _, variable := range flag.Envs {
				knownNames = append(knownNames, variable)
				if flag.Tag.Has("secret") {
					knownNames = append(knownNames, variable+"_FILE")
				}
			}
		}
	}
	slices.Sort(knownNames)
	return slices.Compact(knownNames)
}

func nearest(name string, knownNames []string) string {
	best, least := "", len(name)/3+1
	for _, one := range knownNames {
		if d := distance(name, one); d < least {
			best, least = one, d
		}
	}
	return best
}

// distance returns the Levenshtein distance.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitution := diagonal
			if a[i] != b[j] {
				substitution++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitution, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
