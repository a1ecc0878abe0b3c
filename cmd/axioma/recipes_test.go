//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipes returns the pages. Their command blocks are marked `run`, or norun="reason". A text block has the output, a
// comment the preparations.
func recipes(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/operate/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("the pages are %v, %v; want at least 10", pages, err)
	}
	return append(pages, "../../README.md")
}

type block struct {
	language string
	options  map[string]string
	text     string
	line     int
}

var (
	infoOption = regexp.MustCompile(`([a-z]+)(?:=(?:"([^"]*)"|(\S+)))?`)
	fence      = regexp.MustCompile("^( *)```(.*)$")
)

const before = "before"

func blocks(page string) []block {
	var pageBlocks []block
	var open *block
	indent, end := "", ""
	for i, line := range strings.Split(page, "\n") {
		match := fence.FindStringSubmatch(line)
		switch {
		case open != nil && strings.TrimSpace(line) == end:
			pageBlocks, open = append(pageBlocks, *open), nil
		case open != nil:
			open.text += strings.TrimPrefix(line, indent) + "\n"
		case line == "<!-- "+before:
			open, indent, end = &block{language: before, line: i + 1}, "", "-->"
		case match != nil:
			language, info, _ := strings.Cut(match[2], " ")
			open, indent, end = &block{language: language, options: infoOptions(info), line: i + 1}, match[1], "```"
		}
	}
	return pageBlocks
}

func infoOptions(info string) map[string]string {
	options := map[string]string{}
	for _, option := range infoOption.FindAllStringSubmatch(info, -1) {
		options[option[1]] = option[2] + option[3]
	}
	return options
}

func (b block) has(option string) bool {
	_, has := b.options[option]
	return has
}

func TestRecipes_EveryCommandBlock_RunsOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	run := 0
	for _, page := range recipes(t) {
		for _, b := range blocks(readFile(t, page)) {
			switch {
			case b.language == "":
				t.Errorf("%s:%d: the block has no language", page, b.line)
			case b.language != "sh":
			case b.has("run"):
				run++
			case len(b.options["norun"]) < 8:
				t.Errorf("%s:%d: the block neither runs (run) nor says why it cannot (norun=\"…\")", page, b.line)
			}
		}
	}
	if run < 25 {
		t.Errorf("only %d blocks are run, want at least 25", run)
	}
}

func TestRecipes_PrintWhatThePagesSay(t *testing.T) {
	t.Parallel()
	for _, page := range recipes(t) {
		steps := blocks(readFile(t, page))
		if !slices.ContainsFunc(steps, func(b block) bool { return b.has("run") }) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(page), ".md"), func(t *testing.T) {
			t.Parallel()
			machine := newMachine(t)
			output := ""
			for i, step := range steps {
				switch {
				case step.language == before:
					machine.run(t, page, step)
				case step.has("run"):
					output = machine.run(t, page, step)
				case step.language == "text" && i > 0 && steps[i-1].has("run"):
					if missing, ok := findsInOutput(output, step.text); !ok {
						t.Errorf("%s:%d: the commands must print %q, but print\n%s", page, step.line, missing, output)
					}
				}
			}
		})
	}
}

// findsInOutput compares outputs: a number matches any number, … anything, blanks any blanks.
func findsInOutput(output, pattern string) (string, bool) {
	lines := strings.Split(output, "\n")
	for line := range strings.SplitSeq(strings.TrimSpace(pattern), "\n") {
		if strings.TrimSpace(line) == "…" {
			continue
		}
		at := slices.IndexFunc(lines, asShown(line).MatchString)
		if at < 0 {
			return line, false
		}
		lines = lines[at+1:]
	}
	return "", true
}

var blanks = regexp.MustCompile(`\s+`)

func asShown(line string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(strings.TrimSpace(line))
	pattern = blanks.ReplaceAllString(pattern, `\s+`)
	pattern = regexp.MustCompile(`\d+`).ReplaceAllString(pattern, `\d+`)
	return regexp.MustCompile(`^\s*` + strings.ReplaceAll(pattern, "…", ".*"))
}

func TestFindsInOutput_Patterns_MatchTheirOutput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		output, pattern string
		want            bool
	}{
		{"a\nb 12  c\nd", "b 7 c", true},
		{"a\nb\n", "b\na", false},
		{"OK  database SQLite, 0.7 MB", "OK database …", true},
		{"OK database", "FAULT database", false},
	} {
		if _, got := findsInOutput(c.output, c.pattern); got != c.want {
			t.Errorf("the output %q is accepted for %q = %t, want %t", c.output, c.pattern, got, c.want)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func writeProgram(t *testing.T, path, script string) {
	t.Helper()
	if err := os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\nset -eu\n%s", script), 0o700); err != nil {
		t.Fatal(err)
	}
}
