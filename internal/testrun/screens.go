//go:build unix

package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed screens.txt
var screensText string

type screens map[string][]string

// readScreens reads "PATH: SPEC SPEC …". TestScreens_EveryFolderAndSpec_IsListed keeps them complete.
func readScreens(text string) (screens, error) {
	table := screens{}
	for line := range linesOf(text) {
		place, specs, found := strings.Cut(line, ":")
		if !found || len(strings.Fields(specs)) == 0 {
			return nil, fmt.Errorf("screens.txt: %q names no browser test", line)
		}
		table[place] = strings.Fields(specs)
	}
	return table, nil
}

func (s screens) specsOf(files []string) []string {
	var specs []string
	for _, file := range files {
		if name, found := strings.CutPrefix(file, "e2e/tests/"); found {
			specs = append(specs, name)
		}
		for _, spec := range s.lookingAt(file) {
			specs = append(specs, spec+".spec.ts")
		}
	}
	slices.Sort(specs)
	return slices.Compact(specs)
}

func (s screens) lookingAt(file string) []string {
	longest := ""
	for place := range s {
		if strings.HasPrefix(file, place) && len(place) > len(longest) {
			longest = place
		}
	}
	return s[longest]
}
