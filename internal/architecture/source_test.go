package architecture

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const maxFileLines = 450

// bannedPatterns have brackets around single letters, so that they do not match themselves.
var bannedPatterns = []struct {
	pattern *regexp.Regexp
	reason  string
}{
	{regexp.MustCompile(`\b(TOD[O]|FIXM[E]|XX[X])\b`), "do it or write an issue"},
	{regexp.MustCompile(`\bt\.Skip(Now|f)?\(`), "a test that is skipped tests nothing"},
	{regexp.MustCompile(`\b(it|test|describe|suite)(\.\w+)*\.(only|skip|todo|fixme)\b`), "a test that is skipped tests nothing"},
	{regexp.MustCompile(`https?://(registry|proxy|sum|deb|security)\.`), "names a package registry's host"},
	{regexp.MustCompile(`"resolved": *"http`), "names a package registry's host (.npmrc: omit-lockfile-registry-resolved)"},
	{regexp.MustCompile(`eslint[-]disable|//\s*no[l]int`), "no linter of ours reads it"},
	{regexp.MustCompile(`@ts[-](ignore|nocheck)`), "mend the types instead of silencing the compiler"},
}

var text = []string{".awk", ".css", ".go", ".html", ".js", ".json", ".jsonc", ".md", ".mjs", ".mod", ".npmrc", ".sh", ".sql", ".sum", ".toml", ".ts", ".tsx", ".txt", ".yaml", ".yml", ""}

func TestSources_BannedPatterns_AreAbsent(t *testing.T) {
	fileCount := 0
	for _, name := range sourceFiles(t) {
		if !slices.Contains(text, path.Ext(name)) {
			continue
		}
		fileCount++
		content := read(t, name)
		for _, rule := range bannedPatterns {
			for _, match := range rule.pattern.FindAllStringIndex(content, -1) {
				line := 1 + strings.Count(content[:match[0]], "\n")
				t.Errorf("%s:%d: %q: %s", name, line, content[match[0]:match[1]], rule.reason)
			}
		}
	}
	if fileCount == 0 {
		t.Error("no file was checked")
	}
}

// specAnnotation begins a line that names lines of the specification; internal/speccoverage reads it.
const specAnnotation = "// Spec: "

func TestSources_Length_IsLimited(t *testing.T) {
	for _, name := range sourceFiles(t) {
		if !slices.Contains([]string{".go", ".ts", ".tsx"}, path.Ext(name)) || strings.HasSuffix(name, ".d.ts") {
			continue
		}
		content := read(t, name)
		lines := strings.Count(content, "\n") - strings.Count(content, specAnnotation)
		if lines > maxFileLines && !isGenerated(content) {
			t.Errorf("%s has %d lines, more than %d: split it", name, lines, maxFileLines)
		}
	}
}

var generatedPattern = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func isGenerated(content string) bool { return generatedPattern.MatchString(content) }

var statement = regexp.MustCompile(`(?is)^\s*(SELECT\s.*\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(TABLE|INDEX|UNIQUE)\s|WITH\s+\w+\s+AS\s*\()`)

func TestSQL_OutsideTheStore_IsAbsent(t *testing.T) {
	allowedFolders := []string{"internal/database", "internal/service/servicetest", "internal/store", "internal/store/baseline", "internal/store/copying", "internal/store/seed", "internal/store/storetest"}
	for folder, files := range packages(t) {
		if slices.Contains(allowedFolders, folder) {
			continue
		}
		for _, file := range files {
			ast.Inspect(file.syntax, func(node ast.Node) bool {
				literal, ok := node.(*ast.BasicLit)
				if ok && literal.Kind == token.STRING && statement.MatchString(strings.Trim(literal.Value, "`\"")) {
					t.Errorf("%s: SQL outside internal/store", file.line(node))
				}
				return true
			})
		}
	}
}

func TestDomain_StructTags_AreAbsent(t *testing.T) {
	for _, file := range packages(t)[loyalty] {
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if field, ok := node.(*ast.Field); ok && field.Tag != nil {
				t.Errorf("%s: a struct tag; define wire formats in httpapi or store", file.line(node))
			}
			return true
		})
	}
}
