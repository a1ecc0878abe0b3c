package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/alecthomas/kong"

	"axioma/internal/service"
)

func documents(t *testing.T) map[string]string {
	t.Helper()
	read := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/operate/*.md", "packaging/*", "packaging/compose/*", "deploy/*/*"} {
		paths, err := filepath.Glob(filepath.Join("../..", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("the documents that match %s are %v, %v; want at least one", pattern, paths, err)
		}
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if info.IsDir() || strings.HasSuffix(path, ".go") {
				continue
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			read[strings.TrimPrefix(path, "../../")] = string(content)
		}
	}
	return read
}

var (
	fencedBlock   = regexp.MustCompile("(?s)```[a-z]*(?: [^\n]*)?\n(.*?)```")
	codeSpan      = regexp.MustCompile("`([^`\n]+)`")
	flowList      = regexp.MustCompile(`(?m)(?:^CMD|HEALTHCHECK.*CMD|command:|test:)\s+\[(.*)\]`)
	substitute    = regexp.MustCompile(`\$\{[^}]*\}`)
	nestedCommand = regexp.MustCompile(`"?\$\([^)]*\)"?`)
)

// spans returns the lines of fenced blocks and the code spans. Of files other than Markdown it returns all lines.
func spans(name, text string) []string {
	var snippets []string
	for _, block := range fencedBlock.FindAllStringSubmatch(text, -1) {
		snippets = append(snippets, strings.Split(block[1], "\n")...)
	}
	prose := fencedBlock.ReplaceAllString(text, "")
	for _, span := range codeSpan.FindAllStringSubmatch(prose, -1) {
		snippets = append(snippets, span[1])
	}
	if !strings.HasSuffix(name, ".md") {
		snippets = append(snippets, strings.Split(text, "\n")...)
	}
	return snippets
}

func argsOf(line string) []string {
	words := strings.FieldsFunc(nestedCommand.ReplaceAllString(line, "x"), func(r rune) bool { return unicode.IsSpace(r) || r == '\'' })
	for len(words) > 0 && (slices.Contains([]string{"sudo", "nice", "-n", "19"}, words[0]) || strings.HasPrefix(words[0], "AXIOMA_")) {
		words = words[1:]
	}
	for i, word := range words {
		ours := i == 0 && word == "axioma" || strings.HasSuffix(word, "bin/axioma") || i > 0 && words[i-1] == "run" && word == "./cmd/axioma"
		inShell := i > 0 && word == "axioma" && slices.Contains([]string{"exec", "-c", "--rm"}, words[i-1]) && !slices.Contains(words[i:], "/usr/bin/axioma")
		if !ours && !inShell {
			continue
		}
		args := words[i+1:]
		if end := slices.IndexFunc(args, func(word string) bool { return strings.ContainsAny(word[:1], "<>|#;&") }); end >= 0 {
			args = args[:end]
		}
		return args
	}
	return nil
}

func splitCommand(list string) []string {
	var words []string
	for _, word := range strings.Split(list, ",") {
		words = append(words, strings.Trim(strings.TrimSpace(word), `"`))
	}
	if words[0] == "CMD" {
		words = words[1:]
	}
	switch words[0] {
	case "/usr/bin/axioma":
		return words[1:]
	case "replicate", "pg_isready": // of Litestream and of PostgreSQL
		return nil
	}
	return words
}

type reader struct {
	*kong.Kong
	exitCount *int // counts command lines that only print help or the version
}

func newReader(t *testing.T) reader {
	t.Helper()
	exitCount := new(int)
	parser, err := newParser(&commands{}, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) { *exitCount++ }))
	if err != nil {
		t.Fatal(err)
	}
	return reader{parser, exitCount}
}

// checkArgs allows the name of a command and an option without a value too.
func (r reader) checkArgs(args []string) error {
	if names(r.Model.Node, args) {
		return nil
	}
	before := *r.exitCount
	_, wrong := r.Parse(args)
	for missing := 1; wrong != nil && *r.exitCount == before && missing <= 2; missing++ {
		if _, err := r.Parse(append(slices.Clone(args), slices.Repeat([]string{"x"}, missing)...)); err == nil {
			return nil
		}
	}
	if *r.exitCount > before {
		return nil
	}
	return wrong
}

func names(node *kong.Node, words []string) bool {
	for _, word := range words {
		at := slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == word })
		if at < 0 {
			return false
		}
		node = node.Children[at]
	}
	return true
}

func commandLines(name, text string, root *kong.Node) [][]string {
	var lines [][]string
	for _, span := range spans(name, text) {
		args := argsOf(span)
		// An option may be named without its command.
		if words := strings.Fields(span); len(words) > 1 && strings.HasPrefix(words[1], "--") && names(root, words[:1]) {
			args = words
		}
		if len(args) > 0 && !strings.HasPrefix(args[0], "…") {
			lines = append(lines, args)
		}
	}
	for _, list := range flowList.FindAllStringSubmatch(substitute.ReplaceAllString(text, "cards.example.com"), -1) {
		if args := splitCommand(list[1]); len(args) > 0 {
			lines = append(lines, args)
		}
	}
	return lines
}

func TestDocuments_CommandLines_AreAccepted(t *testing.T) {
	t.Parallel()
	count := 0
	reads := newReader(t)
	for name, text := range documents(t) {
		for _, args := range commandLines(name, text, reads.Model.Node) {
			count++
			if reads.checkArgs(args) == nil {
				continue
			}
			// A parser remembers options, which may exclude each other.
			if err := newReader(t).checkArgs(args); err != nil {
				t.Errorf("%s has the command axioma %s, which is refused: %v", name, strings.Join(args, " "), err)
			}
		}
	}
	if count < 45 {
		t.Errorf("only %d command lines were found, want at least 45", count)
	}
}

func settings(t *testing.T) map[string]bool {
	t.Helper()
	model := newReader(t).Model
	knownSettings := map[string]bool{"--help": true, "--version": true}
	for _, leaf := range model.Leaves(false) {
		for _, flag := range leaf.Flags {
			knownSettings["--"+flag.Name], knownSettings["--no-"+flag.Name] = true, flag.Tag.Negatable != ""
			for _, env := range flag.Envs {
				knownSettings[env] = true
				knownSettings[env+"_FILE"] = flag.Tag.Has("secret")
			}
		}
	}
	return knownSettings
}

func TestDocuments_Settings_Exist(t *testing.T) {
	t.Parallel()
	knownSettings := settings(t)
	variable, option := regexp.MustCompile(`AXIOMA_[A-Z0-9_]*[A-Z0-9]`), regexp.MustCompile(`^--[a-z][a-z-]*`)
	for name, text := range documents(t) {
		mentionedSettings := variable.FindAllString(text, -1)
		for _, span := range codeSpan.FindAllStringSubmatch(text, -1) {
			mentionedSettings = append(mentionedSettings, option.FindString(span[1]))
		}
		for _, setting := range mentionedSettings {
			if setting != "" && !knownSettings[setting] {
				t.Errorf("%s names %s, which is not a setting", name, setting)
			}
		}
	}
}

func TestDocuments_BackupAge_MatchesAlertsAndDashboard(t *testing.T) {
	t.Parallel()
	read := documents(t)
	for name, text := range map[string]string{
		"deploy/prometheus/axioma.rules.yml": fmt.Sprintf("> %.0f * 3600", service.BackupMaxAge.Hours()),
		"deploy/grafana/axioma.json":         fmt.Sprintf(`"value": %.0f`, service.BackupMaxAge.Seconds()),
	} {
		if !strings.Contains(read[name], text) {
			t.Errorf("%s lacks %q", name, text)
		}
	}
}
