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
	known := knownVariables(program)
	var unknown []string
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, variablePrefix) || strings.HasPrefix(name, testPrefix) || slices.Contains(known, name) {
			continue
		}
		warning := "the environment variable " + name + " is not a setting and is ignored"
		if meant := nearest(name, known); meant != "" {
			warning += ": did you mean " + meant + "?"
		}
		unknown = append(unknown, warning)
	}
	slices.Sort(unknown)
	return unknown
}

func knownVariables(program *kong.Application) []string {
	var known []string
	for _, command := range program.Leaves(false) {
		for _, flag := range command.Flags {
			for _, variable := range flag.Envs {
				known = append(known, variable)
				if flag.Tag.Has("secret") {
					known = append(known, variable+"_FILE")
				}
			}
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}

func nearest(name string, known []string) string {
	best, least := "", len(name)/3+1
	for _, one := range known {
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
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
